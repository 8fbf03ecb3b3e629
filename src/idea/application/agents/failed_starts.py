"""Says why an agent's program died at once, to who asked for it and, unseen, to the person."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from idea.application.profiles.profiles import Profiles
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.session_view import reason_of
from idea.application.terminals.sessions import Sessions
from idea.domain.agents.start import died_at_once, failed_start, must_log_in
from idea.domain.errors import IdeaError
from idea.domain.events import Event, Noticed, SessionEnded
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.profiles.profile import AgentProfile
from idea.domain.session_record import SessionRecord

type Read = Callable[[SessionId], Awaitable[Sequence[str]]]


class FailedStarts:
    """Used on the event loop's thread."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        profiles: Profiles,
        cells: SessionCells,
        read: Read,
        events: EventBus,
    ) -> None:
        """`read` answers what a session shows, none when that cannot be told."""
        self._sessions = sessions
        self._profiles = profiles
        self._cells = cells
        self._read = read
        self._events = events
        self._telling: set[asyncio.Task[None]] = set()
        events.subscribe(self._hear)

    async def lines(self, session: SessionId) -> Sequence[str]:
        """Return what a session shows, or showed last."""
        return await self._read(session)

    async def profile(self, record: SessionRecord) -> AgentProfile | None:
        """Return what is known of a run's engine; None when it does not exist any more."""
        run = record.session.run
        if run is None:
            return None
        try:
            project = record.session.project.value
            return (await self._profiles.known(run.profile.value, project)).profile
        except IdeaError:
            return None

    async def sentence(self, record: SessionRecord) -> str:
        """Return what became of a program that died at once, what it said, and the next step."""
        lines = await self._read(record.session.id)
        return failed_start(record, reason_of(record), lines, await self.profile(record))

    async def close(self) -> None:
        """Say nothing any more."""
        for task in (telling := tuple(self._telling)):
            task.cancel()
        if telling:
            await asyncio.wait(telling)

    def _hear(self, event: Event) -> None:
        if not isinstance(event, SessionEnded) or event.session.run is None:
            return
        record = self._sessions.record(event.session.id)
        if died_at_once(record):
            task = asyncio.get_running_loop().create_task(
                self._tell(record), name=f"failed start of {event.session.id.short}"
            )
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell(self, record: SessionRecord) -> None:
        """A cell shows by itself how a program ended and what it said, but not the next step."""
        session = record.session
        shown = self._cells.place_of(session.project, session.id) is not None
        lines, profile = await self._read(session.id), await self.profile(record)
        if not shown or must_log_in(lines, profile):
            self._events.publish(Noticed(failed_start(record, reason_of(record), lines, profile)))
