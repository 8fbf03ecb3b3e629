import json

import pytest

from idea.domain.errors import InvalidError
from idea.domain.profiles.turns import Speaker, Turn, TurnRule, turns_in

RULES = (
    TurnRule(by=Speaker.PERSON, where="type", equals="user", text="message.content"),
    TurnRule(by=Speaker.PROGRAM, where="type", equals="assistant", text="message.content"),
)


def line(kind: object, content: object) -> str:
    return json.dumps({"type": kind, "message": {"content": content}})


def test_what_was_said_is_read_in_order_whatever_stands_between() -> None:
    parts = [{"text": "Two "}, {"tool": "ls"}, "bare", {"text": 3}, {"text": "lines. "}]
    lines = [
        line("user", " Why?\n"),
        line("tool", "ls"),
        line("assistant", parts),
        "no JSON",
        "[1]",
        "[" * 100_000,
        '{"type": "user", "message": "flat"}',
        line("user", None),
        line("user", "<command-name>/exit</command-name>"),
        line("user", "a < b"),
        "",
    ]

    assert turns_in("\n".join(lines), RULES) == (
        Turn(Speaker.PERSON, "Why?"),
        Turn(Speaker.PROGRAM, "Two \nlines."),
        Turn(Speaker.PERSON, "a < b"),
    )


@pytest.mark.parametrize("path", ["", "a..b", "a."])
def test_a_path_is_keys_with_dots(path: str) -> None:
    for values in ({"where": path, "text": "a"}, {"where": "a", "text": path}):
        with pytest.raises(InvalidError, match="keys with dots"):
            TurnRule(by=Speaker.PERSON, equals="user", **values)
