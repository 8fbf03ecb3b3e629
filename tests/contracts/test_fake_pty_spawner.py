from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import override

from contracts.pty_adoption import PtyAdoptionContract
from contracts.pty_spawner import PtySpawnerContract
from fakes.pty import FakePtySpawner
from idea.domain.ids import SessionId
from idea.domain.ports.pty import PtySpawner
from idea.domain.terminal import Exited


class TestFakePtyAdoption(PtyAdoptionContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        yield FakePtySpawner()

    @override
    async def successor(self, spawner: PtySpawner) -> PtySpawner:
        assert isinstance(spawner, FakePtySpawner)
        spawner.leave()
        return spawner

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        return words

    @override
    async def end_unseen(self, spawner: PtySpawner, pid: int, session: SessionId) -> None:
        assert isinstance(spawner, FakePtySpawner)
        spawner.end_unseen(session, Exited(-9))


class TestFakePtySpawner(PtySpawnerContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        yield FakePtySpawner()

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        return words
