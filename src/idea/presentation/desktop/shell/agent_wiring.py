"""Puts together what the window does about agents: commands, definitions, pages.

Main thread only.
"""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from idea.application.agents.views import AgentView
from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.agent_pages import AgentPages
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.defining import Defining
from idea.presentation.desktop.shell.following import Following
from idea.presentation.desktop.shell.library_wiring import LibraryWiring
from idea.presentation.desktop.shell.menus import Menus, pop_up
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.page_opening import PageOpening
from idea.presentation.desktop.shell.pages import Pages, seen_beside_page
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.text_pages import TextPages
from idea.presentation.desktop.shell.unsaved_texts import UnsavedText
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agent_page import PageTab
from idea.presentation.desktop.viewmodels.agents import resting_id
from idea.presentation.desktop.viewmodels.library_rows import Page


class AgentWiring:
    """Dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        pages: Pages,
        skin: Skin,
        window: QWidget,
        *,
        opener: PaletteOpener,
        cells: CellCommands,
        notices: Notices,
        show_resumable: Callable[[], None],
        show_side_bar: Callable[[], None],
        give_back_focus: Callable[[], None],
        now: Callable[[], datetime],
        home: str,
    ) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._opener = opener
        defining = Defining(stage.runner, notices, skin, window, self._show_new)
        self.commands = AgentCommands(
            stage,
            opener=opener,
            cells=cells,
            defining=defining,
            show_resumable=show_resumable,
            open_page=self._open_page,
            notices=notices,
        )
        self.texts = TextPages(
            *(stage.desk, stage.runner, pages, skin, window),
            notices=notices,
            give_back_focus=give_back_focus,
        )
        self.library = LibraryWiring(
            stage,
            skin,
            window,
            opener=opener,
            notices=notices,
            make_agent=self.commands.make_of,
            agents_outdated=self.outdated,
            show_side_bar=show_side_bar,
            pages=self.texts,
            now=now,
        )
        self.pages = AgentPages(
            stage,
            pages,
            skin,
            window,
            library=self.library.library,
            commands=self.commands,
            cells=cells,
            following=Following(stage.runner, opener, notices, self.library.templates),
            notices=notices,
            give_back_focus=give_back_focus,
            now=now,
            home=home,
        )
        self.commands.giving.write_one = self.library.work()["skill.create"]
        self.commands.front = self.pages.front
        self.commands.engine_of = self.library.library.engine_of
        self.commands.show_engines = self.library.work()[Page.ENGINES.action]
        self.opening = PageOpening(stage.desk, opener, self.commands, self.pages)
        self.pages.before_open, self.texts.before_open = self.texts.leave, self.pages.leave
        self.leave_front: Callable[[], bool] = lambda: False
        """Closes what is in front of grids and agents, if there is something."""
        stage.desk.on_focus_asked = self._show_grid

    def work(self) -> dict[str, Work]:
        """Return the code of every action on agents and on what they are made of."""
        return {
            **self.commands.work(),
            **self.library.work(),
            "agent.save_as_template": lambda: self._do_to_pointed_at("agent.save_as_template"),
            "agent.close_page": self._go_back,
        }

    def facts(self) -> frozenset[str]:
        """Return what is true of the window now, in the words of the catalogue."""
        facts = self.pages.facts()
        if self.texts.front():
            facts = seen_beside_page(facts) - {"agent.shown", "agent.rests"}
        return facts | self.library.facts()

    def row_in_front(self, session: str) -> str:
        """Return the row of the side bar whose page is in front; without one, of a session."""
        agent = self.pages.front()
        if agent is not None:
            return self.commands.session_of(agent) or resting_id(agent.id)
        return self.texts.front() or session

    def unsaved(self, project: str) -> list[UnsavedText]:
        """Return what is unsaved in a project, or anywhere for an empty one."""
        return [*self.pages.unsaved(project), *self.texts.unsaved(project)]

    def when_saved(self, project: str, then: Callable[[], object]) -> None:
        """Call `then` once nothing is unsaved in a project, or anywhere for an empty one."""
        self.pages.when_saved(project, lambda: self.texts.when_saved(project, then))

    def serve_menus(self, menus: Menus) -> None:
        """Open the menu of an agent at the button of its page."""

        def open_menu(agent: AgentView, button: QWidget) -> None:
            facts = self.commands.facts_of_agent(agent)
            menu = menus.row_menu(facts, lambda action: self._do(action, agent), button)
            pop_up(menu, button.mapToGlobal(QPoint(0, button.height())))

        self.pages.more = open_menu

    def _go_back(self) -> None:
        if not self.leave_front():
            self._close_page()

    def _show_grid(self) -> None:
        self.leave_front()
        self._close_page()

    def _do_to_pointed_at(self, action: str) -> None:
        agent = self.commands.pointed_at()
        if agent is not None:
            self._do(action, agent)

    def _do(self, action: str, agent: AgentView) -> None:
        if action == "agent.save_as_template":
            self.library.templates.save_agent(agent)
        else:
            self.commands.do(action, agent)

    def refresh(self) -> None:
        """Bring marks and the page in front up to date, before anything shows them."""
        behind = [one.agent for one in self.library.library.behind]
        self._desk.teams.mark(self._desk.current, behind)
        tabs = [tab.id for tab in self._desk.state.tabs]
        for pages in (self.pages, self.texts):
            pages.keep_only(tabs)
            pages.refresh()

    def outdated(self, project: str) -> None:
        """Learn agents and what their pages show anew."""
        self.commands.outdated(project)
        self.pages.outdated(project)
        self.texts.outdated(project)

    def _close_page(self) -> None:
        self.pages.close(self._desk.current)
        self.texts.close(self._desk.current)

    def _open_page(self, agent: AgentView, tab: PageTab) -> None:
        self.pages.open(agent, tab)

    def _show_new(self, agent: AgentView) -> None:
        project = agent.project
        team = [one for one in self._desk.teams.of(project) if one.id != agent.id]
        self._desk.teams.show(project, (*team, agent))
        self.pages.open(agent)
