"""What a view says about the thing under the mouse: where a link leads, how a command ended."""

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from idea.domain.commands import command_sentence
from idea.domain.ports.terminal_core import Frame
from idea.domain.visible import visible
from idea.presentation.desktop.terminal.link_hover import LinkHover
from idea.presentation.desktop.terminal.link_label import LinkLabel
from idea.presentation.desktop.terminal.picture import Picture
from idea.presentation.desktop.terminal.pointer_shape import pointer_shape

_LONGEST_LINE = 80


class Hints:
    """Follows the mouse over one view."""

    def __init__(
        self,
        view: QWidget,
        picture: Picture,
        label: LinkLabel,
        frame: Callable[[], Frame | None],
    ) -> None:
        """Say it in `label`, and give `view` the pointer that fits."""
        self._view = view
        self._picture = picture
        self._label = label
        self._frame = frame
        self._point: QPointF | None = None
        self.links = LinkHover(lambda: picture.grid, lambda: picture.place, self._on_link)
        """The link under the mouse."""

    def move(self, point: QPointF) -> None:
        """Take the mouse's place."""
        self._point = point
        self._say()

    def leave(self) -> None:
        """Take note that the mouse is elsewhere."""
        self._point = None
        self.links.leave()
        self._say()

    def look(self) -> None:
        """Find what is under the mouse now; the text may have moved."""
        self.links.look()
        self._say()
        self._set_pointer()

    def _on_link(self) -> None:
        link = self.links.link
        self._picture.underline(() if link is None else link.spans)
        self._say()
        self._set_pointer()

    def _set_pointer(self) -> None:
        frame = self._frame()
        if frame is not None:
            shape = pointer_shape(frame.modes, over_link=self.links.opens)
            if self._view.cursor().shape() != shape:
                self._view.setCursor(shape)

    def _say(self) -> None:
        link, last = self.links.link, self._picture.grid.size.rows - 2
        if link is not None:
            self._label.say(link.sentence, at_top=any(row >= last for row, _, _ in link.spans))
            return
        sentence, row = self._outcome()
        if sentence != self._label.sentence:
            self._label.say(sentence, at_top=row >= last)

    def _outcome(self) -> tuple[str, int]:
        """Return what to say of the command whose margin the mouse is in, and its row."""
        frame, place = self._frame(), self._picture.place
        if self._point is None or frame is None or place.pixel_at(self._point)[0] >= 0:
            return "", 0
        row = place.row_at(self._point)
        command = frame.commands.get(row)
        if command is None:
            return "", 0
        line = visible(command.line)
        shown = f"{line[:_LONGEST_LINE]}…" if len(line) > _LONGEST_LINE else line
        return ": ".join(filter(None, (shown, command_sentence(command)))), row
