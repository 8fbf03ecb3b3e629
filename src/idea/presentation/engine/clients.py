"""The connections the engine has, so that they can be counted and told to leave."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

WINDOW: Final = "window"
"""What windows call themselves."""


class Clients:
    """Counts connected programs and ends their connections in the engine's own order."""

    def __init__(self) -> None:
        self._leaving = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._here = 0
        self._channels = 0
        self._protocols: dict[object, tuple[int, int]] = {}
        self._names: dict[object, str] = {}
        self.are_stopped = False
        """Whether they leave an engine that nobody is to start again unasked."""
        self.served = 0
        """Connections so far, answered one-shot calls included."""

    @property
    def count(self) -> int:
        """How many connections there are now, channels to sessions included."""
        return self._here

    @property
    def programs(self) -> int:
        """How many programs follow the engine; a window counts once, whatever it shows."""
        return self._here - self._channels

    @contextmanager
    def present(self) -> Iterator[None]:
        """Count one client for as long as the block runs."""
        self._here += 1
        self._empty.clear()
        self.served += 1
        try:
            yield
        finally:
            self._here -= 1
            if not self._here:
                self._empty.set()

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Count one channel to a session for as long as the block runs."""
        self._channels += 1
        try:
            with self.present():
                yield
        finally:
            self._channels -= 1

    @property
    def protocols(self) -> tuple[tuple[int, int], ...]:
        """The oldest and newest protocol of each program that said hello and is here."""
        return tuple(self._protocols.values())

    @property
    def windows(self) -> int:
        """How many of them are windows."""
        return sum(name == WINDOW for name in self._names.values())

    @contextmanager
    def speaking(self, oldest: int, newest: int, name: str = "") -> Iterator[None]:
        """Know what a client speaks, and what it calls itself, for as long as the block runs."""
        key = object()
        self._protocols[key] = (oldest, newest)
        self._names[key] = name
        try:
            yield
        finally:
            del self._protocols[key]
            del self._names[key]

    def note_visit(self) -> None:
        """Count a call that comes and goes at once; the server waits for it by itself."""
        self.served += 1

    def send_away(self, *, stopped: bool = False) -> None:
        """Tell every connection to finish what it has to send and close.

        `stopped` says that no other engine is wanted.
        """
        self.are_stopped = stopped
        self._leaving.set()

    async def leaving(self) -> None:
        """Wait until the engine is about to end."""
        await self._leaving.wait()

    async def gone(self) -> None:
        """Wait until nobody is connected."""
        await self._empty.wait()
