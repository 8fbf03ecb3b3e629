"""What programs tell while nobody shows them: their titles, bells, notifications and status.

Some change their title hundreds of times a second, so of each session at most one of a kind goes on
each second; of what is held back the newest, and of a program's status all that still counts.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_effects import NotificationClosed, Notified, StatusTold
from idea.domain.program_status import with_newest
from idea.domain.stream.worker_wire import Beside, Rang, Titled, ToldBeside

EVERY_S: Final = 1.0

type Unseen = Titled | Rang | ToldBeside
"""What a worker tells of a session that is not on its screen."""


class UnseenNews:
    """Lives on the event loop's thread."""

    def __init__(
        self,
        *,
        titled: Callable[[SessionId, str], None],
        rang: Callable[[SessionId], None],
        told: Callable[[SessionId, Beside], None],
    ) -> None:
        self._titled = titled
        self._rang = rang
        self._told = told
        self._later: dict[tuple[SessionId, type], Unseen] = {}
        """What sessions told less than a second after the last of its kind."""
        self._timers: dict[tuple[SessionId, type], asyncio.TimerHandle] = {}

    def take(self, session: SessionId, news: Unseen) -> None:
        """Pass on what a program told, at once or, if it tells much, later."""
        slot = session, _kind(news)
        if slot not in self._timers:
            self._pass_on(session, news)
            self._wait(slot)
        elif not isinstance(news, Rang):
            self._later[slot] = _newest(self._later.get(slot), news)

    def stop(self) -> None:
        """Pass on nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _pass_on(self, session: SessionId, news: Unseen) -> None:
        match news:
            case Titled(title):
                self._titled(session, title)
            case Rang():
                self._rang(session)
            case ToldBeside(effect):
                self._told(session, effect)

    def _wait(self, slot: tuple[SessionId, type]) -> None:
        loop = asyncio.get_running_loop()
        self._timers[slot] = loop.call_later(EVERY_S, self._after, slot)

    def _after(self, slot: tuple[SessionId, type]) -> None:
        del self._timers[slot]
        news = self._later.pop(slot, None)
        if news is not None:
            self._pass_on(slot[0], news)
            self._wait(slot)


def _kind(news: Unseen) -> type:
    if not isinstance(news, ToldBeside):
        return type(news)
    # A notification and its end outdo each other.
    return Notified if isinstance(news.effect, NotificationClosed) else type(news.effect)


def _newest(earlier: Unseen | None, news: Unseen) -> Unseen:
    match earlier, news:
        case ToldBeside(StatusTold(known)), ToldBeside(StatusTold(new)):
            gathered = list(known)
            for each in new:
                gathered = with_newest(gathered, each)
            return ToldBeside(StatusTold(tuple(gathered)))
        case _:
            return news
