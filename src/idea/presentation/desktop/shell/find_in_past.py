"""Finds what a full-screen program has shown, and walks the view through it (rule R10)."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Protocol

from idea.domain.errors import InvalidError
from idea.domain.ports.text_search import LineMatcher
from idea.presentation.desktop.bridge.main_thread import Poster
from idea.presentation.desktop.terminal.past_search import PastPicture, PastSearch
from idea.presentation.desktop.terminal.view import TerminalView


class Reading(Protocol):
    """A log that is being read; main thread only."""

    def cancel(self) -> None:
        """Read no more."""
        ...


class Say(Protocol):
    """Tells the person what was found."""

    def __call__(self, sentence: str, *, wrong: bool = False) -> None:
        """Say a sentence, or what is wrong with what is looked for."""
        ...


type ReadPast = Callable[[str, PastSearch, Callable[[], None], Callable[[], None]], Reading]
"""Reads a session's log for a search, calling back after each page from any thread, and at the
end, well or not, on the main thread."""


class FindInPast:
    """The pictures of one view's past that have what is looked for; main thread only."""

    def __init__(
        self,
        view: TerminalView,
        new_search: Callable[[LineMatcher], PastSearch],
        read: ReadPast,
        main: Poster,
        say: Say,
    ) -> None:
        """Prepare; nothing is looked for yet."""
        self._view = view
        self._new_search = new_search
        self._read = read
        self._main = main
        self._say = say
        self._search: PastSearch | None = None
        self._reading: Reading | None = None
        self._is_read = False
        self._shown: PastPicture | None = None
        """The picture that is shown; None for the present. The search may have forgotten it."""

    @property
    def is_active(self) -> bool:
        """Whether the past is searched."""
        return self._search is not None

    def seek(self, make: Callable[[], LineMatcher]) -> None:
        """Look for something in all that is kept of the session's past."""
        self.stop()
        try:
            search = self._search = self._new_search(make())
        except InvalidError as error:
            self._say(error.sentence, wrong=True)
            return
        self._is_read = False
        current = partial(self._if_current, search)
        self._reading = self._read(
            self._view.terminal.session.value,
            search,
            lambda: self._main.post(partial(current, self._tell)),
            partial(current, self._finish),
        )
        self._tell()

    def step(self, *, down: bool) -> None:
        """Show the next picture towards the present, or the next older one."""
        pictures = self._pictures()
        if not pictures:
            return
        at = (self._place() + (1 if down else -1)) % (len(pictures) + 1)
        self._shown = pictures[at] if at < len(pictures) else None
        self._show()

    def stop(self) -> None:
        """Look for nothing and show the present."""
        if self._reading is not None:
            self._reading.cancel()
        self._search = self._reading = None
        self._shown = None
        self._view.show_past(None)

    def _if_current(self, search: PastSearch, act: Callable[[], None]) -> None:
        if search is self._search:
            act()

    def _finish(self) -> None:
        self._is_read = True
        if self._shown is None and self._pictures():
            self.step(down=False)
        self._tell()

    def _pictures(self) -> tuple[PastPicture, ...]:
        return self._search.pictures if self._search is not None else ()

    def _place(self) -> int:
        """Return which picture is shown; the present comes after the last."""
        pictures = self._pictures()
        if self._shown is None:
            return len(pictures)
        found = (at for at, picture in enumerate(pictures) if picture is self._shown)
        return next(found, 0)

    def _show(self) -> None:
        picture, frame = self._shown, self._view.frame
        if picture is None or frame is None:
            self._view.show_past(None)
        else:
            self._view.show_past(picture.frame(frame.modes), picture.hits)
        self._tell()

    def _tell(self) -> None:
        pictures = self._pictures()
        count = f"{len(pictures):,}" if self._is_read else f"{len(pictures):,}+"
        if not pictures:
            self._say("Never shown" if self._is_read else "Looking back…")
        elif self._shown is None:
            self._say(f"now · {count} screens")
        else:
            time = datetime.fromtimestamp(self._shown.at_ms / 1000).astimezone()
            self._say(f"{time:%H:%M:%S} · {self._place() + 1:,} of {count}")
