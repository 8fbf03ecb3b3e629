"""The sessions this engine knows: the truth about what runs, what ended, and why.

Everything here runs on the event loop's thread. A session is *live* while its program runs; ended
ones stay in the list, with their log, until they are forgotten.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from idea.application.terminals.cells import SessionCells
from idea.application.terminals.logged_ends import found_ended
from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.record_writer import RecordWriter
from idea.application.terminals.session_entry import Foreground, SessionEntry
from idea.application.terminals.session_pump import SessionPump, SessionPumps
from idea.application.terminals.session_view import session_name, session_view
from idea.application.views import SessionView
from idea.domain.agents.run import AgentRun
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, ProcessError
from idea.domain.events import SessionChanged, SessionEnded, SessionForgotten, SessionStarted
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.pty import Pty, PtySpawner
from idea.domain.ports.session_store import SessionStore
from idea.domain.program_status import AT_PROMPT, StatusNews
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Exited, Lost, Size

_log = logging.getLogger(__name__)

_STOP_LIMIT_S = 10.0
"""A stop takes 2 s when the program ignores the hang-up; the rest is for a loaded machine."""


_TITLE_SAVED_AGAIN_S = 30.0
"""How often at most a title alone makes a record be written; some programs change theirs a lot."""


class Sessions:
    """The registry of terminal sessions, live and ended, with their pumps."""

    def __init__(
        self,
        *,
        store: SessionStore,
        pumps: SessionPumps,
        cells: SessionCells,
        bus: EventBus,
        clock: Clock,
        statuses: ProgramStatuses,
    ) -> None:
        self._statuses = statuses
        self._store = store
        self._pumps = pumps
        self._cells = cells
        self._bus = bus
        self._clock = clock
        self._writer = RecordWriter(store, bus)
        self._entries: dict[SessionId, SessionEntry] = {}
        self._awaiting: dict[SessionId, SessionRecord] = {}

    async def restore(self, boot: str, held: Collection[SessionId] = ()) -> Sequence[str]:
        """Take in what earlier engines knew, live sessions of theirs as lost; called once.

        Those `held` are not lost: each waits for `adopt`. Returns one sentence for each record that
        cannot be read.
        """
        records, problems = await self._store.load()
        now = self._clock.now()
        for found in records:
            if found.session.id in held and not isinstance(found.session.status, Exited):
                self._awaiting[found.session.id] = found
                continue
            revive = partial(self._pumps.revive, found.session)
            record = await found_ended(found, revive, boot=boot, now=now)
            entry = SessionEntry(record, None)
            entry.gone.set()
            self._entries[record.session.id] = entry
            if record is not found:
                self._writer.save(record)
        return problems

    @property
    def live_count(self) -> int:
        """How many programs run."""
        return sum(entry.record.session.is_live for entry in self._entries.values())

    def begun(self) -> tuple[datetime, ...]:
        """Tell when each known session began."""
        return tuple(entry.record.session.started_at for entry in self._entries.values())

    def ended(self) -> tuple[SessionRecord, ...]:
        """Return what is known of the sessions whose program is gone, the oldest end first."""
        records = [entry.record for entry in self._entries.values() if entry.gone.is_set()]
        return tuple(sorted(records, key=lambda record: record.ended_at or self._clock.now()))

    def records(self, project: ProjectId) -> tuple[SessionRecord, ...]:
        """Return what is known of a project's sessions, the newest first."""
        found = [
            entry.record
            for entry in reversed(self._entries.values())
            if entry.record.session.project == project
        ]
        return tuple(sorted(found, key=lambda record: record.session.started_at, reverse=True))

    def find(self, name: str) -> SessionId:
        """Return the session with this id, or the only one whose id begins so.

        Raises:
            NotFoundError: None is called so.
            ConflictError: Several begin so.
        """
        found = [one for one in self._entries if one.value == name]
        if not found and name:
            found = [one for one in self._entries if one.value.startswith(name)]
        if not found:
            raise NotFoundError(f"There is no session {name!r}.")
        if len(found) > 1:
            raise ConflictError(f"{len(found)} sessions begin with {name!r}; give more of the id.")
        return found[0]

    def record(self, session: SessionId) -> SessionRecord:
        """Return what is known about a session.

        Raises:
            NotFoundError: There is no such session.
        """
        return self._entry(session).record

    def pump(self, session: SessionId) -> SessionPump:
        """Return the pump that views attach to, also after the session's end.

        Raises:
            NotFoundError: There is no such session.
        """
        entry = self._entry(session)
        if entry.pump is None:
            entry.pump = self._pumps.revive(entry.record.session)
        return entry.pump

    def view(self, session: SessionId) -> SessionView:
        """Return a session as every door shows it.

        Raises:
            NotFoundError: There is no such session.
        """
        entry = self._entry(session)
        place = self._cells.place_of(entry.record.session.project, session)
        front = entry.front
        return session_view(
            entry.record,
            place,
            program=front.program,
            folder=front.folder,
            told=self._statuses.view(session),
            adoptable="" if entry.record.session.own_run is not None else front.adoptable,
        )

    def views(self, project: ProjectId | None = None) -> tuple[SessionView, ...]:
        """Return the sessions of one project or all: live ones first, each group oldest first."""
        chosen = [
            entry.record.session
            for entry in self._entries.values()
            if project is None or entry.record.session.project == project
        ]
        chosen.sort(key=lambda session: (not session.is_live, session.started_at))
        return tuple(self.view(session.id) for session in chosen)

    def begin(
        self,
        record: SessionRecord,
        pty: Pty,
        ptys: PtySpawner,
        ended: asyncio.Future[Exited | Lost],
        earlier: bytes = b"",
    ) -> None:
        """Take in a session whose program was just started; `ended` tells how it ends.

        `earlier` is VT text that is shown above all the program prints.

        Raises:
            ConflictError: The session is known already.
        """
        session = record.session
        if session.id in self._entries:
            raise ConflictError(f"The session {session.id.short} is known already.")
        pump = self._pumps.start(
            session, pty, lambda size: self._resized(session.id, size), earlier
        )
        self._enter(record, pump, ptys, ended)
        self._writer.save(record)
        self._bus.publish(SessionStarted(session))

    async def recorded(self, session: SessionId) -> None:
        """Wait until what is known of a session is on disk, or could not be put there.

        From then on another engine knows it, whatever happens to this one; cancelling is safe.
        """
        await self._writer.written(session)

    def awaiting(self, session: SessionId) -> SessionRecord | None:
        """Return what was known of a session that waits to be adopted; None for a stranger."""
        return self._awaiting.get(session)

    def adopt(
        self,
        record: SessionRecord,
        pty: Pty,
        ptys: PtySpawner,
        ended: asyncio.Future[Exited | Lost],
    ) -> None:
        """Go on with a session whose program another engine started, as `begin` does."""
        session = record.session
        pump = self._pumps.adopt(session, pty, lambda size: self._resized(session.id, size))
        self._enter(record, pump, ptys, ended)
        if self._awaiting.pop(session.id, None) != record:
            self._writer.save(record)
        self._bus.publish(SessionChanged(session))

    def _enter(
        self,
        record: SessionRecord,
        pump: SessionPump,
        ptys: PtySpawner,
        ended: asyncio.Future[Exited | Lost],
    ) -> None:
        session = record.session
        entry = SessionEntry(record, pump)
        entry.ptys = ptys
        self._entries[session.id] = entry
        entry.watch = asyncio.create_task(
            self._watch(entry, pump, ended), name=f"session {session.id.short}"
        )

    async def stop(self, session: SessionId, *, force: bool = False) -> None:
        """Stop a session's process tree and wait until it is gone; ended ones stay as they are.

        Raises:
            NotFoundError: There is no such session.
            ProcessError: It does not end.
        """
        entry = self._entry(session)
        if entry.ptys is None or entry.gone.is_set():
            return
        entry.stopping = True
        try:
            async with asyncio.timeout(_STOP_LIMIT_S):
                await entry.ptys.stop(session, force=force)
                await entry.gone.wait()
        except TimeoutError:
            entry.stopping = False
            name = session_name(entry.record.session)
            raise ProcessError(f"{name} ({session.short}) does not end; try again.") from None

    async def stop_all(self) -> None:
        """Stop every live session, all at the same time.

        Raises:
            ProcessError: One does not end; the others were stopped.
        """
        live = [one for one, entry in self._entries.items() if not entry.gone.is_set()]
        results = await asyncio.gather(*map(self.stop, live), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result

    async def forget(self, session: SessionId) -> None:
        """Remove an ended session, its place in the grid and its log.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: It still runs.
            StoreError: Its files could not be removed; it stays in the list.
        """
        entry = self._entry(session)
        if not entry.gone.is_set():
            raise ConflictError("A running session cannot be forgotten; stop it first.")
        project = entry.record.session.project
        await self._cells.release(project, session)
        if entry.pump is not None:
            await entry.pump.close()
        self._writer.forget(session)
        await self._store.delete(project, session)
        if self._entries.pop(session, None) is not None:
            self._bus.publish(SessionForgotten(session))

    def send_text(self, session: SessionId, text: str, *, enter: bool) -> None:
        """Type text into a live session.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: It has ended.
            InvalidError: There is nothing to send.
        """
        entry = self._entry(session)
        if entry.gone.is_set():
            raise ConflictError("The session has ended; nothing can be sent to it.")
        if not text and not enter:
            raise InvalidError("There is no text to send.")
        self.pump(session).send_text(text, enter=enter)

    def set_title(self, session: SessionId, title: str) -> None:
        """Call a live session by its program's title; one that ended keeps its last.

        Raises:
            NotFoundError: There is no such session.
        """
        entry = self._entry(session)
        known = entry.record.session
        if not known.is_live or known.title == title:
            return
        entry.record = replace(entry.record, session=known.with_title(title))
        now = self._clock.monotonic_s()
        if now - entry.title_saved_s >= _TITLE_SAVED_AGAIN_S:
            entry.title_saved_s, entry.saved_title = now, title
            self._writer.save(entry.record)
        self._bus.publish(SessionChanged(entry.record.session))

    def set_run(self, session: SessionId, run: AgentRun) -> None:
        """Keep another state of what a session runs, live or ended.

        Raises:
            NotFoundError: There is no such session.
        """
        entry = self._entry(session)
        if entry.record.session.run != run:
            known = entry.record.session.with_run(run)
            entry.record = replace(entry.record, session=known)
            self._writer.save(entry.record)
            self._bus.publish(SessionChanged(known))

    def set_foreground(self, session: SessionId, front: Foreground) -> None:
        """Keep what was seen in front in a session.

        Raises:
            NotFoundError: There is no such session.
        """
        entry = self._entry(session)
        if entry.front != front:
            if entry.front.program and not front.program:
                # The session's own command is in front again: what worked or waited has left.
                self._statuses.tell(session, [StatusNews(AT_PROMPT)])
            entry.front = front
            self._bus.publish(SessionChanged(entry.record.session))

    async def rest(self) -> None:
        """Read no program any more, and wait until all that was read or typed is dealt with."""
        pumps = [entry.pump for entry in self._entries.values() if entry.pump is not None]
        await asyncio.gather(*(pump.rest() for pump in pumps))

    async def close(self) -> None:
        """Stop serving: records and logs are written out; programs are not touched."""
        for entry in self._entries.values():
            if entry.watch is not None:
                entry.watch.cancel()
        watches = [entry.watch for entry in self._entries.values() if entry.watch is not None]
        if watches:
            await asyncio.wait(watches)
        for entry in self._entries.values():
            if entry.pump is not None:
                await entry.pump.close()
            if entry.record.session.title != entry.saved_title:
                self._writer.save(entry.record)
        await self._writer.close()

    def _entry(self, session: SessionId) -> SessionEntry:
        try:
            return self._entries[session]
        except KeyError:
            raise NotFoundError(f"There is no session {session.value!r}.") from None

    async def _watch(
        self, entry: SessionEntry, pump: SessionPump, ended: asyncio.Future[Exited | Lost]
    ) -> None:
        status = await ended
        try:
            await pump.ended(status)
        except Exception:  # noqa: BLE001 # Whatever happened, the program is gone, and is said to be.
            _log.exception("%s: its end could not be recorded", entry.record.session.id.short)
        entry.front = replace(entry.front, program="", adoptable="")
        entry.record = entry.record.ended(status, stopped=entry.stopping, at=self._clock.now())
        self._writer.save(entry.record)
        entry.gone.set()
        self._bus.publish(SessionEnded(entry.record.session))

    def _resized(self, session: SessionId, size: Size) -> None:
        entry = self._entries.get(session)
        if entry is None or entry.record.session.size == size:
            return
        changed = entry.record.session.with_size(size)
        entry.record = replace(entry.record, session=changed)
        if changed.is_live:
            self._writer.save(entry.record)
        self._bus.publish(SessionChanged(changed))
