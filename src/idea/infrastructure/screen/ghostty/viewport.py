"""Moves the viewport of one terminal."""

import contextlib
from collections.abc import Iterator

from idea.infrastructure.screen.ghostty.abi import POINTER, Abi, ScrollTo
from idea.infrastructure.screen.ghostty.facts import TerminalFacts


class Scroller:
    """Scrolls one terminal, with short calls."""

    def __init__(self, abi: Abi, terminal: int, facts: TerminalFacts) -> None:
        """Scroll the terminal at an address."""
        self._lib = abi.lib
        self._terminal = terminal
        self._facts = facts
        self._scroll = abi.short("ghostty_terminal_scroll_viewport", POINTER, ScrollTo, result=None)

    @property
    def top(self) -> int:
        """The absolute line shown first."""
        return self._facts.scrollback().top

    def by(self, lines: int) -> None:
        """Move by lines, negative towards older output."""
        self._move(self._lib.GHOSTTY_SCROLL_VIEWPORT_DELTA, lines)
        self.forget_place()

    def to(self, line: int) -> int:
        """Show an absolute line at the top; return the line that really is there."""
        self._move(self._lib.GHOSTTY_SCROLL_VIEWPORT_ROW, max(line, 0))
        return self.top

    def to_bottom(self) -> None:
        """Follow the newest output."""
        self._move(self._lib.GHOSTTY_SCROLL_VIEWPORT_BOTTOM, 0)
        self.forget_place()

    def forget_place(self) -> None:
        """Let the line last shown at the top mean nothing while the newest output is followed.

        The library goes on to keep that line. A page that gets lower then keeps the blanks down
        to it, and the cursor is moved away from its text. The second line is there in any case.
        """
        if self._facts.is_following():
            self._move(self._lib.GHOSTTY_SCROLL_VIEWPORT_ROW, 1)
            self._move(self._lib.GHOSTTY_SCROLL_VIEWPORT_BOTTOM, 0)

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Put the viewport back at the end."""
        following, top = self._facts.is_following(), self.top
        try:
            yield
        finally:
            if following:
                self.to_bottom()
            else:
                self.to(top)

    def _move(self, tag: int, value: int) -> None:
        self._scroll(self._terminal, ScrollTo(tag=tag, value=value))
