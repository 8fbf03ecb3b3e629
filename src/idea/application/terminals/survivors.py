"""The programs that ended sessions left running, with what is known of their sessions."""

from collections.abc import Sequence

from idea.application.terminals.session_view import session_name
from idea.application.terminals.sessions import Sessions
from idea.application.views import SurvivorView
from idea.domain.errors import NotFoundError
from idea.domain.ids import SessionId
from idea.domain.ports.marked_processes import MarkedProcesses
from idea.domain.session_record import ProcessIdentity, SessionRecord
from idea.domain.survivors import Survivor, survivors_among
from idea.domain.visible import visible


class Survivors:
    """Looks when somebody asks; nothing here is ever ended without being asked for."""

    def __init__(self, sessions: Sessions, processes: MarkedProcesses) -> None:
        self._sessions = sessions
        self._processes = processes

    async def find(self, session: str = "") -> tuple[Survivor, ...]:
        """Return all of them, oldest first, or those of the session this id begins.

        Raises:
            NotFoundError: No session is called so, and no program is left of one.
            ConflictError: Several known sessions begin so.
        """
        survivors = survivors_among(await self._processes.find(), self._is_live)
        if not session:
            return survivors
        found = tuple(each for each in survivors if each.first.session.value.startswith(session))
        if not found or len({each.first.session for each in found}) > 1:
            wanted = self._sessions.find(session)
            return tuple(each for each in found if each.first.session == wanted)
        return found

    async def end(self, survivors: Sequence[Survivor]) -> Sequence[Survivor]:
        """End these with all they started, and return those of which something still runs."""
        processes = [each.process for one in survivors for each in one.processes]
        left: set[ProcessIdentity] = set(await self._processes.end(processes))
        return [one for one in survivors if not left.isdisjoint(p.process for p in one.processes)]

    def view(self, survivor: Survivor) -> SurvivorView:
        """Return a survivor as every door shows it; what came from outside is made harmless."""
        first = survivor.first
        record = self._record(first.session)
        return SurvivorView(
            id=survivor.id,
            pid=first.process.pid,
            session=first.session.value,
            session_name="" if record is None else visible(session_name(record.session)),
            project="" if record is None else record.session.project.value,
            program=visible(first.program),
            arguments=tuple(visible(each) for each in first.arguments),
            processes=len(survivor.processes),
            memory_bytes=survivor.memory_bytes,
            since=first.started_at.isoformat(),
        )

    def _record(self, session: SessionId) -> SessionRecord | None:
        try:
            return self._sessions.record(session)
        except NotFoundError:
            return None

    def _is_live(self, session: SessionId) -> bool:
        record = self._record(session)
        return self._sessions.awaiting(session) is not None or (
            record is not None and record.session.is_live
        )
