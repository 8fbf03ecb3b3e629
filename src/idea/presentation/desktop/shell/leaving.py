"""Closing the window: asks what becomes of running sessions, keeps the window's place, leaves."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from idea.application.use_case import UseCases
from idea.application.workspace.save_window import SaveWindowRequest
from idea.presentation.desktop.shell.dialogs import Leave, LeaveDialog
from idea.presentation.desktop.shell.flows import stop_sessions
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.leaving_words import live_sessions, running_words

_PATIENCE_MS = 1_500
"""How long leaving waits for an engine that does not answer."""


class Leaving(QObject):
    """Decides whether a window may close."""

    left = Signal()
    """The window is gone and nothing is left to do."""

    def __init__(self, desk: Desk, runner: Runner, skin: Skin, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._runner = runner
        self._skin = skin
        self._window = window
        self._decided = False
        self._dialog: QDialog | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._leave)

    @property
    def dialog(self) -> QDialog | None:
        """The question that is open now."""
        return self._dialog

    @property
    def is_decided(self) -> bool:
        """Whether the window is on its way out."""
        return self._decided

    def ask(
        self, save: Callable[[], Sequence[SaveWindowRequest]], others: Sequence[QWidget] = ()
    ) -> None:
        """Begin to close, with `others`: at once when nothing runs, else after a question."""
        if self._decided or self._dialog is not None:
            return
        live = self._live()
        keep = self._desk.state.setting("window.on_close", "ask") == "keep"
        if not live or keep or not self._desk.state.connected:
            self._go(save, others, stop=False)
            return

        def answered(leave: Leave) -> None:
            self._dialog = None
            if leave is not Leave.STAY:
                self._go(save, others, stop=leave is Leave.STOP)

        self._dialog = LeaveDialog.ask(
            len(live), self._skin, self._window, answered, running_words(self._desk.state)
        )

    def leave_unasked(self) -> None:
        """Be gone, whatever runs: the system ends the session."""
        self._decided = True
        self._window.hide()
        self._leave()

    def _live(self) -> list[str]:
        return [each.id for each in live_sessions(self._desk.state)]

    def _go(
        self,
        save: Callable[[], Sequence[SaveWindowRequest]],
        others: Sequence[QWidget],
        *,
        stop: bool,
    ) -> None:
        self._decided = True
        places, live = save(), self._live()
        for window in (self._window, *others):
            window.hide()
        if not self._desk.state.connected:
            self._leave()
            return
        if not stop:
            self._patience.start()
            self._save(places)
            return
        # Stopping waits as long as programs need to end; that is what was asked for.
        self._runner.flow(
            lambda use_cases: stop_sessions(use_cases, live),
            lambda _: self._save(places),
            self._leave,
        )

    def _save(self, places: Sequence[SaveWindowRequest]) -> None:
        async def save(use_cases: UseCases) -> None:
            for place in places:
                await use_cases.execute(place)

        self._runner.flow(save, lambda _: self._leave(), self._leave)

    def _leave(self) -> None:
        self._patience.stop()
        if self._decided and self._window.isHidden():
            self._decided = True
            self.left.emit()
