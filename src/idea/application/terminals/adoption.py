"""Takes over, at the engine's start, the programs that outlived the engine before."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from idea.application.terminals.sessions import Sessions
from idea.domain.errors import NotFoundError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.pty import HeldProgram, PtySpawner
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Exited, Lost, Running, TerminalSession


class Adoption:
    """Matches programs with records and goes on with each; nothing of a program is touched."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        ptys: PtySpawner,
        clock: Clock,
        project_of: Callable[[HeldProgram], ProjectId],
    ) -> None:
        """Prepare; `project_of` says where a program belongs of which there is no record."""
        self._sessions = sessions
        self._ptys = ptys
        self._clock = clock
        self._project_of = project_of

    async def claim(self) -> Sequence[HeldProgram]:
        """Return the programs that wait for an engine.

        Raises:
            ProcessError: Whether there are any cannot be told; no session may be called lost then.
        """
        return await self._ptys.claim()

    def adopt(self, programs: Sequence[HeldProgram]) -> Sequence[str]:
        """Go on with every program; the records were restored before.

        Returns one sentence for each that no record told of.
        """
        return [sentence for program in programs if (sentence := self._adopt(program))]

    def _adopt(self, program: HeldProgram) -> str:
        ended: asyncio.Future[Exited | Lost] = asyncio.get_running_loop().create_future()

        def record_end(status: Exited | Lost) -> None:
            if not ended.done():
                ended.set_result(status)

        if self._has_ended(program.session):
            self._ptys.adopt(program.session, record_end).close()
            return ""
        known = self._sessions.awaiting(program.session)
        record = self._recovered(program) if known is None else adopted(known, program)
        pty = self._ptys.adopt(program.session, record_end)
        self._sessions.adopt(record, pty, self._ptys, ended)
        if known is not None:
            return ""
        return f"The session {program.session.short} was found without a record and is shown again."

    def _has_ended(self, session: SessionId) -> bool:
        """Return whether the engine before saw the end, and died before it let go."""
        try:
            return not self._sessions.record(session).session.is_live
        except NotFoundError:
            return False

    def _recovered(self, program: HeldProgram) -> SessionRecord:
        session = TerminalSession(
            id=program.session,
            project=self._project_of(program),
            command=program.command or ("unknown",),
            cwd=program.cwd or "/",
            size=program.size,
            status=Running(program.pid),
            started_at=self._clock.now(),
        )
        return SessionRecord(session=session, process=program.process)


def adopted(record: SessionRecord, program: HeldProgram) -> SessionRecord:
    """Return a record as it is once its program, which is still held, is adopted."""
    running = record.session.with_status(Running(program.pid)).with_size(program.size)
    process = record.process or program.process
    return replace(record, session=running, process=process, end=None, ended_at=None)
