from dataclasses import replace
from datetime import UTC, datetime

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.terminal import (
    Exited,
    Lost,
    Running,
    SessionStatus,
    Size,
    Starting,
    TerminalSession,
)

A_SESSION = TerminalSession(
    id=SessionId("s"),
    project=ProjectId("p"),
    command=("sh",),
    cwd="/",
    size=Size(columns=80, rows=24),
    status=Starting(),
    started_at=datetime(2026, 3, 4, tzinfo=UTC),
)


@pytest.mark.parametrize(("columns", "rows"), [(0, 1), (1, 0), (-1, 5), (10_001, 1), (1, 10_001)])
def test_an_impossible_size_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(InvalidError, match=f"{columns} × {rows} cells is not possible"):
        Size(columns=columns, rows=rows)


@pytest.mark.parametrize(
    ("status", "live"),
    [(Starting(), True), (Running(1), True), (Exited(0), False), (Lost("x"), False)],
)
def test_a_session_lives_until_its_program_is_gone(status: SessionStatus, *, live: bool) -> None:
    assert live is A_SESSION.with_status(status).is_live


def test_a_session_in_another_size_is_the_same_session() -> None:
    other = Size(columns=1, rows=1)

    assert replace(A_SESSION, size=other) == A_SESSION.with_size(other)


@pytest.mark.parametrize("command", [(), ("",), ("", "x")])
def test_a_session_needs_a_command(command: tuple[str, ...]) -> None:
    with pytest.raises(InvalidError, match="needs a command"):
        replace(A_SESSION, command=command)


def test_a_start_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InvalidError, match="needs a time zone"):
        replace(A_SESSION, started_at=datetime(2026, 3, 4))  # noqa: DTZ001 # That is the point.
