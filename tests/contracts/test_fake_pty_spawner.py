from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import override

from contracts.pty_spawner import PtySpawnerContract
from fakes.pty import FakePtySpawner
from idea.domain.ports.pty import PtySpawner


class TestFakePtySpawner(PtySpawnerContract):
    @override
    @asynccontextmanager
    async def spawner(self) -> AsyncIterator[PtySpawner]:
        yield FakePtySpawner()

    @override
    def command(self, *words: str) -> tuple[str, ...]:
        return words
