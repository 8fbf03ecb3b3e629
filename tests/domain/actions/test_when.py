import pytest

from idea.domain.actions.when import (
    ALWAYS,
    All,
    AnyOf,
    Fact,
    Not,
    holds,
    parse_when,
    reason_against,
)
from idea.domain.errors import InvalidError

FOCUS, LIVE, OPEN = Fact("cell.focused"), Fact("session.live"), Fact("project.open")


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("", ALWAYS),
        ("cell.focused", FOCUS),
        ("not cell.focused ", Not(FOCUS)),
        ("cell.focused and session.live", All((FOCUS, LIVE))),
        (
            "cell.focused or session.live and not project.open",
            AnyOf((FOCUS, All((LIVE, Not(OPEN))))),
        ),
        ("(cell.focused or session.live) and project.open", All((AnyOf((FOCUS, LIVE)), OPEN))),
    ],
)
def test_a_condition_is_read_by_its_grammar(text: str, condition: object) -> None:
    assert condition == parse_when(text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("cell.focussed", "unknown fact"),
        ("cell.focused and", "too early"),
        ("(cell.focused", "parenthesis"),
        ("cell.focused session.live", "goes on"),
        ("cell.focused & session.live", "cannot be read"),
    ],
)
def test_a_broken_condition_says_what_is_wrong(text: str, part: str) -> None:
    with pytest.raises(InvalidError, match=part):
        parse_when(text)


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("", set(), True),
        ("not cell.focused", {"cell.focused"}, False),
        ("cell.focused and session.live", {"cell.focused"}, False),
        ("cell.focused or session.live", {"cell.focused"}, True),
        ("cell.focused or session.live", set(), False),
    ],
)
def test_a_condition_holds_of_facts(text: str, facts: set[str], expected: bool) -> None:
    assert holds(parse_when(text), facts) is expected


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("cell.several", {"cell.several"}, ""),
        ("cell.several", set(), "there is only one cell"),
        ("project.open and cell.several", {"project.open"}, "there is only one cell"),
        ("session.live or session.ended", set(), "nothing runs in the cell"),
        ("not cell.empty", {"cell.empty"}, ""),
    ],
)
def test_what_a_condition_lacks_is_said(text: str, facts: set[str], expected: str) -> None:
    assert reason_against(parse_when(text), facts) == expected
