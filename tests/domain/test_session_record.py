from dataclasses import replace
from datetime import UTC, datetime

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.session_record import EndReason, ProcessIdentity, SessionRecord
from idea.domain.terminal import Exited, Lost, Running, Size, Starting, TerminalSession

A_TIME = datetime(2026, 3, 4, tzinfo=UTC)
A_SESSION = TerminalSession(
    id=SessionId("s"),
    project=ProjectId("p"),
    command=("sh",),
    cwd="/",
    size=Size(columns=80, rows=24),
    status=Running(7),
    started_at=A_TIME,
)
RUNNING = SessionRecord(
    session=A_SESSION, process=ProcessIdentity(pid=7, started="1", boot="monday")
)


@pytest.mark.parametrize(
    ("status", "stopped", "end"),
    [
        (Exited(0), False, EndReason.OWN_EXIT),
        (Exited(1), False, EndReason.OWN_EXIT),
        (Exited(-15), False, EndReason.OWN_EXIT),
        (Exited(-11), False, EndReason.CRASH),
        (Exited(-9), False, EndReason.CRASH),
        (Exited(-9), True, EndReason.USER_STOP),
        (Exited(0), True, EndReason.USER_STOP),
        (Lost("gone"), False, EndReason.ENGINE_LOST),
    ],
)
def test_why_a_session_ended(status: Exited | Lost, *, stopped: bool, end: EndReason) -> None:
    ended = RUNNING.ended(status, stopped=stopped, at=A_TIME)

    assert ended == replace(
        RUNNING, session=A_SESSION.with_status(status), end=end, ended_at=A_TIME
    )


@pytest.mark.parametrize(
    ("boot", "reason", "end"),
    [
        ("monday", "The process that kept its terminal stopped.", EndReason.ENGINE_LOST),
        ("tuesday", "The computer was restarted.", EndReason.REBOOT),
    ],
)
def test_a_later_engine_knows_why_a_session_is_gone(boot: str, reason: str, end: EndReason) -> None:
    found = RUNNING.found_after_restart(boot=boot, at=A_TIME)

    assert found == replace(
        RUNNING, session=A_SESSION.with_status(Lost(reason)), end=end, ended_at=A_TIME
    )
    assert found.found_after_restart(boot="wednesday", at=A_TIME) is found


def test_a_session_whose_process_was_never_seen_did_not_survive_the_engine() -> None:
    unseen = SessionRecord(session=A_SESSION.with_status(Starting()))

    assert unseen.found_after_restart(boot="x", at=A_TIME).end is EndReason.ENGINE_LOST


def test_a_session_has_an_end_exactly_when_its_program_is_gone() -> None:
    with pytest.raises(InvalidError, match="has an end exactly when"):
        replace(RUNNING, end=EndReason.OWN_EXIT, ended_at=A_TIME)
    with pytest.raises(InvalidError, match="has an end exactly when"):
        replace(RUNNING, session=A_SESSION.with_status(Exited(0)))
    with pytest.raises(InvalidError, match="has the time when it did"):
        replace(RUNNING, session=A_SESSION.with_status(Exited(0)), end=EndReason.OWN_EXIT)
