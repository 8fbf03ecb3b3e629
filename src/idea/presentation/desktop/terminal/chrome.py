"""What floats over a terminal: scroll bar, the way to the newest output, where a link leads."""

from PySide6.QtWidgets import QWidget

from idea.domain.ports.terminal_core import Frame
from idea.presentation.desktop.terminal.link_label import LinkLabel
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.new_lines_pill import NewLinesPill
from idea.presentation.desktop.terminal.pill import Pill
from idea.presentation.desktop.terminal.scroll_bar import WIDTH_PX, ScrollBar

_GAP_PX = 14


class Chrome:
    """Children of a view, kept at its right edge and in its lower right corner."""

    def __init__(self, view: QWidget) -> None:
        self._view = view
        self.bar = ScrollBar(view)
        self.bar.hide()
        self.pill = NewLinesPill(view)
        self.label = LinkLabel(view)
        self.pasting = Pill("Cancel the paste", view)

    def wear(self, colors: TerminalColors) -> None:
        """Take the colours of a theme."""
        self.bar.set_color(colors.scroll_bar)
        self.pill.set_colors(colors)
        self.label.set_colors(colors)
        self.pasting.set_colors(colors)

    def show(self, frame: Frame, new_lines: int) -> None:
        """Show where the viewport stands and what it misses."""
        self.bar.setVisible(frame.scrollback.total > frame.size.rows)
        self.bar.set_position(frame.scrollback, frame.size.rows)
        below = frame.scrollback.total - frame.size.rows - frame.scrollback.top
        self.pill.tell(new_lines, away=below > 0 and not frame.modes.alternate_screen)
        self.arrange()

    def arrange(self) -> None:
        """Keep the children in their places."""
        width, height = self._view.width(), self._view.height()
        self.bar.setGeometry(width - WIDTH_PX, 0, WIDTH_PX, height)
        self.label.arrange()
        self.pasting.move((width - self.pasting.width()) // 2, _GAP_PX)
        self.pill.move(width - self.pill.width() - _GAP_PX, height - self.pill.height() - _GAP_PX)
