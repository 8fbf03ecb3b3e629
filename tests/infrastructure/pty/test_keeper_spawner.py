import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import override

import pytest

from contracts.pty_adoption import PtyAdoptionContract
from contracts.pty_spawner import PtySpawnerContract
from idea.domain.ids import SessionId
from idea.domain.ports.pty import PtySpawner
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from support.keepers import a_spawner, is_alive
from support.running import becomes

pytestmark = pytest.mark.posix


class TestKeeperPtyAdoption(PtyAdoptionContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        async with a_spawner() as (spawner, places):
            self._places, self._last = places, spawner
            try:
                yield spawner
            finally:
                await self._last.close()

    @override
    async def successor(self, spawner: PtySpawner) -> PtySpawner:
        assert isinstance(spawner, KeeperPtySpawner)
        await spawner.close()
        self._last = KeeperPtySpawner(self._places, LocalProcesses())
        return self._last

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        return ("cat",) if words == ("echo",) else ("sleep", "1000")

    @override
    async def end_unseen(self, spawner: PtySpawner, pid: int, session: SessionId) -> None:
        os.kill(pid, signal.SIGKILL)
        await becomes(lambda: not is_alive(pid), "its end")


class TestKeeperPtySpawner(PtySpawnerContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        async with a_spawner() as (spawner, _):
            yield spawner

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        match words:
            case ["echo"]:
                return ("cat",)
            case ["exit", code, text]:
                return ("sh", "-c", 'printf %s "$1"; exit "$0"', code, text)
            case ["wait"]:
                return ("sleep", "1000")
            case _:
                return words
