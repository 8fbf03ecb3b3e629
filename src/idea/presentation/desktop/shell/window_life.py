"""How one window begins, where it is, and how it ends: alone, or as one of several."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from idea.application.workspace.close_window import CloseWindowRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.presentation.desktop.shell.leaving import Leaving
from idea.presentation.desktop.shell.other_windows import NoOtherWindows, OtherWindows
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.scale_change import ScaleChange
from idea.presentation.desktop.shell.window_place import WindowPlace, own_window
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.desk import Desk

_SHOW_WITHIN_MS = 250
"""How long the first showing waits for the place the window had."""
_SAVED_WITHIN_MS = 1_000
"""How long a window that starts again waits for its place to be saved."""

type WhenSaved = Callable[[str, Callable[[], object]], object]
"""Does something once nothing is unsaved in a project, or anywhere without one."""


class WindowLife(QObject):
    """Main thread only; lives as long as `window`."""

    again = Signal()
    """The window is to end and come back, to look as the person wants it to."""
    shown_first = Signal()
    workspace_told = Signal(object)
    """Carries the `WorkspaceView` as the engine told it."""

    def __init__(
        self,
        window: QWidget,
        desk: Desk,
        runner: Runner,
        skin: Skin,
        *,
        scale: float,
        when_saved: WhenSaved,
        come_back: Callable[[Callable[[], object]], object],
    ) -> None:
        """Live as `window`; `come_back` does something if another window would follow this one."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._runner = runner
        self._when_saved = when_saved
        self.others: OtherWindows = NoOtherWindows()
        self.leaving = Leaving(desk, runner, skin, window)
        self.place = WindowPlace(window, self.save, scale)
        desk.texts.on_change = self.place.changed
        self.scale = ScaleChange(self)
        self.scale.wanted.connect(lambda: come_back(self._come_back))
        self.is_shown = False
        self.is_session_over = False
        """Whether the person logs out, so that nothing is asked."""
        self.hides: Callable[[], bool] = lambda: False
        """Hides the last window in the tray instead of quitting, if that is what is wanted."""
        self._zoomed: Mapping[str, tuple[str, ...]] = {}

    def start(self) -> None:
        """Show the window where it was, soon in any case."""
        self._runner.ask(GetWorkspaceRequest(), self.restore)
        QTimer.singleShot(_SHOW_WITHIN_MS, self, self._show_first)

    def stop(self) -> None:
        """Keep nothing any more."""
        self.place.stop()

    def restore(self, workspace: WorkspaceView) -> None:
        """Take the place it had, also when the engine was so slow that it shows already."""
        self.workspace_told.emit(workspace)
        mine = own_window(workspace, self._desk.state.window)
        self.place.restore(None if mine is None else mine.geometry)
        if mine is not None:
            self._desk.remember_text(mine.text_percents)
            self._desk.point_first_at(mine.focused, mine.zoomed)
            self._desk.show_project(mine.active or "")
        self._show_first()

    def follow(self) -> None:
        """Keep what is shown alone as well; called after every change of the model."""
        zoomed = self._desk.pointing.zoomed(self._desk.state.tab_ids)
        if zoomed != self._zoomed:
            self._zoomed = zoomed
            self.place.changed()

    def place_now(self) -> SaveWindowRequest:
        """Return what keeps this window as it is now."""
        return self.place.request(self._desk)

    def save(self) -> None:
        """Keep this window as it is now."""
        if self.is_shown and self._desk.state.connected:
            self._runner.ask(self.place_now())

    def close(self) -> None:
        """Close this window of several, or all there is: the one."""
        if self.is_session_over:
            self.leaving.leave_unasked()
        elif len(self._desk.state.windows) > 1:
            request = CloseWindowRequest(window=self._desk.state.window)
            self._when_saved("", lambda: self._runner.ask(request))
        elif not self.hides():
            self.quit()

    def quit(self) -> None:
        """Close every window, once it is clear what becomes of texts and sessions."""
        self.others.when_saved(lambda: self._when_saved("", self._leave))

    def come_forward(self) -> None:
        """Give the keyboard to this window, wherever it is, also when it is hidden in the tray."""
        if not self.is_shown or self.leaving.is_decided:
            return
        if self._window.isHidden():
            self._window.show()
        come_forward(self._window)

    def _leave(self) -> None:
        self.leaving.ask(lambda: (self.place_now(), *self.others.places()), self.others.widgets())

    def _come_back(self) -> None:
        def save() -> None:
            self._runner.ask(self.place_now(), lambda _: self.again.emit())
            QTimer.singleShot(_SAVED_WITHIN_MS, self, self.again.emit)

        self._when_saved("", save)

    def _show_first(self) -> None:
        if not self.is_shown:
            self.is_shown = True
            if self._window.isHidden():
                self._window.show()
            self.shown_first.emit()


def come_forward(window: QWidget) -> None:
    """Give the keyboard to a window, wherever it is."""
    if window.isMinimized():
        window.showNormal()
    window.raise_()
    window.activateWindow()
