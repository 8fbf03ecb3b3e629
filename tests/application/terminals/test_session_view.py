from dataclasses import replace

import pytest

from contracts.session_store import A_TIME, a_record
from idea.application.terminals.cells import CellPlace
from idea.application.terminals.session_view import session_view
from idea.application.views import SessionView
from idea.domain.ids import NodeId
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Exited, Lost, Starting

RUNNING = a_record()


def test_a_session_in_a_cell_as_every_door_shows_it() -> None:
    assert session_view(RUNNING, CellPlace(NodeId("cell-1"), "B2")) == SessionView(
        id="session-1",
        project="project-1",
        name="a title",
        command=("bash", "-l", "ä ☃"),
        cwd="/somewhere",
        columns=81,
        rows=23,
        status="running",
        reason="",
        code=None,
        pid=4711,
        started_at="2026-03-04T05:06:07+00:00",
        cell="cell-1",
        address="B2",
    )


def test_whether_the_person_stopped_it_is_told_apart() -> None:
    stopped = RUNNING.ended(Exited(-1), stopped=True, at=A_TIME)
    ended = RUNNING.ended(Exited(-1), at=A_TIME)

    assert session_view(stopped, None).stopped
    assert not session_view(ended, None).stopped
    assert not session_view(RUNNING, None).stopped


@pytest.mark.parametrize(
    ("record", "status", "code", "reason"),
    [
        (
            replace(RUNNING, session=RUNNING.session.with_status(Starting())),
            "starting",
            None,
            "",
        ),
        (RUNNING.ended(Exited(0), at=A_TIME), "exited", 0, "It ended by itself."),
        (RUNNING.ended(Exited(7), at=A_TIME), "exited", 7, "It ended with exit code 7."),
        (RUNNING.ended(Exited(-15), at=A_TIME), "exited", -15, "It was ended (SIGTERM)."),
        (RUNNING.ended(Exited(-11), at=A_TIME), "exited", -11, "It crashed (SIGSEGV)."),
        (RUNNING.ended(Exited(-99), at=A_TIME), "exited", -99, "It was ended (signal 99)."),
        (RUNNING.ended(Exited(-1), stopped=True, at=A_TIME), "exited", -1, "You stopped it."),
        (RUNNING.ended(Lost("Gone."), at=A_TIME), "lost", None, "Gone."),
    ],
)
def test_how_a_session_is_and_why(
    record: SessionRecord, status: str, code: int | None, reason: str
) -> None:
    view = session_view(record, None)

    assert (view.status, view.code, view.reason) == (status, code, reason)


@pytest.mark.parametrize(
    ("title", "command", "name"),
    [
        (" vim ", ("/usr/bin/vim",), "vim"),
        ("", ("/usr/bin/htop", "-d"), "htop"),
        ("  ", ("bash",), "bash"),
        ("", ("C:\\Windows\\System32\\cmd.exe",), "cmd.exe"),
        ("", ("/odd/",), "/odd/"),
    ],
)
def test_what_a_session_is_called(title: str, command: tuple[str, ...], name: str) -> None:
    record = replace(RUNNING, session=replace(RUNNING.session, title=title, command=command))

    assert session_view(record, None).name == name


def test_a_session_is_called_by_its_title_else_by_what_is_in_front() -> None:
    untitled = replace(RUNNING, session=RUNNING.session.with_title(""))

    views = [
        session_view(record, None, program=program)
        for record in (RUNNING, untitled)
        for program in ("vim", "")
    ]

    assert [view.name for view in views] == ["a title", "a title", "vim", "bash"]
