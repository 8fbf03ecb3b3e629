"""Files that people write by hand keep their comments, whatever IdeA changes in them."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.event_bus import FakeEventBus
from idea.infrastructure.stores.commented_json import changed, plain
from idea.infrastructure.stores.json_text import DamagedError, parse_object
from idea.infrastructure.stores.user_files import settings_file

MINE = """{
  // How I like it.
  "version": 1,
  "appearance.theme": "light", // outside
  /* At night:
     "appearance.theme": "dark", */
  "terminal.shell": "sh -c '// no /* comment */'", // the last one
}
"""


def test_comments_and_a_last_comma_are_no_fault() -> None:
    assert parse_object(plain(MINE.encode())) == {
        "version": 1,
        "appearance.theme": "light",
        "terminal.shell": "sh -c '// no /* comment */'",
    }


def test_a_fault_is_told_by_the_line_it_is_in() -> None:
    with pytest.raises(DamagedError, match="line 3"):
        parse_object(plain(b'{\n  // one\n  "a" 1\n}'))


def test_a_comment_without_an_end_is_told() -> None:
    with pytest.raises(DamagedError, match="line 2: a comment does not end"):
        plain(b'{"a": 1}\n/* for ever')


def test_a_changed_value_leaves_every_other_word() -> None:
    document = parse_object(plain(MINE.encode())) | {"appearance.theme": "dark"}

    found = changed(MINE.encode(), document).decode()

    assert found == MINE.replace('"light"', '"dark"')


def test_a_new_member_gets_a_line_at_the_end() -> None:
    document = parse_object(plain(MINE.encode())) | {"terminal.font_size": 15.0}

    found = changed(MINE.encode(), document).decode()

    assert found == MINE.replace("last one\n", 'last one\n  "terminal.font_size": 15.0\n')


def test_a_member_that_goes_takes_its_line_along_but_no_comment() -> None:
    document = parse_object(plain(MINE.encode()))
    del document["appearance.theme"]
    del document["version"]

    found = changed(MINE.encode(), document).decode()

    assert "How I like it" in found
    assert "// outside" in found
    assert '"version"' not in found
    assert parse_object(plain(found.encode())) == document


def test_a_file_without_comments_is_spelled_as_ever() -> None:
    assert changed(b'{"b":1}', {"a": [1]}) == b'{\n  "a": [\n    1\n  ]\n}\n'


_KEYS = st.sampled_from(["a", "b", "c", 'd"', "//e"])
_VALUES = st.one_of(
    st.integers(), st.booleans(), st.text(max_size=5), st.lists(st.just("/*"), max_size=2)
)


@given(st.dictionaries(_KEYS, _VALUES), st.dictionaries(_KEYS, _VALUES), st.booleans())
def test_whatever_is_changed_is_read_back(
    before: dict[str, object], after: dict[str, object], comma: bool
) -> None:
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value)}, // of {number}\n"
        for number, (key, value) in enumerate(before.items())
    ]
    if lines and not comma:
        lines[-1] = lines[-1].replace(", // of", " // of")
    text = "{ // mine\n" + "".join(lines) + "/* end */ }\n"

    found = changed(text.encode(), after)

    assert parse_object(plain(found)) == after
    assert b"// mine" in found
    assert b"/* end */" in found
    assert all(f"// of {number}".encode() in found for number in range(len(before)))


async def _changed_on_disk(path: Path) -> None:
    file = settings_file(path, FakeEventBus())
    loaded = await file.load()
    assert loaded.notices == ()
    file.save({**loaded.value, "appearance.theme": "dark"})
    await file.close()


def test_the_file_of_settings_keeps_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(MINE)

    asyncio.run(_changed_on_disk(path))

    assert path.read_text() == MINE.replace('"light"', '"dark"')
