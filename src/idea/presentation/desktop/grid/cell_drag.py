"""Drags a cell by its header over another one: zones, the ghost of the result, Escape."""

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
        self.ghost = DropGhost(skin, grid)
        self._escape = EscapeWatch(self)
        self._escape.pressed.connect(self.cancel)

    def move(self, cell: str, point: QPoint) -> None:
        """Follow the mouse, at a global position, with a cell's header."""
        if self._is_cancelled:
            return
        if not self._cell:
            self._cell = cell
            self.ghost.begin()
            self._escape.begin()
        over = self._over_at(point)
        if over != self._over:
            self._over = over
            self.ghost.show_ghost(None if over is None else self._ghost_over(*over))

    def let_go(self, cell: str, point: QPoint) -> None:
        """End the drag where the mouse is, with a drop where that is a zone of another cell."""
        over = None if self._is_cancelled else self._over_at(point)
        self.cancel()
        self._is_cancelled = False
        if over is not None:
            self.dropped.emit(cell, *over)

    def cancel(self) -> None:
        """Let everything be as it was; the rest of this drag does nothing."""
        self._is_cancelled = True
        if self._cell:
            self._cell, self._over = "", None
            self.ghost.end()
            self._escape.end()

    def _over_at(self, point: QPoint) -> _Over | None:
        shown = self._shown()
        if shown is None:
            return None
        here = self._grid.mapFromGlobal(point)
        _, placement = shown
        target = placement.cell_at(here.x(), here.y())
        if target is None or target.value == self._cell:
            return None
        return target.value, zone_at(placement.tiles[target], here.x(), here.y())

    def _ghost_over(self, target: str, zone: Zone) -> Ghost | None:
        shown = self._shown()
        if shown is None or self._cell not in shown[0].cells:
            return None
        content, placement = shown
        cell = NodeId(self._cell)
        try:
            tree = dropped(content.tree, cell, NodeId(target), zone, numbered("ghost"))
        except IdeaError:  # What the engine would refuse has no ghost; letting go says why.
            return None
        tree = shown_alone(tree, content.alone)
        placed = place(tree, placement.rectangle, placement.gap, placement.smallest)
        view = content.cells[self._cell]
        return Ghost(
            tiles=tuple(placed.tiles.values()),
            moved=placed.tiles[cell],
            name=view.look.name if view.look is not None else view.address,
            says=_SAYS[zone].format(content.cells[target].address),
        )
