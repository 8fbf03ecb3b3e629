from dataclasses import replace

import pytest

from idea.application.views import ProgramStatusView
from idea.domain.ports.terminal_effects import NotificationClosed, Notified
from idea.presentation.desktop.viewmodels.session_look import (
    Shape,
    age_words,
    is_shell,
    session_look,
    session_shape,
    short_path,
    told_by_status,
    working_program,
)
from idea.presentation.desktop.viewmodels.session_news import (
    NO_NEWS,
    News,
    Progress,
    ProgressKind,
    Told,
)
from support.desktop import NOW, a_session


def says(
    state: str, *, kind: str = "", progress: int | None = None, title: str = "", message: str = ""
) -> ProgramStatusView:
    """Return what a program said a minute ago."""
    return ProgramStatusView(
        state=state,
        kind=kind,
        progress=progress,
        app="",
        title=title,
        message=message,
        since="2026-09-01T11:59:00+00:00",
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "now"), (59, "now"), (60, "1 m"), (3599, "59 m"), (7200, "2 h"), (200_000, "2 d")],
)
def test_ages_are_told_in_the_largest_unit(seconds: int, words: str) -> None:
    since = NOW.fromtimestamp(NOW.timestamp() - seconds, NOW.tzinfo).isoformat()

    assert words == age_words(since, NOW)


def test_a_moment_that_cannot_be_read_has_no_age() -> None:
    assert age_words("yesterday", NOW) == ""
    assert age_words("2026-09-01T10:00:00", NOW) == ""


@pytest.mark.parametrize(
    ("status", "code", "command", "shape"),
    [
        ("starting", None, ("zsh",), Shape.IDLE),
        ("running", None, ("/usr/bin/zsh", "-l"), Shape.SHELL),
        ("running", None, ("-bash",), Shape.SHELL),
        ("running", None, (r"C:\Windows\System32\cmd.exe",), Shape.SHELL),
        ("running", None, ("bash", "-c", "make"), Shape.WORKING),
        ("running", None, ("htop",), Shape.WORKING),
        ("exited", 0, ("htop",), Shape.ENDED),
        ("exited", 2, ("htop",), Shape.FAILED),
        ("lost", None, ("htop",), Shape.ENDED),
    ],
)
def test_every_state_has_its_shape(
    status: str, code: int | None, command: tuple[str, ...], shape: Shape
) -> None:
    assert shape is session_shape(a_session(status=status, code=code, command=command))


@pytest.mark.parametrize(
    ("told", "shape", "words", "progress"),
    [
        (says("working"), Shape.WORKING, "working", None),
        (says("working", progress=40), Shape.WORKING, "working", Progress("40 %", 40)),
        (says("blocked"), Shape.NEEDS_YOU, "needs you", None),
        (says("blocked", kind="permission"), Shape.NEEDS_YOU, "asks for permission", None),
        (
            says("blocked", kind="question", message="Which\x1b one?"),
            Shape.NEEDS_YOU,
            "Which\\x1b one?",
            None,
        ),
        (says("done", title="Docs"), Shape.DONE, "Docs", None),
        (says("idle"), Shape.IDLE, "idle", None),
        (
            says("error", progress=7),
            Shape.FAILED,
            "failed",
            Progress("7 %", 7, ProgressKind.FAILED),
        ),
        (says("something newer"), Shape.WORKING, "something newer", None),
    ],
)
def test_what_a_program_says_it_is_doing_is_its_shape_and_words(
    told: ProgramStatusView, shape: Shape, words: str, progress: Progress | None
) -> None:
    session = replace(a_session(), told=told)
    look = session_look(session, NOW)
    assert (look.shape, look.state, look.progress, look.age) == (shape, words, progress, "1 m")
    assert session_look(session, NOW, news=News(said="Ready")).state == "Ready"

    ended = session_look(replace(session, status="exited", code=0), NOW)
    assert (ended.shape, ended.state, ended.progress) == (Shape.ENDED, "ended", None)


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (None, says("blocked"), Notified("", "needs you", id="waits!")),
        (says("working"), says("blocked", message="ls?"), Notified("", "ls?", id="waits!")),
        (says("blocked"), says("blocked"), None),
        (says("blocked"), says("blocked", message="rm?"), Notified("", "rm?", id="waits!")),
        (says("blocked"), says("working"), NotificationClosed("waits!")),
        (says("blocked"), None, NotificationClosed("waits!")),
        (says("working"), says("done"), None),
        (None, None, None),
    ],
)
def test_that_a_program_waits_for_the_person_is_told_like_a_notification(
    before: ProgramStatusView | None, now: ProgramStatusView | None, told: Told | None
) -> None:
    session = a_session()
    assert told_by_status(replace(session, told=before), replace(session, told=now)) == told
    ended = replace(session, told=now, status="exited", code=0)
    assert not isinstance(told_by_status(replace(session, told=before), ended), Notified)
    assert told_by_status(None, replace(session, told=now)) is None


def test_what_a_program_says_does_not_change_what_a_stop_would_interrupt() -> None:
    agent = a_session(name="claude", command=("claude",))
    assert working_program(replace(agent, told=says("idle"))) == "claude"
    assert working_program(replace(a_session(), told=says("working"))) == ""
    assert working_program(replace(agent, status="exited", code=0)) == ""


def test_a_name_is_followed_by_the_folder_the_program_told_else_the_one_seen() -> None:
    session = a_session(name="make watch")
    moved = replace(session, folder="/home/me/docs")
    told = News(folder="box:/srv")

    looks = [
        session_look(view, NOW, "/home/me", news)
        for view, news in ((session, NO_NEWS), (moved, NO_NEWS), (moved, told))
    ]

    assert [(look.name, look.detail) for look in looks] == [
        ("make watch", "~/src/ledger"),
        ("make watch", "~/docs"),
        ("make watch", "box:/srv"),
    ]


def test_a_shell_with_a_program_in_front_works() -> None:
    assert session_shape(replace(a_session(), program="vim")) is Shape.WORKING
    assert session_shape(replace(a_session(), program="fish")) is Shape.SHELL


def test_what_a_program_told_stands_where_its_state_does() -> None:
    said = session_look(a_session(), NOW, news=News(said="Build done.", rang=True))
    busy = session_look(a_session(), NOW, news=News(progress=Progress("42 %", 42)))
    over = session_look(
        a_session(status="exited", code=0), NOW, news=News(progress=Progress("42 %", 42))
    )

    assert (said.state, said.said, said.rang) == ("Build done.", True, True)
    assert (busy.state, busy.said, over.state) == ("42 %", False, "ended")


def test_a_live_session_tells_its_age_and_an_ended_one_how_it_ended() -> None:
    live = session_look(a_session(), NOW)
    ended = session_look(a_session(status="exited", code=3, reason="It failed."), NOW)

    assert (live.state, live.age, live.is_live) == ("running", "4 m", True)
    assert (ended.state, ended.age, ended.reason) == ("exited 3", "", "It failed.")


@pytest.mark.parametrize(
    ("code", "stopped", "shape", "state"),
    [
        (-1, True, Shape.ENDED, "stopped"),
        (143, True, Shape.ENDED, "stopped"),
        (-15, False, Shape.FAILED, "signal 15"),
    ],
)
def test_a_session_the_person_stopped_did_not_fail(
    code: int, stopped: bool, shape: Shape, state: str
) -> None:
    look = session_look(a_session(status="exited", code=code, stopped=stopped), NOW)

    assert (look.shape, look.state) == (shape, state)


def test_only_the_home_folder_itself_is_shortened() -> None:
    assert [
        short_path(path, "/home/me") for path in ("/home/me", "/home/me/src", "/home/merry")
    ] == ["~", "~/src", "/home/merry"]
    assert not is_shell(())


def test_what_a_session_runs_and_where_is_shown_without_control_characters() -> None:
    unnamed = session_look(a_session(name="", command=("/bin/a\x1bb",), cwd="/c\x9bd"), NOW)

    assert (unnamed.name, unnamed.detail) == ("a\\x1bb", "/c\\x9bd")
