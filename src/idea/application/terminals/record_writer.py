"""Writes session records behind the use cases' backs: the newest one of a session wins."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Final

from idea.domain.errors import NotSavedError
from idea.domain.events import Noticed, NotSaved
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord

RETRY_PAUSES_S: Final = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""How long to wait after each failure in a row; the last one repeats."""
_OUR_FAULT: Final = "IdeA made a mistake, which stands in its log"
_log = logging.getLogger(__name__)


class RecordWriter:
    """Saves records one after another, on the event loop.

    What cannot be saved is tried again with growing pauses. All records lie on one disk, so the
    first failure is announced for all of them, and so is the end of the trouble.
    """

    def __init__(
        self,
        store: SessionStore,
        bus: EventBus,
        *,
        retry_pauses_s: Sequence[float] = RETRY_PAUSES_S,
    ) -> None:
        self._store = store
        self._bus = bus
        self._pauses = retry_pauses_s
        self._waiting: dict[SessionId, SessionRecord] = {}
        self._failing: set[SessionId] = set()
        self._is_announced = False
        self._task: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self._hurry = asyncio.Event()

    def save(self, record: SessionRecord) -> None:
        """Keep this record; returns at once."""
        session = record.session.id
        self._waiting[session] = record
        if session not in self._failing:
            self._hurry.set()
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
        failures = 0
        while self._waiting:
            self._hurry.clear()
            for session, record in list(self._waiting.items()):
                if await self._write(record) and self._waiting.get(session) is record:
                    del self._waiting[session]
                self._wake()
            failures = failures + 1 if self._failing else 0
            if self._waiting and self._failing:
                await self._pause(self._pauses[min(failures, len(self._pauses)) - 1])
        self._task = None

    async def _pause(self, seconds: float) -> None:
        """Wait, but not when another session has something to keep."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    def _fail(self, session: SessionId, path: str, reason: str) -> None:
        self._failing.add(session)
        if not self._is_announced:
            self._is_announced = True
            self._bus.publish(NotSaved(path=path, reason=reason))

    async def _write(self, record: SessionRecord) -> bool:
        session = record.session.id
        try:
            await self._store.save(record)
        except NotSavedError as error:
            self._fail(session, error.path, error.reason)
            return False
        except Exception:  # noqa: BLE001
            # One fault must not end the saving of all records.
            _log.exception("The record of %s could not be saved", session.short)
            self._fail(session, f"What is known of session {session.short}", _OUR_FAULT)
            return False
        self._failing.discard(session)
        if self._is_announced and not self._failing:
            self._is_announced = False
            self._bus.publish(Noticed("What is known of the sessions is saved again."))
        return True
