"""Writes session records behind the use cases' backs: the newest one of a session wins."""

import asyncio

from idea.domain.errors import StoreError
from idea.domain.events import NotSaved
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord

_RETRY_S = 5.0


class RecordWriter:
    """Saves records one after another, on the event loop; a failed one is announced and retried."""

    def __init__(self, store: SessionStore, bus: EventBus, *, retry_s: float = _RETRY_S) -> None:
        self._store = store
        self._bus = bus
        self._retry_s = retry_s
        self._waiting: dict[SessionId, SessionRecord] = {}
        self._failing: set[SessionId] = set()
        self._task: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()

    def save(self, record: SessionRecord) -> None:
        """Keep this record; returns at once."""
        self._waiting[record.session.id] = record
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="session records")

    async def written(self, session: SessionId) -> None:
        """Wait until the newest record of a session is kept or could not be; may be cancelled."""
        while session in self._waiting and session not in self._failing:
            await self._tried.wait()

    def forget(self, session: SessionId) -> None:
        """Keep nothing of this session that is not written yet."""
        self._waiting.pop(session, None)
        self._failing.discard(session)

    async def close(self) -> None:
        """Write what waits, each once more, and end."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        for record in list(self._waiting.values()):
            await self._write(record)
        self._waiting.clear()
        self._wake()

    def _wake(self) -> None:
        tried, self._tried = self._tried, asyncio.Event()
        tried.set()

    async def _run(self) -> None:
        while self._waiting:
            for session, record in list(self._waiting.items()):
                if await self._write(record) and self._waiting.get(session) is record:
                    del self._waiting[session]
                self._wake()
            if self._waiting and self._failing:
                await asyncio.sleep(self._retry_s)
        self._task = None

    async def _write(self, record: SessionRecord) -> bool:
        session = record.session.id
        try:
            await self._store.save(record)
        except StoreError as error:
            if session not in self._failing:
                self._failing.add(session)
                self._bus.publish(NotSaved(path=f"{session}/session.json", reason=error.sentence))
            return False
        self._failing.discard(session)
        return True
