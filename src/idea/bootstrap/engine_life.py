"""The engine's own life: how it is, when it leaves, and in which order."""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, override

from idea.application.engine.idle_watch import IdleWatch
from idea.domain.errors import StoreError
from idea.domain.ports.clock import Clock
from idea.domain.ports.engine_control import EngineControl, EngineVitals
from idea.infrastructure.loop_lag import LoopLag
from idea.presentation.engine.clients import Clients
from idea.presentation.engine.server import EngineServer

_log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 2.0
FINISH_WITHIN_S: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSessions:
    """What the engine's life needs of its sessions."""

    live_count: Callable[[], int]
    stop_all: Callable[[], Awaitable[None]]


class EngineLife(EngineControl):
    """Knows how the process is and when it is to end; lives on the event loop's thread."""

    def __init__(
        self,
        *,
        clock: Clock,
        clients: Clients,
        sessions: HeldSessions,
        lag: LoopLag,
        idle_s: Callable[[], float],
    ) -> None:
        """`idle_s` is asked for again and again: after how long an unneeded engine leaves."""
        self._clock = clock
        self._clients = clients
        self._sessions = sessions
        self._lag = lag
        self._since = clock.now()
        self._idle_s = idle_s
        self._idle = IdleWatch(clock.monotonic_s())
        self._over = asyncio.Event()
        self.address = ""
        self.is_stopped = False
        """Whether it was told to end and no other engine is wanted."""

    @override
    def vitals(self) -> EngineVitals:
        return EngineVitals(
            pid=os.getpid(),
            since=self._since,
            clients=self._clients.programs,
            live_sessions=self._sessions.live_count(),
            loop_lag_p99_ms=self._lag.p99_ms,
            address=self.address,
            client_protocols=self._clients.protocols,
            sessions_outlive_it=sys.platform != "win32",
        )

    @override
    async def stop_sessions(self) -> None:
        await self._sessions.stop_all()

    @override
    def leave(self, *, stopped: bool = False) -> None:
        self.is_stopped = self.is_stopped or stopped
        self._over.set()

    async def until_over(
        self, server: EngineServer, announce: Callable[[], None], look_every_s: float
    ) -> None:
        """Keep the engine reachable until it is told to leave or nobody needs it.

        `announce` writes the address again, after the socket or the file had vanished.
        """
        while not self._over.is_set():
            try:
                async with asyncio.timeout(look_every_s):
                    await self._over.wait()
            except TimeoutError:
                await self._look(server, announce)

    async def _look(self, server: EngineServer, announce: Callable[[], None]) -> None:
        try:
            await server.reopen_if_vanished()
            announce()
        except (StoreError, OSError):
            _log.exception("The engine cannot be reached at the moment; trying again")
        if self._idle.is_over(
            self._clock.monotonic_s(),
            limit_s=self._idle_s(),
            live_sessions=self._sessions.live_count(),
            clients=self._clients.count,
            served=self._clients.served,
        ):
            _log.info("Nobody needs this engine any more")
            self.leave()


async def finish(work: Awaitable[object], what: str, within_s: float = FINISH_WITHIN_S) -> None:
    """Wait for a step of leaving, but not for ever; a failing one does not hold up the next."""
    try:
        async with asyncio.timeout(within_s):
            await work
    except TimeoutError:
        _log.warning("Left without waiting longer for %s", what)
    except Exception:  # noqa: BLE001 # The steps after this one matter as much.
        _log.exception("Leaving: %s failed", what)
