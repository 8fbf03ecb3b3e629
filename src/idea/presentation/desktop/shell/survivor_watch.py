"""Keeps an eye on what ended sessions left running, and shows it when asked."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from idea.application.terminals.list_survivors import ListSurvivorsRequest
from idea.application.terminals.stop_survivors import StopSurvivorsRequest
from idea.application.views import SurvivorView
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.survivors_dialog import SurvivorsDialog
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.survivors import summary, survivor_rows

_AFTER_END_MS = 2_500
"""What a session leaves has had its hang-up by then, and a stop its two seconds."""
_SHOWN_AGAIN_MS = 2_000
"""How often the open list looks again, so that its figures are true."""


class SurvivorWatch(QObject):
    """Looks when a session has ended, now and then while ended ones are listed, and on demand."""

    changed = Signal()
    """Something else is left running now."""

    def __init__(
        self, runner: Runner, skin: Skin, now: Callable[[], datetime], window: QWidget
    ) -> None:
        super().__init__(window)
        self._runner = runner
        self._skin = skin
        self._now = now
        self._window = window
        self._ended: frozenset[str] = frozenset()
        self._connected = False
        self._dialog: SurvivorsDialog | None = None
        self._stopping: set[str] = set()
        self.known: tuple[SurvivorView, ...] = ()
        """What was seen last."""
        self._soon = QTimer(self, singleShot=True, interval=_AFTER_END_MS)
        self._soon.timeout.connect(self._look)
        self._again = QTimer(self, interval=_SHOWN_AGAIN_MS)
        self._again.timeout.connect(self._look)

    @property
    def dialog(self) -> SurvivorsDialog | None:
        """The list, while it is open."""
        return self._dialog

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {"session.show_survivors": self.show_list}

    def follow(self, state: DeskState) -> None:
        """Look soon when a session has ended or left the list."""
        ended = frozenset(
            each.id for each in state.sessions.values() if each.status in {"exited", "lost"}
        )
        is_news = ended != self._ended or not self._connected
        if state.connected and is_news and (ended or self.known):
            self._soon.start()
        self._ended, self._connected = ended, state.connected

    def look_again(self) -> None:
        """Look now if there may be something, for whoever calls from time to time."""
        if self._ended or self.known:
            self._look()

    def show_list(self) -> None:
        """Open the list."""
        if self._dialog is None:
            dialog = self._dialog = SurvivorsDialog.show_list(self._skin, self._window, self._stop)
            dialog.finished.connect(self._on_closed)
            self._show()
            self._again.start()
        self._look()

    def stop(self) -> None:
        """Look no more; for the window's end."""
        self._soon.stop()
        self._again.stop()

    def _look(self) -> None:
        self._runner.ask_quietly(ListSurvivorsRequest(), self._take)

    def _take(self, survivors: tuple[SurvivorView, ...]) -> None:
        self._stopping &= {each.id for each in survivors}
        if survivors != self.known:
            self.known = survivors
            self.changed.emit()
        self._show()

    def _show(self) -> None:
        if self._dialog is not None:
            rows = survivor_rows(self.known, self._now())
            self._dialog.show_rows(rows, summary(self.known), self._stopping)

    def _stop(self, survivors: Sequence[str]) -> None:
        chosen = [each for each in survivors if each not in self._stopping]
        if not chosen:
            return
        self._stopping |= set(chosen)
        self._show()

        def settled(_: object = None) -> None:
            self._stopping -= set(chosen)
            self._look()

        request = StopSurvivorsRequest(survivors=tuple(chosen))
        self._runner.ask(request, settled, settled)

    def _on_closed(self) -> None:
        self._again.stop()
        self._dialog = None
