"""Takes what the side bar is asked, by mouse and keys, to the model and the commands."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QPoint

from idea.domain.actions.catalogue import BY_ID
from idea.domain.actions.spec import Menu
from idea.presentation.desktop.panels.side_bar import SideBar
from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.library_wiring import LibraryWiring
from idea.presentation.desktop.shell.menus import Menus, pop_up
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.viewmodels.library import DeletedKind
from idea.presentation.desktop.viewmodels.library_rows import Page, RowKind, RowName, row_name
from idea.presentation.desktop.viewmodels.panels import side_bar_view
from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote

_ADDS = {
    Page.SESSIONS: "agent.create",
    Page.TEMPLATES: "template.create",
    Page.SKILLS: "skill.create",
    Page.RECIPES: "recipe.save",
    Page.ENGINES: "profile.create",
}
"""What the plus of a page's head does, and the button where a page has nothing else."""
_OPENS = {
    RowKind.SKILL: "skill.edit",
    RowKind.TEMPLATE: "template.edit",
    RowKind.DRIFT: "template.sync",
}
"""What a click on a row does; one of another kind opens its menu."""


class SideBarWiring:
    """Connects the side bar; main thread only."""

    def __init__(
        self,
        bar: SideBar,
        stage: Stage,
        *,
        cells: CellCommands,
        agents: AgentCommands,
        library: LibraryWiring,
        give_back_focus: Callable[[], None],
        menus: Menus,
        invoke: Callable[[str], None],
    ) -> None:
        """`invoke` carries out an action of the catalogue."""
        self._do = invoke
        self._bar = bar
        self._stage = stage
        self._cells = cells
        self._agents = agents
        self._library = library
        self._menus = menus
        sessions = bar.list
        sessions.chosen.connect(self._choose_row)
        sessions.page_stepped.connect(self._step_page)
        bar.rail.chosen.connect(library.show_page)
        sessions.stop_asked.connect(self._stop_or_forget)
        sessions.dragged.connect(self._on_dragged)
        sessions.dropped.connect(self._on_dropped)
        sessions.left.connect(give_back_focus)
        sessions.menu_asked.connect(self._open_menu)
        sessions.begun.connect(self._add)
        bar.head.add_asked.connect(self._add)
        bar.head.menu_asked.connect(self._open_page_menu)

    def refresh(self, focused: str, now: datetime, home: str, survivors: SurvivorsNote) -> None:
        """Show agents, sessions and survivors of the project in front; `focused` is a row."""
        desk, bar = self._stage.desk, self._bar
        self._agents.follow()
        self._library.follow()
        page, team = self._library.page, desk.teams
        if page is Page.SESSIONS:
            view = side_bar_view(
                desk.state,
                desk.current,
                focused,
                now,
                home,
                news=desk.news.all,
                agents=team.of(desk.current) if team.is_known(desk.current) else None,
                marks=desk.teams.marks(desk.current),
                templates=self._library.template_rows,
            )
        else:
            view = replace(self._library.view(page), focused=focused)
        bar.rail.show_keys({each: self._menus.key_of(each.action) for each in Page})
        bar.show_page(page, view, BY_ID[_ADDS[page]].bare_title)
        bar.show_survivors(survivors)
        wanted = desk.state.setting("window.show_side_bar", default=True)
        bar.setVisible(bool(desk.current) and wanted)
        bar.set_width(desk.state.setting("window.side_bar_width", metrics.SIDE_BAR))

    def _open_menu(self, row: str, point: QPoint) -> None:
        """Open what can be done to what a row stands for."""
        name = row_name(row)
        found = None if name is None else self._library.menu_of(name)
        if name is not None and found is not None:
            menu, facts = found
            invoke = partial(self._do_to_row, name)
            pop_up(self._menus.row_menu(facts, invoke, self._bar, [menu]), point)
        elif name is None:
            facts = self._stage.desk.facts_of(row) | self._agents.facts_of(row)
            if facts:
                invoke = partial(self._invoke, row)
                pop_up(self._menus.row_menu(facts, invoke, self._bar), point)

    def _choose_row(self, row: str) -> None:
        name = row_name(row)
        if name is None:
            self._agents.choose_row(row)
        elif name.kind is RowKind.TRASH:
            self._do(DeletedKind(name.id).action)
        elif name.kind in _OPENS:
            self._library.do(_OPENS[name.kind], name)
        else:
            sessions = self._bar.list
            self._open_menu(row, sessions.mapToGlobal(sessions.row_point(row)))

    def _open_page_menu(self, point: QPoint) -> None:
        """Open what can be done to what the page is about."""
        family = _ADDS[self._library.page].partition(".")[0]
        self._menus.pop_up_family(self._bar, Menu.LIBRARY, family, point)

    def _add(self) -> None:
        self._do(_ADDS[self._library.page])

    def _step_page(self, step: int) -> None:
        pages = list(Page)
        at = (pages.index(self._library.page) + step) % len(pages)
        self._library.show_page(pages[at].value)

    def _do_to_row(self, name: RowName, action: str) -> None:
        self._library.do(action, name)

    def _invoke(self, row: str, action: str) -> None:
        """Carry out an action of the catalogue on a row's session or agent, if still there."""
        desk = self._stage.desk
        agent = self._agents.of_row(row)
        if agent is not None and action == "agent.save_as_template":
            self._library.templates.save_agent(agent)
            return
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

    def _on_dragged(self, row: str, point: QPoint) -> None:
        grid = self._stage.grid()
        if grid is not None and row_name(row) is None:
            grid.show_target(grid.cell_at(point))

    def _on_dropped(self, session: str, point: QPoint) -> None:
        grid = self._stage.grid()
        if grid is not None and row_name(session) is None:
            grid.show_target("")
            cell = grid.cell_at(point)
            if cell:
                self._agents.drop_row(session, cell)
