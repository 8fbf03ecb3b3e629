"""Keeps ended sessions, with their logs, no longer and no larger than the person wants."""

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from idea.application.terminals.sessions import Sessions
from idea.domain.errors import IdeaError
from idea.domain.events import Event, SessionEnded
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord, credible_age

TIDY_EVERY_S: Final = 3_600.0
_STEPS: Final = 4
"""Into how many parts, at least, the time must fall that a session was kept."""


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
        self._looks: list[datetime] = []
        self._wanted = asyncio.Event()
        bus.subscribe(self._hear)

    async def tidy(self) -> None:
        """Look once; what cannot be removed now is tried again at the next look."""
        await self._forget_old(self._kept_for())
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

    async def _forget_old(self, kept_for: timedelta) -> None:
        """Forget by age; a clock that was set far forward alone makes nothing too old."""
        now, ended = self._clock.now(), self._sessions.ended()
        self._looks = [at for at in self._looks if now - at <= 2 * kept_for]
        ends = (record.ended_at for record in ended if record.ended_at is not None)
        times = {*self._looks, *self._sessions.begun(), *ends}
        self._looks.append(now)
        for record in ended:
            since = record.ended_at
            if since is None or now - since <= kept_for:
                continue
            if credible_age(since, times, now, kept_for / _STEPS) > kept_for:
                await self._forget(record)

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
