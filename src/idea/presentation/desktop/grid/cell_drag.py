"""Drags a cell by its header over another one: zones, the ghost of the result, Escape.

The grid keeps the mouse while a button is held, also where the pointer is elsewhere: then others
hear where the cell is carried. A cell may be carried here from elsewhere as well.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from idea.domain.errors import IdeaError
from idea.domain.ids import NodeId
from idea.domain.layout.dropping import Zone, dropped, zone_at
from idea.domain.layout.excerpt import shown_alone
from idea.domain.layout.geometry import Placement, place
from idea.domain.layout.notation import numbered
from idea.presentation.desktop.grid.content import GridContent
from idea.presentation.desktop.grid.drop_ghost import DropGhost, Ghost
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.escape_watch import EscapeWatch
from idea.presentation.desktop.widgets.window_under import window_under

type _Over = tuple[str, Zone]

_SAYS = {
    Zone.LEFT: "to the left of {}",
    Zone.RIGHT: "to the right of {}",
    Zone.UP: "above {}",
    Zone.DOWN: "below {}",
    Zone.CENTRE: "changes places with {}",
}


class CellDrag(QObject):
    """Follows one drag at a time; main thread only.

    `shown` tells what the grid shows and where, None before the first content.
    """

    dropped = Signal(str, str, object)
    """Carries the dragged cell, the one it was let go over, and the `Zone` of that."""
    carried = Signal(str, object)
    """Carries a cell of this grid and the global position beyond it; None when it is not there."""
    left = Signal(str, object)
    """Carries a cell of this grid and the global position beyond it where it was let go."""

    def __init__(
        self,
        shown: Callable[[], tuple[GridContent, Placement] | None],
        skin: Skin,
        grid: QWidget,
    ) -> None:
        super().__init__(grid)
        self._shown = shown
        self._grid = grid
        self._cell = ""
        self._over: _Over | None = None
        self._is_cancelled = False
        self._is_beyond = False
        self.ghost = DropGhost(skin, grid)
        self._escape = EscapeWatch(self)
        self._escape.pressed.connect(self.cancel)

    def move(self, cell: str, point: QPoint) -> None:
        """Follow the mouse, at a global position, with a cell's header."""
        if self._is_cancelled:
            return
        if not self._cell:
            self._cell = cell
            self._escape.begin()
        if self.is_at(point):
            self._come_back()
            self.hover(cell, point)
        else:
            self.leave()
            self._is_beyond = True
            self.carried.emit(cell, point)

    def let_go(self, cell: str, point: QPoint) -> None:
        """End the drag where the mouse is: over a cell of this grid, or beyond it."""
        was_cancelled = self._is_cancelled
        self.cancel()
        self._is_cancelled = False
        if was_cancelled:
            return
        if self.is_at(point):
            self.drop(cell, point)
        else:
            self.left.emit(cell, point)

    def cancel(self) -> None:
        """Let everything be as it was; the rest of this drag does nothing."""
        self._is_cancelled = True
        self._come_back()
        if self._cell:
            self._cell = ""
            self.leave()
            self._escape.end()

    def is_at(self, point: QPoint) -> bool:
        """Whether a global position is over this grid, as far as other windows let it be seen."""
        own = self._grid.window()
        is_covered = window_under(point, own) not in {own, None}
        here = self._grid.rect().contains(self._grid.mapFromGlobal(point))
        return here and self._grid.isVisible() and not is_covered

    def hover(self, cell: str, point: QPoint) -> None:
        """Show what letting a cell of this grid go at a global position would do."""
        if self.ghost.isHidden():
            self.ghost.begin()
        over = self._over_at(cell, point)
        if over != self._over:
            self._over = over
            self.ghost.show_ghost(None if over is None else self._ghost_over(cell, *over))

    def leave(self) -> None:
        """Show nothing of a cell that is carried elsewhere."""
        self._over = None
        self.ghost.end()

    def drop(self, cell: str, point: QPoint) -> None:
        """Let a cell of this grid go at a global position, where that is a zone of another one."""
        over = self._over_at(cell, point)
        if over is not None:
            self.dropped.emit(cell, *over)

    def _come_back(self) -> None:
        if self._is_beyond:
            self._is_beyond = False
            self.carried.emit(self._cell, None)

    def _over_at(self, cell: str, point: QPoint) -> _Over | None:
        shown = self._shown()
        if shown is None:
            return None
        here = self._grid.mapFromGlobal(point)
        _, placement = shown
        target = placement.cell_at(here.x(), here.y())
        if target is None or target.value == cell:
            return None
        return target.value, zone_at(placement.tiles[target], here.x(), here.y())

    def _ghost_over(self, cell: str, target: str, zone: Zone) -> Ghost | None:
        shown = self._shown()
        if shown is None or cell not in shown[0].cells:
            return None
        content, placement = shown
        node = NodeId(cell)
        try:
            tree = dropped(content.tree, node, NodeId(target), zone, numbered("ghost"))
        except IdeaError:  # What the engine would refuse has no ghost; letting go says why.
            return None
        tree = shown_alone(tree, content.alone)
        placed = place(tree, placement.rectangle, placement.gap, placement.smallest)
        view = content.cells[cell]
        return Ghost(
            tiles=tuple(placed.tiles.values()),
            moved=placed.tiles[node],
            name=view.look.name if view.look is not None else view.address,
            says=_SAYS[zone].format(content.cells[target].address),
        )
