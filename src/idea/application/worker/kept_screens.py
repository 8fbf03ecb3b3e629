"""All screens of the worker, each in its turn, so that no session starves another."""

import logging
from collections.abc import Callable
from functools import partial

from idea.application.worker.kept_screen import Cores, KeptScreen
from idea.domain.errors import IdeaError
from idea.domain.screen_look import DARK_LOOK
from idea.domain.stream.messages import Seq
from idea.domain.stream.worker_wire import (
    Broken,
    Dressed,
    Dropped,
    FromWorker,
    Pinged,
    Ready,
    ScreenAsked,
    ToWorker,
)

_log = logging.getLogger(__name__)

TURN_S = 0.008


class KeptScreens:
    """Follows every session the engine tells of; lives on the worker's one thread."""

    def __init__(
        self,
        cores: Cores,
        *,
        send: Callable[[int, FromWorker], None],
        mark: Callable[[int, Seq], None],
        clock: Callable[[], float],
    ) -> None:
        """`mark` says which session is worked on, and 0 for none; `clock` is monotonic seconds."""
        self._cores = cores
        self._send = send
        self._mark = mark
        self._clock = clock
        self._screens: dict[int, KeptScreen] = {}
        self._broken: set[int] = set()
        self._look = DARK_LOOK

    @property
    def busy(self) -> bool:
        """Whether any screen has something to do."""
        return any(screen.busy for screen in self._screens.values())

    def rest_s(self) -> float | None:
        """Return after how many seconds a turn has something to do; None for never, or at once."""
        times = [at for screen in self._screens.values() if (at := screen.packs_at) is not None]
        if not times or self.busy:
            return None
        return max(min(times) - self._clock(), 0.0)

    def begin(self) -> None:
        """Tell the engine that sessions may come."""
        self._send(0, Ready(self._cores.screens.name))

    def receive(self, number: int, message: ToWorker) -> None:
        """Take what the engine says."""
        match message:
            case Pinged():
                self._send(0, message)
            case Dressed(look):
                self._look = look
                for each, screen in tuple(self._screens.items()):
                    self._try(each, partial(screen.dress, look))
            case Dropped():
                self._broken.discard(number)
                self._drop(number)
            case _ if number in self._broken:
                pass  # Sent before the engine heard that this one is broken.
            case ScreenAsked():
                self._screen(number).ask(message)
            case _:
                self._try(number, partial(self._screen(number).receive, message))

    def turn(self) -> None:
        """Give each screen that has something to do one turn."""
        for number, screen in tuple(self._screens.items()):
            if screen.busy:
                self._try(number, partial(self._work, screen))
            elif screen.packs_at is not None:
                self._try(number, screen.pack)
        self._mark(0, 0)

    def _work(self, screen: KeptScreen) -> None:
        until = self._clock() + TURN_S
        screen.work(lambda: self._clock() >= until)

    def close(self) -> None:
        """Free every core."""
        for number in tuple(self._screens):
            self._drop(number)

    def _screen(self, number: int) -> KeptScreen:
        screen = self._screens.get(number)
        if screen is None:
            screen = self._screens[number] = KeptScreen(
                self._cores,
                look=self._look,
                send=lambda message: self._send(number, message),
                mark=lambda seq: self._mark(number, seq),
                clock=self._clock,
            )
        return screen

    def _drop(self, number: int) -> None:
        screen = self._screens.pop(number, None)
        if screen is not None:
            screen.close()

    def _try(self, number: int, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 # One session's core must not end the others'.
            sentence = error.sentence if isinstance(error, IdeaError) else repr(error)
            if not isinstance(error, IdeaError):
                _log.exception("The screen %d cannot go on", number)
            self._broken.add(number)
            self._drop(number)
            self._send(number, Broken(sentence))
