"""The window of one popped-out cell: its header and its terminal, as the grid shows them."""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from idea.domain.ids import NodeId
from idea.domain.layout.tree import Leaf
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.grid.content import GridContent
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.grid.terminal_parts import TerminalParts
from idea.presentation.desktop.shell.window_life import come_forward
from idea.presentation.desktop.shell.window_place import WindowPlace
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.cells import CellView, Selection

_LEAST = 240, 120


class CellWindow(QWidget):
    """A grid of one cell in a window of its own; main thread only."""

    attended = Signal()
    """The person uses this window now."""
    left = Signal()
    """The person closes it: the cell is to be in its grid again."""

    def __init__(
        self, parts: TerminalParts, skin: Skin, save: Callable[[], object], scale: float
    ) -> None:
        """Make a window that `save` is called for when it has another place."""
        super().__init__()
        self.setMinimumSize(*_LEAST)
        self._is_over = False
        self.grid = GridView(parts, skin, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.grid)
        self.place = WindowPlace(self, save, scale)

    def show_cell(self, view: CellView, revision: int, project: str) -> None:
        """Show the cell as it is now, of a grid at a revision and of a project with a name."""
        name = view.look.name if view.look is not None else view.address
        self.setWindowTitle(f"{name} – {project}")
        self.grid.show_content(
            GridContent(
                tree=Leaf(id=NodeId(view.id)),
                revision=revision,
                cells={view.id: view.as_own_window()},
                selection=Selection(focused=view.id),
                strips=False,
            )
        )

    def start(self, cell: str, place: WindowGeometry | None, *, asked: bool) -> None:
        """Show the window at a place, in front only when the person has `asked` for it just now."""
        self.place.is_new = asked
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not asked)
        self.place.restore(place)
        if self.isHidden():
            self.show()
        self.grid.focus_cell(cell)
        if asked:
            come_forward(self)

    def end(self) -> None:
        """Detach from the session and go."""
        self._is_over = True
        self.place.stop()
        self.grid.close_terminals()
        self.hide()
        self.deleteLater()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or not any more."""
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_over:
            event.accept()
            return
        event.ignore()
        self.left.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place.changed()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.place.changed()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.place.changed()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.attended.emit()
