"""What programs tell while nobody shows them: their titles, and that they rang.

Some change their title hundreds of times a second, so of each session at most one title and one
bell a second goes on, the last title included.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from idea.domain.ids import SessionId
from idea.domain.stream.worker_wire import Rang, Titled

EVERY_S: Final = 1.0


class UnseenNews:
    """Lives on the event loop's thread."""

    def __init__(
        self, *, titled: Callable[[SessionId, str], None], rang: Callable[[SessionId], None]
    ) -> None:
        self._titled = titled
        self._rang = rang
        self._titles: dict[SessionId, str] = {}
        """The newest title of sessions that told another one less than a second ago."""
        self._timers: dict[tuple[SessionId, type], asyncio.TimerHandle] = {}

    def take(self, session: SessionId, told: Titled | Rang) -> None:
        """Pass on what a program told, at once or, if it tells much, later."""
        kind = type(told)
        if (session, kind) not in self._timers:
            self._pass_on(session, told)
            self._wait(session, kind)
        elif isinstance(told, Titled):
            self._titles[session] = told.title

    def stop(self) -> None:
        """Pass on nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _pass_on(self, session: SessionId, told: Titled | Rang) -> None:
        match told:
            case Titled(title):
                self._titled(session, title)
            case Rang():
                self._rang(session)

    def _wait(self, session: SessionId, kind: type) -> None:
        loop = asyncio.get_running_loop()
        self._timers[session, kind] = loop.call_later(EVERY_S, self._after, session, kind)

    def _after(self, session: SessionId, kind: type) -> None:
        del self._timers[session, kind]
        title = self._titles.pop(session, None) if kind is Titled else None
        if title is not None:
            self._titled(session, title)
            self._wait(session, kind)
