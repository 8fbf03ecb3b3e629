"""Opens the page of an agent in place of the grid, keeps it true, and goes back to the grid.

Main thread only. A page that was left keeps what was typed in it until that is saved or given up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtWidgets import QWidget

from idea.application.agents.keep_draft import KeepDraftRequest
from idea.application.agents.views import AgentView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.agent_page_asks import AgentPageAsks
from idea.presentation.desktop.shell.agent_page_reader import AgentPageReader
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.draft_keeping import DraftKeeping
from idea.presentation.desktop.shell.following import Following
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.pages import Pages, seen_beside_page
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.unsaved_texts import UnsavedText, when_saved
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agent_page import PageTab, agent_page_view
from idea.presentation.desktop.viewmodels.agents import live_session
from idea.presentation.desktop.viewmodels.library import Library
from idea.presentation.desktop.viewmodels.session_look import SessionLook, session_look


@dataclass(slots=True, kw_only=True)
class _Open:
    """A page, whether it is in front or not."""

    page: AgentPage
    agent: AgentView
    """As it was known last."""
    reader: AgentPageReader
    asks: AgentPageAsks


class AgentPages:
    """Keeps one page for each agent that was looked at."""

    def __init__(
        self,
        stage: Stage,
        pages: Pages,
        skin: Skin,
        window: QWidget,
        *,
        library: Library,
        commands: AgentCommands,
        cells: CellCommands,
        following: Following,
        notices: Notices,
        give_back_focus: Callable[[], None],
        now: Callable[[], datetime],
        home: str,
    ) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._pages = pages
        self._skin = skin
        self._window = window
        self._library = library
        self._commands = commands
        self._cells = cells
        self._following = following
        self._notices = notices
        self._give_back_focus = give_back_focus
        self._now = now
        self._home = home
        self._all: dict[tuple[str, str], _Open] = {}
        self._front: dict[str, str] = {}
        """The agent whose page is in place of a project's grid."""
        self.before_open: Callable[[str], object] = lambda _project: None
        """Called before a page takes the place of a project's grid, or of another page."""
        self.more: Callable[[AgentView, QWidget], None] = lambda _agent, _button: None
        """Opens the menu of an agent's row at a button."""

    def open(self, agent: AgentView, tab: PageTab = PageTab.ROLE) -> None:
        """Show an agent's page in place of its project's grid."""
        known = self._all.get((agent.project, agent.id))
        if known is None:
            known = self._all[agent.project, agent.id] = self._make(agent)
        self.before_open(agent.project)
        self._front[agent.project] = agent.id
        self._pages.open_page(agent.project, known.page)
        known.page.show_tab(tab)
        self._desk.show_project(agent.project)
        self.refresh()
        known.reader.read()
        self._desk.on_change()
        known.page.take_keyboard()

    def close(self, project: str) -> None:
        """Show the grid again; what was typed stays with the page."""
        if self.leave(project):
            self._desk.on_change()
            self._give_back_focus()

    def leave(self, project: str) -> bool:
        """Let a page go from its place, and say what it keeps; False when none is there."""
        agent = self._front.pop(project, "")
        if not agent:
            return False
        self._pages.close_page(project)
        known = self._all[project, agent]
        if known.page.has_unsaved:
            said = visible(f"What you typed for {known.agent.name} is on its page, unsaved.")
            self._notices.offer(said, "Show", lambda: self.open(known.agent), project)
        else:
            self._forget(project, agent)
        return True

    def front(self) -> AgentView | None:
        """Return the agent whose page is in front; None while a grid is."""
        agent = self._front.get(self._desk.current, "")
        known = self._all.get((self._desk.current, agent))
        return None if known is None else known.agent

    def facts(self) -> frozenset[str]:
        """Return what is true of the window now: what a page hides is not pointed at."""
        facts = self._desk.facts()
        agent = self.front()
        if agent is None:
            return facts
        seen = seen_beside_page(facts) | {"agent.shown"}
        if self._live(agent) is None:
            return frozenset(seen | {"agent.rests"})
        return frozenset(seen - {"agent.rests"})

    def refresh(self) -> None:
        """Show the page in front as its agent is now."""
        agent = self.front()
        if agent is None:
            return
        known = self._all[agent.project, agent.id]
        self._show_head(known)
        known.reader.show_rows()

    def outdated(self, project: str) -> None:
        """Ask anew for what the page in front shows, if it may be another."""
        agent = self.front()
        if agent is not None and project in {"", agent.project}:
            self._all[agent.project, agent.id].reader.read()

    def keep_only(self, projects: Sequence[str]) -> None:
        """Let go of the pages of closed tabs, but of no text that is not saved."""
        for project, agent in [one for one in self._all if one[0] not in projects]:
            self._front.pop(project, None)
            self._pages.close_page(project)
            if not self._all[project, agent].page.has_unsaved:
                self._forget(project, agent)

    def unsaved(self, project: str) -> list[UnsavedText]:
        """Return what is unsaved in a project, or anywhere for an empty one."""
        return [
            UnsavedText(
                name=one.agent.name,
                editor=one.page.editor,
                save=one.asks.save_then,
                show=partial(self.open, one.agent),
            )
            for (where, _), one in self._all.items()
            if where == (project or where) and one.page.has_unsaved
        ]

    def when_saved(self, project: str, then: Callable[[], object]) -> None:
        """Call `then` once nothing is unsaved in a project, or anywhere for an empty one."""
        unsaved = self.unsaved(project)
        when_saved(unsaved, then, self._skin, self._window, what="The role of")

    def _make(self, agent: AgentView) -> _Open:
        page = AgentPage(self._skin, self._home)

        def current() -> AgentView:
            return self._desk.teams.agent(agent.project, agent.id) or agent

        def keep(text: str) -> KeepDraftRequest:
            return KeepDraftRequest(project=agent.project, agent=agent.id, text=text)

        runner = self._stage.runner
        reader = AgentPageReader(
            page,
            current,
            runner,
            drafts=DraftKeeping(page.editor, keep, runner),
            looks=partial(self._looks, agent),
            now=self._now,
        )
        asks = AgentPageAsks(
            page,
            current,
            runner,
            commands=self._commands,
            cells=self._cells,
            following=self._following,
            notices=self._notices,
            more=lambda one: self.more(one, page.head.more),
        )
        page.left.connect(lambda: self.close(agent.project))
        page.tab_chosen.connect(lambda _tab: reader.read_tab())
        return _Open(page=page, agent=agent, reader=reader, asks=asks)

    def _show_head(self, known: _Open) -> None:
        agent = self._desk.teams.agent(known.agent.project, known.agent.id)
        if agent is None:
            if self._desk.teams.is_known(known.agent.project):
                known.page.editor.ask(
                    "This agent is no more; copy what you want to keep.",
                    (("Close", lambda: self.close(known.agent.project)),),
                )
            return
        known.agent = agent
        session = self._live(agent)
        look = None if session is None else self._looks(agent).get(session)
        engine = self._library.profile(agent.project, agent.profile)
        version = "" if engine is None else engine.version
        drift = self._library.drift(agent.id)
        known.page.show_view(agent_page_view(agent, look, drift, version))

    def _live(self, agent: AgentView) -> str | None:
        session = live_session(agent, self._desk.state.sessions_of(agent.project))
        return None if session is None else session.id

    def _looks(self, agent: AgentView) -> dict[str, SessionLook]:
        now, news = self._now(), self._desk.news
        return {
            one.id: session_look(one, now, self._home, news.of(one.id))
            for one in self._desk.state.sessions_of(agent.project)
            if one.agent == agent.id
        }

    def _forget(self, project: str, agent: str) -> None:
        known = self._all.pop((project, agent))
        known.reader.stop()
        self._pages.drop(known.page)
