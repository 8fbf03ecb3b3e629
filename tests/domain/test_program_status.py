"""What programs say they are doing, as the Program Status Protocol has it; and what still holds."""

import base64

import pytest

from idea.domain.errors import InvalidError
from idea.domain.program_status import (
    AT_PROMPT,
    CLEAR,
    EMPTY_BOARD,
    MOST_NEWS,
    MOST_TASKS,
    RESET,
    BlockedKind,
    ProgramState,
    ProgramStatus,
    StatusBoard,
    StatusNews,
    parse_report,
    with_newest,
)


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("text", "news"),
    [
        ("state=idle:app=codex", StatusNews("idle", app="codex")),
        (
            f"state=blocked:app=claude-code:kind=permission:msg={coded('approve Bash')}",
            StatusNews("blocked", kind="permission", app="claude-code", message="approve Bash"),
        ),
        (
            f"id=build/docs:state=working:progress=40:title={coded('Docs')}:colour=red",
            StatusNews("working", id="build/docs", progress=40, title="Docs"),
        ),
        ("state=clear", StatusNews(CLEAR)),
        ("state=working:progress=101", StatusNews("working")),
        ("state=working:progress=x", StatusNews("working")),
        ("state=working:state=done", StatusNews("done")),
        ("id=a/b/c/d/e/f/g/h:state=done", StatusNews("done", id="a/b/c/d/e/f/g/h")),
        (f"state=done:msg={'A' * 2732}", StatusNews("done", message="\0" * 2049)),
    ],
)
def test_a_report_is_read(text: str, news: StatusNews) -> None:
    assert parse_report(text) == news


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "app=codex",
        "state=",
        "state=dancing",
        "state=at prompt",
        "state=reset",
        "state=idle:app=a\x07b",
        "state=idle:msg=%%%",
        "state=idle:msg=YQ",
        "state=idle:msg=/w==",
        "state=idle:title=" + "A" * 260,
        "state=idle:msg=" + "A" * 2736,
        "state=idle:id=" + "a" * 129,
        "state=idle:id=a/b/c/d/e/f/g/h/i",
        "state=idle:app=" + "x" * 4096,
    ],
)
def test_what_is_no_report_is_not_heeded(text: str) -> None:
    assert parse_report(text) is None


def board(*news: StatusNews) -> StatusBoard:
    known = EMPTY_BOARD
    for each in news:
        known = known.after(each)
    return known


def states(known: StatusBoard) -> dict[str, str]:
    return {name: status.state.value for name, status in known.by_id.items()}


def test_a_report_replaces_what_was_said_before_and_harmless() -> None:
    known = board(
        StatusNews("blocked", kind="permission", app="a\x1b", message="one\n two\u202e"),
        StatusNews("working", id="x", progress=400, kind="permission"),
    )
    assert known.by_id == {
        "": ProgramStatus(
            state=ProgramState.BLOCKED,
            kind=BlockedKind.PERMISSION,
            app="a\\x1b",
            message="one two\\u202e",
        ),
        "x": ProgramStatus(state=ProgramState.WORKING, progress=100),
    }
    assert known.after(StatusNews("blocked", kind="odd")).by_id[""] == ProgramStatus(
        state=ProgramState.BLOCKED
    )


def test_what_a_status_holds_is_short() -> None:
    status = board(StatusNews("done", app="x" * 999, title="x" * 999, message="x" * 9999)).headline
    assert status is not None
    assert (len(status.app), len(status.title), len(status.message)) == (64, 256, 500)


def test_the_headline_is_what_matters_most() -> None:
    known = EMPTY_BOARD
    assert known.headline is None
    for state in ("idle", "done", "error", "working", "blocked"):
        known = known.after(StatusNews(state, id=f"task-{state}", app=state))
        assert known.headline is not None
        assert known.headline.state.value == state
    own = known.after(StatusNews("blocked", app="own")).headline
    assert own is not None
    assert own.app == "own"


def test_a_cleared_task_takes_those_below_it_along() -> None:
    known = board(*(StatusNews("done", id=name) for name in ("", "a", "a/b", "ab")))
    assert states(known.after(StatusNews(CLEAR, id="a"))) == {"": "done", "ab": "done"}
    assert states(known.after(StatusNews(CLEAR, id="z"))) == states(known)
    assert states(known.after(StatusNews(CLEAR))) == {}


def test_at_a_prompt_nothing_works_or_waits_any_more() -> None:
    known = board(*(StatusNews(state, id=state) for state in ProgramState))
    assert set(states(known.after(StatusNews(AT_PROMPT)))) == {"done", "error", "idle"}
    assert states(known.after(StatusNews(RESET))) == {}


def test_of_too_many_tasks_the_oldest_go() -> None:
    known = board(*(StatusNews("done", id=str(number)) for number in range(MOST_TASKS + 3)))
    assert list(known.by_id) == [str(number) for number in range(3, MOST_TASKS + 3)]


@pytest.mark.parametrize("news", [StatusNews("dancing\x1b"), StatusNews("idle", id="x" * 200)])
def test_news_no_program_can_tell_are_refused(news: StatusNews) -> None:
    with pytest.raises(InvalidError):
        EMPTY_BOARD.after(news)


def test_gathered_news_lead_to_the_same_board() -> None:
    news = [
        StatusNews("working", id="a"),
        StatusNews("done", id="b"),
        StatusNews(AT_PROMPT),
        StatusNews("working", id="c"),
        StatusNews("error", id="a"),
        StatusNews(AT_PROMPT),
        StatusNews(CLEAR, id="b"),
        StatusNews("idle"),
    ]
    gathered: list[StatusNews] = []
    for end, each in enumerate(news, 1):
        gathered = with_newest(gathered, each)
        assert states(board(*gathered)) == states(board(*news[:end]))
    assert len(gathered) < len(news)
    assert with_newest(gathered, StatusNews(RESET)) == [StatusNews(RESET)]


def test_gathered_news_are_few() -> None:
    gathered: list[StatusNews] = []
    for number in range(1000):
        gathered = with_newest(gathered, StatusNews("done", id=str(number)))
        gathered = with_newest(gathered, StatusNews(CLEAR, id=str(number)))
    assert len(gathered) == MOST_NEWS
    assert gathered[-1] == StatusNews(CLEAR, id="999")
