"""JSON from anywhere, and what is kept of keys nobody knows."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idea.infrastructure.stores.json_text import (
    MAX_BYTES,
    MAX_DEPTH,
    DamagedError,
    parse_object,
    residue,
    spell,
    with_residue,
)

TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(TEXTS, VALUES, max_size=4)


@settings(max_examples=25)
@given(DOCUMENTS)
def test_what_is_spelled_is_parsed_back(document: dict[str, object]) -> None:
    assert parse_object(spell(document)) == document


@given(st.binary(max_size=200))
def test_any_bytes_are_an_object_or_damaged(data: bytes) -> None:
    try:
        parsed = parse_object(data)
    except DamagedError:
        return
    assert parse_object(spell(parsed)) == parsed


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b'{"a": 1', r"line 1, column 8: Expecting ',' delimiter"),
        (b"[]", "it is not one object in braces"),
        (b"\xff{}", "it is not UTF-8 text"),
        (b'{"a": "\\ud800"}', "it is not UTF-8 text"),
        (b'{"a": 1, "b": 2, "a": 3}', "the key 'a' is there twice"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": 1e999}', "1e999 is too large a number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "99999999999999999999… is too large a number"),
        (b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "it is nested deeper than 256"),
        (b"[" * 200_000, "it is nested deeper than 256"),
        (b" " * (MAX_BYTES + 1), "it is larger than 8 MiB"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_damage_is_named(data: bytes, why: str) -> None:
    with pytest.raises(DamagedError, match=f"^{why}"):
        parse_object(data)


def test_a_byte_order_mark_is_no_damage() -> None:
    assert parse_object(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_the_spelling_is_stable_and_readable() -> None:
    assert spell({"b": ["é"], "a": 1}).decode() == '{\n  "b": [\n    "é"\n  ],\n  "a": 1\n}\n'


def test_unknown_keys_survive_where_they_were() -> None:
    document = {
        "version": 1,
        "windows": [
            {"id": "w1", "colour": "red", "tabs": [{"id": "t1", "pinned": True}]},
            {"id": "w2", "colour": "blue", "tabs": []},
            "odd",
        ],
        "place": {"x": 1, "z": 3},
        "later": {"deep": [1, 2]},
    }
    known = {
        "version": 1,
        "windows": [{"id": "w1", "tabs": [{"id": "t1"}]}, {"id": "w2", "tabs": []}],
        "place": {"x": 1},
    }
    changed = {
        "version": 1,
        "windows": [{"id": "w3", "tabs": [{"id": "t2"}]}, {"id": "w1", "tabs": [{"id": "t1"}]}],
        "place": {"x": 2},
    }

    assert with_residue(changed, residue(document, known)) == {
        "version": 1,
        "windows": [
            {"id": "w3", "tabs": [{"id": "t2"}]},
            {"id": "w1", "tabs": [{"id": "t1", "pinned": True}], "colour": "red"},
        ],
        "place": {"x": 2, "z": 3},
        "later": {"deep": [1, 2]},
    }


def test_what_is_known_wins_when_its_kind_changed() -> None:
    left = residue({"place": {"x": 1, "z": 3}}, {"place": {"x": 1}})

    assert with_residue({"place": None}, left) == {"place": None}
    assert with_residue({"place": []}, left) == {"place": []}


@settings(max_examples=25)
@given(DOCUMENTS, DOCUMENTS)
def test_the_residue_never_changes_what_is_known(
    document: dict[str, object], known: dict[str, object]
) -> None:
    merged = with_residue(known, residue(document, known))

    assert merged.keys() == known.keys() | document.keys()
    assert json.dumps(residue(known, merged)) == "{}"
