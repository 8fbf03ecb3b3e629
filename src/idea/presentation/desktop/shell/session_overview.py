"""Shows the sessions of all projects, and what they use for as long as somebody looks."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from idea.application.terminals.measure_sessions import MeasureSessionsRequest, SessionUse
from idea.presentation.desktop.panels.overview_list import OverviewList
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.session_overview import overview_rows, overview_words
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_AGAIN_MS = 2_000
_WIDTH = 860


class OverviewDialog(Sheet):
    """Lists sessions; the safe button has the keyboard."""

    list: OverviewList
    survivors: WordButton
    close_button: WordButton


class SessionOverview(QObject):
    """Main thread only; lives as long as `window`."""

    def __init__(
        self,
        stage: Stage,
        skin: Skin,
        window: QWidget,
        *,
        cells: CellCommands,
        show_survivors: Callable[[], object],
        now: Callable[[], datetime],
        home: str,
    ) -> None:
        super().__init__(window)
        self._stage = stage
        self._skin = skin
        self._window = window
        self._cells = cells
        self._show_survivors = show_survivors
        self._now = now
        self._home = home
        self._uses: dict[str, SessionUse] = {}
        self.go_to: Callable[[str], None] = cells.go_to
        """Shows a session wherever its tab is."""
        self.dialog: OverviewDialog | None = None
        """The list, while it is open."""
        self._again = QTimer(self, interval=_AGAIN_MS)
        self._again.timeout.connect(self._measure)

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {"session.show_all": self.show_list}

    def show_list(self) -> None:
        """Open the list."""
        if self.dialog is not None:
            return
        dialog = self.dialog = OverviewDialog("All sessions", "", self._skin, self._window)
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.list = OverviewList(self._skin, dialog)
        dialog.add_part(dialog.list)
        dialog.list.show_asked.connect(self._go_to)
        dialog.list.detach_asked.connect(self._detach)
        dialog.list.stop_asked.connect(self._cells.stop_session)
        dialog.list.forget_asked.connect(self._cells.forget_session)
        dialog.survivors = dialog.add_button(
            "Programs left running…", ButtonKind.SECONDARY, self._to_survivors
        )
        dialog.close_button = dialog.add_button(
            "Close", ButtonKind.PRIMARY, dialog.close, first=True
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_closed)
        self.follow()
        dialog.open()
        self._again.start()
        self._measure()

    def follow(self) -> None:
        """Show the sessions as they are now; called after every change of the model."""
        if self.dialog is None:
            return
        state = self._stage.desk.state
        self.dialog.say(overview_words(state, self._uses))
        self.dialog.list.show_rows(overview_rows(state, self._uses, self._now(), self._home))
        self.dialog.adjustSize()

    def _measure(self) -> None:
        self._stage.runner.ask_quietly(MeasureSessionsRequest(), self._take)

    def _take(self, uses: Sequence[SessionUse]) -> None:
        self._uses = {each.session: each for each in uses}
        self.follow()

    def _go_to(self, session: str) -> None:
        if self.dialog is not None:
            self.dialog.close()
        self.go_to(session)

    def _detach(self, session: str) -> None:
        view = self._stage.desk.state.sessions.get(session)
        if view is not None:
            self._cells.detach_session(view)

    def _to_survivors(self) -> None:
        if self.dialog is not None:
            self.dialog.close()
        self._show_survivors()

    def _on_closed(self) -> None:
        self._again.stop()
        self._uses = {}
        self.dialog = None
