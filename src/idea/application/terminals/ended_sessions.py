"""Keeps ended sessions, with their logs, no longer and no larger than the person wants."""

import asyncio
import contextlib
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from idea.application.terminals.sessions import Sessions
from idea.domain.errors import IdeaError
from idea.domain.events import Event, SessionEnded
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord

TIDY_EVERY_S: Final = 3_600.0


class EndedSessions:
    """Forgets what is too old, then the oldest until all logs fit; live sessions never."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        store: SessionStore,
        bus: EventBus,
        clock: Clock,
        kept_for: Callable[[], timedelta],
        room_bytes: Callable[[], int],
    ) -> None:
        self._sessions = sessions
        self._store = store
        self._clock = clock
        self._kept_for = kept_for
        self._room_bytes = room_bytes
        self._wanted = asyncio.Event()
        bus.subscribe(self._hear)

    async def tidy(self) -> None:
        """Look once; what cannot be removed now is tried again at the next look."""
        now, kept_for = self._clock.now(), self._kept_for()
        for record in self._sessions.ended():
            if record.ended_at is not None and now - record.ended_at > kept_for:
                await self._forget(record)
        sizes, room_bytes = await self._store.sizes(), self._room_bytes()
        # What leaves no room by itself goes first, or stays: to forget others would not help.
        for record in self._sessions.ended():
            if sizes.get(record.session.id, 0) > room_bytes:
                await self._forget(record)
        excess = sum(size for size in sizes.values() if size <= room_bytes) - room_bytes
        for record in self._sessions.ended():
            if excess <= 0:
                return
            if await self._forget(record):
                excess -= sizes.get(record.session.id, 0)

    def _hear(self, event: Event) -> None:
        if isinstance(event, SessionEnded):
            self._wanted.set()

    async def keep_tidy(self) -> None:
        """Look now, at every end of a session and every hour, until cancelled."""
        while True:
            self._wanted.clear()
            await self.tidy()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TIDY_EVERY_S):
                    await self._wanted.wait()

    async def _forget(self, record: SessionRecord) -> bool:
        with contextlib.suppress(IdeaError):
            await self._sessions.forget(record.session.id)
            return True
        return False
