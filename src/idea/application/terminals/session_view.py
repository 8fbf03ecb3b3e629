"""A terminal session as every door shows it."""

import ntpath
import posixpath
import signal

from idea.application.terminals.cells import CellPlace
from idea.application.views import ProgramStatusView, SessionView
from idea.domain.agents.start import died_at_once
from idea.domain.session_record import EndReason, SessionRecord
from idea.domain.terminal import Exited, Lost, Running, SessionStatus, Starting, TerminalSession


def session_view(
    record: SessionRecord,
    place: CellPlace | None,
    *,
    program: str = "",
    folder: str = "",
    told: ProgramStatusView | None = None,
    adoptable: str = "",
) -> SessionView:
    """Return the view of a session shown at `place`, None for the background.

    `program` is in front of the one it began with, in `folder`; both empty when nobody looked.
    `told` is what its program says, `adoptable` whose AI program was typed into its shell.
    """
    session = record.session
    status, run = session.status, session.own_run
    return SessionView(
        id=str(session.id),
        project=str(session.project),
        name=session_name(session, program),
        command=tuple(session.command),
        cwd=session.cwd,
        columns=session.size.columns,
        rows=session.size.rows,
        status=_status_word(status),
        reason=reason_of(record),
        code=status.code if isinstance(status, Exited) else None,
        pid=status.pid if isinstance(status, Running) else None,
        started_at=session.started_at.isoformat(),
        cell=None if place is None else str(place.cell),
        address=None if place is None else place.address,
        program=program,
        folder=folder,
        agent="" if run is None else run.agent.value,
        engine="" if run is None else run.engine,
        adoptable=adoptable,
        stopped=isinstance(status, Exited) and record.end is EndReason.USER_STOP,
        told=told,
    )


def session_name(session: TerminalSession, program: str = "") -> str:
    """Return the agent's name, else the program's title, what is in front, the command's file."""
    if session.own_run is not None:
        return session.own_run.name
    if session.title.strip():
        return session.title.strip()
    if program:
        return program
    command = session.command[0]
    return ntpath.basename(command) if "\\" in command else posixpath.basename(command) or command


def reason_of(record: SessionRecord) -> str:
    """Return why a session ended, in words; empty while it lives."""
    reason = _reason(record.session.status, record.end)
    return f"{reason.rstrip('.')} right after its start." if died_at_once(record) else reason


def _status_word(status: SessionStatus) -> str:
    match status:
        case Starting():
            return "starting"
        case Running():
            return "running"
        case Exited():
            return "exited"
        case Lost():
            return "lost"


def _reason(status: SessionStatus, end: EndReason | None) -> str:
    match status:
        case Starting() | Running():
            return ""
        case Lost(reason):
            return reason
        case Exited() if end is EndReason.USER_STOP:
            return "You stopped it."
        case Exited(0):
            return "It ended by itself."
        case Exited(code) if code > 0:
            return f"It ended with exit code {code}."
        case Exited(code):
            verb = "It crashed" if end is EndReason.CRASH else "It was ended"
            return f"{verb} ({_signal_name(-code)})."


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
