"""The strips with column letters and row numbers of the outermost container."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.domain.layout.address import block_of_part, column_name
from idea.domain.layout.geometry import Placement, least_sizes
from idea.domain.layout.sharing import share_out
from idea.domain.layout.tree import Container, Direction, Grid, LayoutNode, Leaf, leaf_ids, parts
from idea.domain.layout.weights import weights_of
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget


@dataclass(frozen=True, slots=True)
class StripMark:
    """One letter or number, from `start` on for `length` pixels."""

    name: str
    start: int
    length: int
    cells: tuple[str, ...]
    """The cells in that column or row."""
    focused: bool


def strip_marks(
    tree: LayoutNode, placement: Placement, direction: Direction, focused: str, first: int = 0
) -> tuple[StripMark, ...]:
    """Return the marks of the columns (`Direction.ROW`) or rows of the outermost container.

    They count from `first`, where only later ones are shown.
    """
    box = placement.rectangle
    start, length = box.start(direction), box.along(direction)
    if isinstance(tree, Leaf):
        return (_mark(direction, 0, (start, length), (tree.id.value,), focused),)
    if not isinstance(tree, Grid) and tree.direction is not direction:
        cells = tuple(leaf.value for leaf in leaf_ids(tree))
        return (_mark(direction, first, (start, length), cells, focused),)
    least = least_sizes(tree, direction, placement.gap, placement.smallest, placement.roomy)
    spans = share_out(length, weights_of(tree, direction), least, placement.gap)
    return tuple(
        _mark(
            direction,
            first + number,
            (start + span.start, span.length),
            _cells_on(tree, direction, number),
            focused,
        )
        for number, span in enumerate(spans)
    )


def alone(
    marks: Sequence[StripMark], focused: str, start: int, length: int
) -> tuple[StripMark, ...]:
    """Return the mark of what is zoomed inside one column or row, over the whole strip."""
    return tuple(
        replace(mark, start=start, length=length) for mark in marks if focused in mark.cells
    )[:1]


def _mark(
    direction: Direction,
    number: int,
    place: tuple[int, int],
    cells: tuple[str, ...],
    focused: str,
) -> StripMark:
    name = column_name(number) if direction is Direction.ROW else str(number + 1)
    return StripMark(name, *place, cells, focused in cells)


def _cells_on(tree: Container, direction: Direction, number: int) -> tuple[str, ...]:
    found: list[str] = []
    for index, part in enumerate(parts(tree)):
        block = block_of_part(tree, index)
        along = direction is Direction.ROW
        first, end = (block.col, block.right) if along else (block.row, block.bottom)
        if first <= number < end:
            found += [leaf.value for leaf in leaf_ids(part)]
    return tuple(found)


class Strip(SpokenWidget):
    """Draws marks along the top or the left edge of the grid."""

    ROLE = QAccessible.Role.List

    chosen = Signal(object)
    """Carries the ids of the cells of a column or row that was clicked."""

    def __init__(self, direction: Direction, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._direction = direction
        self._skin = skin
        self._marks: tuple[StripMark, ...] = ()
        self._offset = 0
        self.setAccessibleName("Columns" if direction is Direction.ROW else "Rows")
        skin.changed.connect(self.update)

    @property
    def marks(self) -> tuple[StripMark, ...]:
        """What is shown."""
        return self._marks

    def show_marks(self, marks: Sequence[StripMark], offset: int) -> None:
        """Show other marks; `offset` is where the strip begins in the grid."""
        if (tuple(marks), offset) != (self._marks, self._offset):
            self._marks, self._offset = tuple(marks), offset
            self.update()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        across = self._direction is Direction.ROW
        roles = QAccessible.Role
        return [
            SpokenPart(
                name=f"{'Column' if across else 'Row'} {mark.name}",
                box=self._box(mark).toRect(),
                press=partial(self.chosen.emit, mark.cells),
                role=roles.ColumnHeader if across else roles.RowHeader,
                is_current=mark.focused,
            )
            for mark in self._marks
        ]

    def _box(self, mark: StripMark) -> QRectF:
        start = mark.start - self._offset
        if self._direction is Direction.ROW:
            return QRectF(start, 0, mark.length, self.height() - 1)
        return QRectF(0, start, self.width() - 1, mark.length)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        painter.setFont(theme.fonts.ui(metrics.CAPTION_TEXT))
        across = self._direction is Direction.ROW
        for mark in self._marks:
            box = self._box(mark)
            beyond = QRectF(box.right(), 0, box.width(), self.height())
            if not across:
                beyond = QRectF(0, box.bottom(), self.width(), box.height())
            side = Qt.Edge.LeftEdge if across else Qt.Edge.TopEdge
            draw_edge(painter, beyond, side, colors.line)
            painter.setPen(colors.accent if mark.focused else colors.text3)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.name)
        edge = Qt.Edge.BottomEdge if across else Qt.Edge.RightEdge
        draw_edge(painter, QRectF(self.rect()), edge, colors.line)
        painter.end()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        at = (point.x() if self._direction is Direction.ROW else point.y()) + self._offset
        for mark in self._marks:
            if mark.start <= at < mark.start + mark.length:
                self.chosen.emit(mark.cells)
