"""What a person selects by pressing, dragging and clicking again."""

from idea.domain.ports.terminal_core import SelectionUnit
from idea.presentation.desktop.terminal.cell_span import Place, block_between, cells_between
from idea.presentation.desktop.terminal.feed_events import LineSelection

_UNITS = (SelectionUnit.CELL, SelectionUnit.WORD, SelectionUnit.LINE, SelectionUnit.OUTPUT)


class SelectionDrag:
    """The gesture under way, and where the last one began."""

    def __init__(self) -> None:
        self.active = False
        """Whether the button is down."""
        self._anchor: Place | None = None
        self._unit = SelectionUnit.CELL
        self._block = False

    def press(
        self, place: Place, *, clicks: int, extend: bool, block: bool, columns: int
    ) -> LineSelection | None:
        """Begin; returns what is selected at once, None for nothing.

        `clicks` counts from 1 and goes round: character, word, line, output, character…
        """
        self.active = True
        if extend and self._anchor is not None:
            self._block = block
            return self.move(place, columns)
        self._anchor = place
        self._unit = _UNITS[(clicks - 1) % len(_UNITS)]
        self._block = block and self._unit is SelectionUnit.CELL
        return self.move(place, columns)

    def move(self, place: Place, columns: int) -> LineSelection | None:
        """Return what is selected from where it began to `place`, None for nothing."""
        anchor = self._anchor
        if anchor is None:
            return None
        if self._unit is not SelectionUnit.CELL:
            start, end = sorted(((anchor.line, anchor.column), (place.line, place.column)))
            return LineSelection(start=start, end=end, unit=self._unit)
        if self._block:
            cells = block_between(anchor, place)
        else:
            cells = cells_between(anchor, place, columns)
        if cells is None:
            return None
        return LineSelection(start=cells[0], end=cells[1], block=self._block)

    def release(self) -> None:
        """End the gesture; a later press may extend it."""
        self.active = False
