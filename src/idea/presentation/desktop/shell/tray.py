"""An icon in the desktop's tray, for whoever turned it on; without it nothing of this is loaded.

Main thread only.
"""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from idea.presentation.desktop.shell.tray_place import TrayPlace
from idea.presentation.desktop.shell.windows import Windows
from idea.presentation.desktop.theme.icon import icon
from idea.presentation.desktop.viewmodels.tray import TrayView, closes_to_tray, tray_view

NO_TRAY = "This desktop shows no tray, so there is no icon; closing the last window quits as ever."
_SIDES = (22, 24, 32, 44, 48, 64)
_MOST_SHOWN = 9
_BADGE = 0.62
"""Share of the icon's side."""


class Tray(TrayPlace):
    """Shows how many sessions wait for the person; its menu brings the windows back."""

    def __init__(
        self,
        windows: Windows,
        is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        """`is_there` tells whether the desktop has a tray now."""
        super().__init__(windows)
        self._windows = windows
        self._is_there = is_there
        self._view: TrayView | None = None
        self.menu = QMenu()
        self.menu.addAction("Show", self.show_windows)
        self.menu.addAction("New terminal", self._open_terminal)
        self.menu.addSeparator()
        self.menu.addAction("Quit", self._quit)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self.follow()
        if not is_there():
            windows.used.notices.tell(NO_TRAY)

    @override
    def follow(self) -> None:
        window = self._windows.used
        view = tray_view(window.desk.state, window.desk.now())
        if view != self._view:
            self._view = view
            theme = window.skin.theme
            self.icon.setIcon(counted_icon(view.waiting, theme.colors.need, theme.colors.bg0))
            say_hint = self.icon.setToolTip  # Of words of ours, which no one takes for markup.
            say_hint(view.words)
        if not self.icon.isVisible() and self._is_there():
            self.icon.show()  # Trays come later than windows that begin with the session.

    @property
    def words(self) -> str:
        """What the icon says where the pointer rests on it."""
        return self.icon.toolTip()

    @override
    def takes_last_window(self) -> bool:
        window = self._windows.used
        if not closes_to_tray(window.desk.state) or not self._is_there():
            return False
        for each in self._windows.shown:
            each.hide()
        return True

    @override
    def close(self) -> None:
        self.icon.hide()
        self.menu.deleteLater()
        self.deleteLater()

    def show_windows(self) -> None:
        """Show every window, the one used last in front."""
        for each in self._windows.shown:
            each.show()
        self._windows.used.life.come_forward()

    def _open_terminal(self) -> None:
        self.show_windows()
        self._windows.used.invoke("terminal.open_shell")

    def _quit(self) -> None:
        self.show_windows()  # What is asked before the end is asked over a window.
        self._windows.used.invoke("window.quit")

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_windows()


def counted_icon(count: int, ground: QColor, ink: QColor) -> QIcon:
    """Return IdeA's icon with a number in its corner, without one for 0."""
    plain = icon()
    if not count:
        return plain
    counted = QIcon()
    words = str(count) if count <= _MOST_SHOWN else f"{_MOST_SHOWN}+"
    for side in _SIDES:
        pixmap = QPixmap(plain.pixmap(side, side))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        badge = side * _BADGE
        box = QRectF(side - badge, side - badge, badge, badge)
        painter.setPen(QPen(ink, side / 22))
        painter.setBrush(ground)
        painter.drawEllipse(box.adjusted(side / 44, side / 44, -side / 44, -side / 44))
        font = painter.font()
        font.setPixelSize(max(7, round(badge * (0.72 if len(words) == 1 else 0.5))))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
        counted.addPixmap(pixmap)
    return counted
