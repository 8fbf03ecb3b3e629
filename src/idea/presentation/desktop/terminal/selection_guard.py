"""Lets a selection go when its text changes, so that nothing is marked that nobody selected.

Reading the text of a large selection takes milliseconds. So it is read before the first output
that follows a selection, and compared as seldom as keeps the reading a small part of the time.
"""

from collections.abc import Callable

from idea.domain.ports.terminal_core import Screen

_REST = 20.0
"""How much longer than a comparison took it rests until the next one."""


class SelectionGuard:
    """Watches the selection of one screen; lives on its thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._watches = False
        self._text: str | None = None
        self._changed = False
        self._rests_until = 0.0

    @property
    def due_at(self) -> float | None:
        """When the next comparison is to be made; None for never."""
        return self._rests_until if self._changed else None

    def renew(self) -> None:
        """Watch what is selected from now on."""
        self._watches, self._text, self._changed = True, None, False

    def forget(self) -> None:
        """Watch nothing."""
        self._watches, self._changed = False, False

    def before_change(self, screen: Screen) -> None:
        """Remember the selected text before the screen changes."""
        if self._watches and self._text is None:
            self._text = self._read(screen)
        self._changed = self._watches

    def check(self, screen: Screen, now: float) -> bool:
        """Clear the selection if its text changed; returns whether that was so."""
        if not self._changed or now < self._rests_until:
            return False
        self._changed = False
        if self._read(screen) == self._text:
            return False
        screen.clear_selection()
        # Watching goes on: the other of the two screens of a terminal has its own selection.
        self._text = ""
        return True

    def _read(self, screen: Screen) -> str:
        begun = self._clock()
        text = screen.selected_text()
        ended = self._clock()
        self._rests_until = ended + _REST * (ended - begun)
        return text
