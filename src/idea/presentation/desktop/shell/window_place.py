"""Where the window is: restored from the workspace, told to it when it changes."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.views import WindowView, WorkspaceView
from idea.domain.layout.tree import leaf_ids
from idea.domain.workspace import WindowGeometry
from idea.presentation.desktop.viewmodels.desk import Desk

_SETTLED_MS = 700
_SCREENS_SETTLED_MS = 300
_FIRST = QSize(1280, 800)
_LEAST_SEEN = 80
"""How many pixels of a restored window must be on a screen."""


class WindowPlace(QObject):
    """Watches one window; Wayland neither tells nor takes positions, so there only sizes count."""

    def __init__(self, window: QWidget, save: Callable[[], object], scale: float = 1.0) -> None:
        """Watch `window`, whose pixels are `scale` times as large as those the workspace counts.

        So the window keeps its place on the screen when everything in it changes its size.
        """
        super().__init__(window)
        self._scale = scale
        self._window = window
        self._normal = QRect()
        self._is_known = False
        self.is_new = False
        """Whether nobody put the window where it is to be, so that it is moved onto its screen."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SETTLED_MS)
        self._timer.timeout.connect(save)
        window.resize(_FIRST / scale)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenRemoved.connect(self._on_screen_removed)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SCREENS_SETTLED_MS)
        self._settled.timeout.connect(self.come_onto_a_screen)

    def restore(self, place: WindowGeometry | None) -> None:
        """Put the window where it was; until then nothing is saved over that."""
        self._is_known = True
        if place is None:
            return
        box = resized(QRect(place.x, place.y, place.width, place.height), 1 / self._scale)
        box = _inside_screen(box) if self.is_new else _on_its_screen(box, place.screen)
        if not _is_on_screen(box):
            box = _inside_screen(box)  # Its screen is not there any more.
            self._settled.start()  # How wide the frame is shows later.
        self._window.resize(box.size())
        self._window.move(box.topLeft())
        self._normal = box
        if place.full_screen:
            self._window.showFullScreen()
        elif place.maximised:
            self._window.showMaximized()

    def changed(self) -> None:
        """Hear that the window moved or took another size."""
        if not (self._window.isMaximized() or self._window.isFullScreen()):
            self._normal = self._framed()
        if self._is_known:
            self._timer.start()

    def come_onto_a_screen(self) -> None:
        """Bring a window whose screen went wholly onto one that is there, its frame included."""
        if self._window.isMaximized() or self._window.isFullScreen():
            return  # Whoever made it as large as its screen makes it as large as another.
        frame = self._window.frameGeometry()
        if any(screen.geometry().contains(frame) for screen in QGuiApplication.screens()):
            return
        edges = frame.size() - self._window.size()
        box = _inside_screen(frame)
        self._window.resize(box.size() - edges)
        self._window.move(box.topLeft())

    def _on_screen_removed(self) -> None:
        self._settled.start()  # The system moves windows as well, so one looks when it has.

    def _framed(self) -> QRect:
        """Return the place of the frame, which is what `move` takes, with the size inside it."""
        return QRect(self._window.pos(), self._window.size())

    def stop(self) -> None:
        """Tell nothing any more."""
        self._timer.stop()

    def geometry(self) -> WindowGeometry:
        """Return where the window is now, in the pixels that the workspace counts."""
        window = self._window
        box = resized(self._normal if self._normal.isValid() else self._framed(), self._scale)
        return WindowGeometry(
            x=box.x(),
            y=box.y(),
            width=box.width(),
            height=box.height(),
            maximised=window.isMaximized(),
            full_screen=window.isFullScreen(),
            screen=window.screen().name(),
        )

    def request(self, desk: Desk) -> SaveWindowRequest:
        """Return what keeps the window as it is now, with its tabs."""
        geometry = self.geometry()
        return SaveWindowRequest(
            x=geometry.x,
            y=geometry.y,
            width=geometry.width if self._is_known else 0,
            height=geometry.height,
            maximised=geometry.maximised,
            full_screen=geometry.full_screen,
            screen=geometry.screen,
            window=desk.state.window,
            # The engine has the order of a window it knows, and may know a newer one.
            projects=() if desk.state.own_window else tuple(tab.id for tab in desk.state.tabs),
            active=desk.current,
            text_percents=_texts_here(desk) if self._is_known else None,
            focused=desk.pointing.focused(desk.state.tab_ids) if self._is_known else None,
            zoomed=desk.pointing.zoomed(desk.state.tab_ids) if self._is_known else None,
        )


def resized(box: QRect, by: float) -> QRect:
    """Return a place in other pixels; a screen begins at the same point in all of them."""
    if by == 1:
        return box
    screen = QGuiApplication.screenAt(box.topLeft()) or QGuiApplication.primaryScreen()
    origin = screen.geometry().topLeft()
    corner = origin + (box.topLeft() - origin) * by
    return QRect(corner, box.size() * by)


def _texts_here(desk: Desk) -> Mapping[str, int]:
    """Return the sizes of text of cells, without those of tabs in other windows."""
    trees = [desk.tree(one) for one in desk.state.layouts if not desk.has_tab(one)]
    elsewhere = {leaf.value for tree in trees if tree for leaf in leaf_ids(tree)}
    return {cell: size for cell, size in desk.texts.by_cell.items() if cell not in elsewhere}


def own_window(workspace: WorkspaceView, window: str) -> WindowView | None:
    """Return a window by its id; the newest one while the id is not known."""
    known = [each for each in workspace.windows if window in {"", each.id}]
    return known[-1] if known else None


def _on_its_screen(box: QRect, name: str) -> QRect:
    """Return the place moved onto the screen it was on, where that has gone elsewhere."""
    for screen in QGuiApplication.screens():
        room = screen.availableGeometry()
        if screen.name() == name and not screen.geometry().intersects(box):
            corner = room.topLeft() + (QPoint(room.width(), room.height()) - _point(box)) / 2
            return QRect(
                max(corner.x(), room.x()), max(corner.y(), room.y()), box.width(), box.height()
            )
    return box


def _inside_screen(box: QRect) -> QRect:
    """Return the place moved, and made smaller where need be, so that all of it is seen."""
    screen = QGuiApplication.screenAt(box.topLeft()) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    size = box.size().boundedTo(room.size())
    x = max(room.left(), min(box.left(), room.left() + room.width() - size.width()))
    y = max(room.top(), min(box.top(), room.top() + room.height() - size.height()))
    return QRect(QPoint(x, y), size)


def _point(box: QRect) -> QPoint:
    return QPoint(box.width(), box.height())


def _is_on_screen(box: QRect) -> bool:
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(box)
        if seen.width() >= _LEAST_SEEN and seen.height() >= _LEAST_SEEN:
            return True
    return False
