"""“↓ 12 new lines”, or “↓” alone, while somebody reads further up; a click goes to the newest."""

from PySide6.QtWidgets import QWidget

from idea.domain.ports.terminal_core import Frame
from idea.presentation.desktop.terminal.pill import Pill


def sentence(count: int) -> str:
    """Return what the pill says; the arrow alone while nothing came."""
    if not count:
        return "↓"
    return f"↓ {count:,} new line" + ("" if count == 1 else "s")


class NewLines:
    """Counts the lines that came since the viewport left the newest output."""

    def __init__(self) -> None:
        self.count = 0
        self._total = 0
        self._below = 0

    def see(self, frame: Frame, *, moved: bool) -> None:
        """Take a frame into account; `moved` tells that the person scrolled since the last."""
        total = frame.scrollback.total
        below = total - frame.size.rows - frame.scrollback.top
        if below <= 0 or frame.modes.alternate_screen:
            self.count = 0
        elif self._below > 0:
            # A full history does not grow any more, but its lines still move up.
            grown = total - self._total if moved else below - self._below
            self.count = min(max(self.count + grown, 0), below)
        self._total, self._below = total, below


class NewLinesPill(Pill):
    """The pill itself; hidden while the newest output is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Go to the newest output", parent)
        self._count = 0

    @property
    def count(self) -> int:
        """How many new lines it tells of."""
        return self._count

    def tell(self, count: int, *, away: bool) -> None:
        """Say how many lines came while the newest output is `away` from the shown part."""
        self._count = count
        self.say(sentence(count) if away else "")
