"""Everything a screen showed, as lines, told as they leave its page.

A core keeps a bounded history, so it is read and erased again and again. That is done after a line
feed outside of any control string, where a sequence of our own disturbs nothing.
"""

import re
from collections.abc import Iterator

from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.stream.client import Feed, Step
from idea.presentation.cli.stepped_screen import SteppedScreen

_HISTORY_LINES = 20_000
_READ_AFTER_LINES = 2_000
_READ_AFTER_BYTES = 64 * 1024
_SLICE_BYTES = 8 * 1024
"""Even if each byte is a line, the history holds what comes until it is read."""
_LINES_AT_ONCE = 1_000
_STRING_EDGE = re.compile(rb"\x1b[\]PX^_]|\x1b\\|[\x07\x18\x1a]")
_ERASE_HISTORY = b"\x1b[3J"
_MAIN_SCREEN = b"\x1b[?1049l"


class Transcript:
    """Turns steps into lines; blank ones at the end of a screen are left out."""

    def __init__(self, factory: ScreenFactory) -> None:
        self._stepped = SteppedScreen(factory, _HISTORY_LINES)
        self._is_in_string = False
        self._unread_lines = 0
        self._unread_bytes = 0
        self._blank = 0

    def lines(self, step: Step) -> Iterator[str]:
        """Do a step and yield the lines that are final."""
        match step:
            case Feed(data, _):
                for piece in _pieces(data):
                    self._stepped.do(Feed(piece, None))
                    yield from self._after(piece)
            case _:
                self._stepped.do(step)

    def _after(self, piece: bytes) -> Iterator[str]:
        edges = _STRING_EDGE.findall(piece)
        if edges:
            self._is_in_string = edges[-1][-1:] in b"]PX^_"
        self._unread_lines += piece.count(b"\n")
        self._unread_bytes += len(piece)
        is_due = self._unread_lines >= _READ_AFTER_LINES or self._unread_bytes >= _READ_AFTER_BYTES
        if is_due and piece.endswith(b"\n") and not self._is_in_string:
            yield from self._history()
            self._stepped.screen.feed(_ERASE_HISTORY)
            self._unread_lines = self._unread_bytes = 0

    def _history(self) -> Iterator[str]:
        frame = self._stepped.screen.take_frame()
        yield from self._told(0, frame.scrollback.total - frame.size.rows)

    def end(self) -> Iterator[str]:
        """Yield what is left, before another screen takes its place or nothing follows.

        The page of a program that fills the screen comes after what was there before.
        """
        screen = self._stepped.screen
        frame = screen.take_frame()
        if frame.modes.alternate_screen:
            page = screen.lines(0, frame.scrollback.total)
            screen.feed(_MAIN_SCREEN)
            yield from self._told(0, screen.take_frame().scrollback.total)
            self._blank = 0
            yield from self._filled(page)
        else:
            yield from self._told(0, frame.scrollback.total)
        self._blank = 0
        self._is_in_string = False

    def close(self) -> None:
        """Free the core."""
        self._stepped.close()

    def _told(self, first: int, end: int) -> Iterator[str]:
        for start in range(first, end, _LINES_AT_ONCE):
            count = min(_LINES_AT_ONCE, end - start)
            yield from self._filled(self._stepped.screen.lines(start, count))

    def _filled(self, lines: tuple[str, ...]) -> Iterator[str]:
        for line in lines:
            if line:
                yield "\n" * self._blank + line + "\n"
            self._blank = 0 if line else self._blank + 1


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield slices that end with a line feed where there is one."""
    start = 0
    while start < len(data):
        end = min(start + _SLICE_BYTES, len(data))
        end = (data.rfind(b"\n", start, end) + 1) or end
        yield data[start:end]
        start = end
