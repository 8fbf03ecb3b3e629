import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from idea.infrastructure.engine_client.plain import from_plain, to_plain


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    share: float = 0.0


type Both = Inner | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    number: int
    sides: tuple[Side, ...]
    inner: Both
    by_name: Mapping[str, Inner]
    anything: object = None
    listed: list[bool] | None = None


WHOLE = Outer(
    number=3,
    sides=(Side.LEFT, Side.RIGHT),
    inner=Inner("a", 0.5),
    by_name={"b": Inner("b")},
    anything={"deep": [1, {"x": None}]},
    listed=[True, False],
)


def test_a_dataclass_comes_back_as_it_was() -> None:
    assert from_plain(Outer, to_plain(WHOLE)) == WHOLE


def test_only_what_json_knows_is_written() -> None:
    plain = to_plain(WHOLE)
    assert (plain["sides"], plain["inner"]) == (["left", "right"], {"name": "a", "share": 0.5})


def test_what_has_a_default_may_be_missing_and_what_is_unknown_is_passed_over() -> None:
    assert from_plain(Inner, {"name": "a", "newer": 1}) == Inner("a")
    assert from_plain(Inner, {"name": "a", "share": 1}) == Inner("a", 1.0)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Inner, {}),
        (Inner, []),
        (Inner, {"name": 1}),
        (int, True),
        (int, "1"),
        (float, "1"),
        (str, None),
        (Side, "up"),
        (Both, 5),
        (tuple[int, ...], {"0": 1}),
        (Sequence[int], [1, "2"]),
        (Mapping[str, int], []),
        (type(None), 0),
    ],
)
def test_what_says_something_else_is_refused(kind: object, value: object) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        from_plain(kind, value)


def test_a_type_json_cannot_say_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError):
        from_plain(bytes, "x")
    with pytest.raises(TypeError):
        from_plain(set[int], [])


def test_nothing_is_a_type_too() -> None:
    assert from_plain(None, None) is None
