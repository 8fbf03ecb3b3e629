"""What lies over and beside the cells: the strips with letters and numbers, the selected range."""

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from idea.domain.ids import NodeId
from idea.domain.layout.excerpt import block_around, excerpt
from idea.domain.layout.geometry import Placement, place
from idea.domain.layout.tree import Direction
from idea.presentation.desktop.grid.content import GridContent
from idea.presentation.desktop.grid.fill_handle import FillHandle
from idea.presentation.desktop.grid.range_overlay import RangeBar, RangeOverlay
from idea.presentation.desktop.grid.strips import Strip, StripMark, alone, strip_marks
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin

_RANGE_ACTIONS = (
    ("layout.merge_cells", "Merge {range}"),
    ("layout.equalise_cells", "Equalise"),
    ("range.toggle_zoom", "Zoom"),
    ("range.broadcast", "Broadcast"),
    ("range.fill", "Repeat"),
    ("range.stop_sessions", "Stop"),
    ("range.close", "Close"),
    ("range.clear", "Unselect"),
)


class GridMarks(QObject):
    """Keeps them in their places; main thread only."""

    cells_chosen = Signal(object)
    """Carries the ids of a column's or row's cells."""
    action_asked = Signal(str)
    """Carries the id of an action on the range."""

    def __init__(self, skin: Skin, grid: QWidget) -> None:
        super().__init__(grid)
        self._grid = grid
        self.columns = Strip(Direction.ROW, skin, grid)
        self.rows = Strip(Direction.COLUMN, skin, grid)
        self.overlay = RangeOverlay(skin, grid)
        self.bar = RangeBar(_RANGE_ACTIONS, skin, grid)
        self.handle = FillHandle(skin, grid)
        self.handle.let_go.connect(lambda: self.action_asked.emit("range.fill"))
        self.handle.given_up.connect(lambda: self.action_asked.emit("range.clear"))
        self.columns.chosen.connect(self.cells_chosen)
        self.rows.chosen.connect(self.cells_chosen)
        self.bar.action_asked.connect(self.action_asked)

    def show_marks(self, content: GridContent, placement: Placement) -> None:
        """Show the marks of what the grid shows, where it shows it."""
        self.columns.setVisible(content.strips)
        self.rows.setVisible(content.strips)
        room = placement.rectangle
        self.columns.setGeometry(0, 0, self._grid.width(), metrics.COLUMN_STRIP)
        self.rows.setGeometry(0, room.y, metrics.ROW_STRIP, room.height)
        focused = content.selection.focused
        for strip, direction, offset in (
            (self.columns, Direction.ROW, 0),
            (self.rows, Direction.COLUMN, room.y),
        ):
            strip.show_marks(_marks_of(content, placement, direction), offset)
        self._show_range(content, placement)
        focused_view = content.cells.get(focused)
        repeats = focused_view is not None and focused_view.can_repeat
        tile = (
            placement.tiles.get(NodeId(focused)) if repeats and len(placement.tiles) > 1 else None
        )
        self.handle.follow(focused, tile, placement)

    def _show_range(self, content: GridContent, placement: Placement) -> None:
        marked = content.marked
        tiles = [
            placement.tiles[NodeId(cell)]
            for cell in (marked.cells if marked else ())
            if NodeId(cell) in placement.tiles
        ]
        shown = marked is not None and len(tiles) > 1
        self.overlay.setVisible(shown)
        self.bar.setVisible(shown)
        if marked is None or not shown:
            return
        left, top = min(tile.x for tile in tiles), min(tile.y for tile in tiles)
        right, bottom = max(tile.right for tile in tiles), max(tile.bottom for tile in tiles)
        box = QRect(left, top, right - left, bottom - top)
        self.overlay.setGeometry(box)
        self.overlay.raise_()
        self.bar.show_over(box, marked.text, self._grid.rect())


def _marks_of(
    content: GridContent, placement: Placement, direction: Direction
) -> tuple[StripMark, ...]:
    """Return the marks of one strip; of what is zoomed, those it has in the whole grid."""
    tree, focused = content.tree, content.selection.focused
    if not content.alone:
        return strip_marks(tree, placement, direction, focused)
    block = block_around(tree, content.alone)
    if block is not None and block.container == tree.id:
        first = block.along(direction)[0]
        return strip_marks(excerpt(tree, block), placement, direction, focused, first)
    room = placement.rectangle
    whole = place(tree, room, placement.gap, placement.smallest)
    marks = strip_marks(tree, whole, direction, focused)
    return alone(marks, focused, room.start(direction), room.along(direction))
