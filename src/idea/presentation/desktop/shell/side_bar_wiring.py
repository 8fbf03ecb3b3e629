"""Takes what the side bar is asked, by mouse and keys, to the model and the commands."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from idea.presentation.desktop.panels.side_bar import SideBar
from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.menus import Menus
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.viewmodels.panels import side_bar_view
from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote


class SideBarWiring:
    """Connects the side bar; main thread only."""

    def __init__(
        self,
        bar: SideBar,
        stage: Stage,
        cells: CellCommands,
        agents: AgentCommands,
        give_back_focus: Callable[[], None],
    ) -> None:
        self._bar = bar
        self._stage = stage
        self._cells = cells
        self._agents = agents
        sessions = bar.list
        sessions.chosen.connect(agents.choose_row)
        sessions.stop_asked.connect(self._stop_or_forget)
        sessions.dragged.connect(self._on_dragged)
        sessions.dropped.connect(self._on_dropped)
        sessions.left.connect(give_back_focus)

    def refresh(self, focused: str, now: datetime, home: str, survivors: SurvivorsNote) -> None:
        """Show agents, sessions and survivors of the project in front; `focused` is a session."""
        desk, bar = self._stage.desk, self._bar
        self._agents.follow()
        view = side_bar_view(
            desk.state,
            desk.current,
            focused,
            now,
            home,
            news=desk.news.all,
            agents=desk.teams.of(desk.current),
        )
        bar.list.show_view(view)
        bar.show_survivors(survivors)
        wanted = desk.state.setting("window.show_side_bar", default=True)
        bar.setVisible(bool(desk.current) and wanted)
        bar.set_width(desk.state.setting("window.side_bar_width", metrics.SIDE_BAR))

    def serve_menus(self, menus: Menus, pop_up: Callable[[QMenu, QPoint], None]) -> None:
        """Open the menu of a row where it is asked for."""

        def open_menu(row: str, point: QPoint) -> None:
            facts = self._stage.desk.facts_of(row) | self._agents.facts_of(row)
            if facts:
                pop_up(menus.row_menu(facts, partial(self._invoke, row), self._bar), point)

        self._bar.list.menu_asked.connect(open_menu)

    def _invoke(self, row: str, action: str) -> None:
        """Carry out an action of the catalogue on a row's session or agent, if still there."""
        desk = self._stage.desk
        agent = self._agents.of_row(row)
        if agent is not None and action.startswith("agent."):
            self._agents.do(action, agent)
            return
        session, view = row, desk.state.sessions.get(row)
        if view is None:
            return
        match action:
            case "cell.attach_session":
                self._cells.show_here(session)
            case "cell.detach_session":
                self._cells.detach_session(view)
            case "session.stop":
                self._cells.stop_session(session)
            case "session.forget":
                self._cells.forget_session(session)

    def _stop_or_forget(self, session: str) -> None:
        view = self._stage.desk.state.sessions.get(session)
        if view is not None and view.status in {"starting", "running"}:
            self._cells.stop_session(session)
        elif view is not None:
            self._cells.forget_session(session)

    def _on_dragged(self, _session: str, point: QPoint) -> None:
        grid = self._stage.grid()
        if grid is not None:
            grid.show_target(grid.cell_at(point))

    def _on_dropped(self, session: str, point: QPoint) -> None:
        grid = self._stage.grid()
        if grid is not None:
            grid.show_target("")
            cell = grid.cell_at(point)
            if cell:
                self._agents.drop_row(session, cell)
