from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import override

import pytest

from contracts.pty_spawner import PtySpawnerContract
from idea.domain.ports.pty import PtySpawner
from support.keepers import a_spawner

pytestmark = pytest.mark.posix


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
