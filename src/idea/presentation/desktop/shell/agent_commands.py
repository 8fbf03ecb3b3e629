"""Carries out the actions on agents, and knows the agents of the project in front."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from idea.application.agents.adopt_session import AdoptSessionRequest
from idea.application.agents.change_engine import ChangeEngineRequest
from idea.application.agents.detect_changes import DetectChangesRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.views import AgentView
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.views import ProfilesView
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.views import TemplateView
from idea.application.views import SessionView
from idea.domain.visible import visible
from idea.presentation.desktop.shell import flows
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.defining import Defining
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.skill_giving import SkillGiving
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agent_page import PageTab
from idea.presentation.desktop.viewmodels.agents import (
    ANOTHER,
    FROM_SCRATCH,
    OTHER_ENGINES,
    agent_entries,
    engine_entries,
    live_session,
    resting_agent,
    template_entries,
)

_EDIT = 'exec ${VISUAL:-${EDITOR:-vi}} "$1"'
"""Run by a shell, because these variables may hold a command with arguments."""


_USUAL = LaunchAgentRequest(project="", agent="")
"""How agents are launched unless the person says otherwise."""


class AgentCommands:
    """Main thread only."""

    def __init__(
        self,
        stage: Stage,
        *,
        opener: PaletteOpener,
        cells: CellCommands,
        defining: Defining,
        show_resumable: Callable[[], None],
        open_page: Callable[[AgentView, PageTab], None],
        notices: Notices,
    ) -> None:
        """`defining` and `open_page` do what is done in dialogs and on pages."""
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._opener = opener
        self._cells = cells
        self._show_resumable = show_resumable
        self._defining = defining
        self._notices = notices
        self.front: Callable[[], AgentView | None] = lambda: None
        """Returns the agent whose page is in front."""
        self.show_engines: Callable[[], object] = lambda: None
        """Shows the page of engines."""
        self.engine_of: Callable[[str], str] = lambda _template: ""
        """Returns what agents made of a template run on; empty where it names nothing."""
        self.giving = SkillGiving(
            stage.runner,
            opener,
            notices,
            is_running=lambda agent: bool(self.session_of(agent)),
            relaunch=self.relaunch,
        )
        self._asked = ""
        self._on_one: Mapping[str, Callable[[AgentView], None]] = {
            "agent.launch": lambda agent: self.launch(agent.id),
            "agent.change_engine": self._choose_engine,
            "agent.begin_anew": lambda agent: self.relaunch(agent, resume=False),
            "agent.open_page": lambda agent: open_page(agent, PageTab.ROLE),
            "agent.show_context": lambda agent: open_page(agent, PageTab.CONTEXT),
            "agent.give_skill": self.giving.choose,
            "agent.edit_role": lambda agent: open_page(agent, PageTab.ROLE),
            "agent.edit_role_outside": self._edit_role,
            "agent.order_skills": defining.order_skills,
            "agent.rename": defining.rename,
            "agent.clone": defining.clone,
            "agent.delete": defining.delete,
        }

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        on_focused = {action: partial(self._do_to_focused, action) for action in self._on_one}
        on_focused.pop("agent.open_page")  # Without one in focus, the person chooses.
        return {
            **on_focused,
            "agent.launch": self.choose_agent,
            "agent.create": self.choose_template,
            "agent.resume": self._show_resumable,
            "agent.adopt": self._adopt,
        }

    def of_row(self, row: str) -> AgentView | None:
        """Return the agent of a row of the side bar; None for a session of no agent."""
        session = self._desk.state.sessions.get(row)
        return self._known(resting_agent(row) if session is None else session.agent)

    def facts_of(self, row: str) -> frozenset[str]:
        """Return what is true of a row's agent, in the words of the catalogue."""
        agent = self.of_row(row)
        return frozenset() if agent is None else self.facts_of_agent(agent)

    def facts_of_agent(self, agent: AgentView) -> frozenset[str]:
        """Return what is true of an agent, as if the person pointed at it."""
        if live_session(agent, self._desk.state.sessions_of(agent.project)) is not None:
            return frozenset({"agent.shown"})
        return frozenset({"agent.shown", "agent.rests", "project.open"})

    def do(self, action: str, agent: AgentView) -> None:
        """Carry out an action of the catalogue on an agent, whether it runs or not."""
        self._on_one[action](agent)

    def follow(self) -> None:
        """Learn the agents of the project in front, once for each time it comes to the front."""
        project = self._desk.current if self._desk.state.connected else ""
        if project != self._asked:
            self._asked = project
            self.outdated(project)

    def outdated(self, project: str) -> None:
        """Ask for the agents anew, if they are those in front; empty for all projects."""
        shown = self._desk.current
        if shown and project in {"", shown} and self._desk.state.connected:
            request = ListAgentsRequest(project=shown)
            ask = self._stage.runner.ask_quietly
            ask(request, lambda agents: self._desk.teams.show(shown, agents))
            ask(
                DetectChangesRequest(project=shown),
                lambda changed: self._desk.teams.show_outdated(shown, changed),
            )

    def choose_agent(self) -> None:
        """Let the person choose an agent; without any, let them make one."""
        agents = self._desk.teams.of(self._desk.current)
        if not agents:
            self.choose_template()
            return
        sessions = self._desk.state.sessions_of(self._desk.current)
        entries = (*agent_entries(agents, sessions), ANOTHER)

        def chosen(agent: str) -> None:
            if agent == ANOTHER.id:
                self.choose_template()
            else:
                self.launch(agent)

        self._opener.choose(entries, "Which agent?", chosen)

    def choose_row(self, row: str) -> None:
        """Go to a session of the side bar, or launch the agent of a row that rests."""
        agent = resting_agent(row)
        if agent:
            self.launch(agent)
        else:
            self._cells.go_to(row)

    def drop_row(self, row: str, cell: str) -> None:
        """Show a session, or launch an agent, in the cell its row was dragged to."""
        agent = self._known(resting_agent(row))
        if agent is None:
            self._cells.drop_session(row, cell)
        elif self._desk.cells(self._desk.current)[cell].look is None:
            self._launch_in(agent, cell)
        else:
            self.launch(agent.id)

    def launch(self, agent: str) -> None:
        """Launch an agent in an empty cell, or in a new one; go to it when it runs."""
        known = self._known(agent)
        if known is None:
            return
        session = live_session(known, self._desk.state.sessions_of(self._desk.current))
        if session is not None:
            self._cells.go_to(session.id)
        else:
            self._launch_somewhere(known)

    def choose_template(self) -> None:
        """Let the person choose what a new agent does, then what it runs on."""
        self._ask(ListTemplatesRequest(), self._choose_template)

    def _adopt(self) -> None:
        """Make an agent of the AI program in the focused cell."""
        session = self._desk.focused_session
        if session is None:
            return
        project = session.project

        def adopted(agent: AgentView) -> None:
            name = visible(agent.name)
            self._notices.tell(
                f"{name} is an agent now; it reads its role at its next launch.", project
            )

        self._ask(AdoptSessionRequest(session=session.id), adopted)

    def pointed_at(self) -> AgentView | None:
        """Return the agent of the page in front, else of the focused cell; None without one."""
        session = self._desk.focused_session
        return self.front() or (None if session is None else self._known(session.agent))

    def session_of(self, agent: AgentView) -> str:
        """Return the session in which an agent runs; empty for none."""
        session = live_session(agent, self._desk.state.sessions_of(agent.project))
        return "" if session is None else session.id

    def _do_to_focused(self, action: str) -> None:
        agent = self.pointed_at()
        if agent is not None:
            self.do(action, agent)

    def _choose_engine(self, agent: AgentView) -> None:
        self._with_engines(
            lambda engine: self._change_engine(agent, engine),
            hint=f"What should {agent.name} run on? Its conversation does not come along.",
            verb="run on it",
            without=agent.profile,
        )

    def relaunch(self, agent: AgentView, *, resume: bool = True, conversation_of: str = "") -> None:
        """Launch an agent anew, in its cell when it runs; see `LaunchAgentRequest` for the rest."""
        session = live_session(agent, self._desk.state.sessions_of(agent.project))
        if session is None:
            self._launch_somewhere(agent, resume=resume, conversation_of=conversation_of)
            return
        how = replace(_USUAL, resume=resume)
        request = self._launch_request(agent, session.cell or "", how=how)
        self._stage.runner.flow(
            lambda use_cases: flows.launch_anew(use_cases, session, request), self._launched
        )

    def _edit_role(self, agent: AgentView) -> None:
        """Open an agent's role in the person's editor, in a cell beside."""
        self._cells.run_beside(("/bin/sh", "-c", _EDIT, "sh", agent.role_path))

    def _choose_template(self, templates: Sequence[TemplateView]) -> None:
        self._opener.choose(
            (*template_entries(templates), FROM_SCRATCH), "What should it do?", self.make_of
        )

    def make_of(self, template: str) -> None:
        """Make an agent of a template, on the engine the person chooses, and launch it.

        One from scratch is named first, and its role is shown to be written.
        """
        project = self._desk.current
        if template == FROM_SCRATCH.id:
            self._with_engines(
                lambda engine: self._defining.create(project, engine),
                hint="What should it run on?",
                verb="choose",
            )
            return
        self._with_engines(
            lambda engine: self._create(template, engine),
            hint="What should it run on?",
            verb="launch",
            first=self.engine_of(template),
        )

    def _with_engines(
        self,
        then: Callable[[str], None],
        *,
        hint: str,
        verb: str,
        without: str = "",
        first: str = "",
    ) -> None:
        def offer(found: ProfilesView) -> None:
            others = [one for one in found.profiles if one.id != without]
            chosen = first or self._desk.state.setting("agents.engine", "")
            entries = (*engine_entries(others, verb=verb, first=chosen), OTHER_ENGINES)
            self._opener.choose(entries, hint, lambda one: self._take_engine(one, then))

        self._ask(ListProfilesRequest(project=self._desk.current), offer)

    def _take_engine(self, engine: str, then: Callable[[str], None]) -> None:
        if engine == OTHER_ENGINES.id:
            self.show_engines()
        else:
            then(engine)

    def _create(self, template: str, engine: str) -> None:
        project = self._desk.current
        request = CreateAgentFromTemplateRequest(project=project, template=template, profile=engine)

        def made(agent: AgentView) -> None:
            self._desk.teams.show(project, (*self._desk.teams.of(project), agent))
            self._launch_somewhere(agent)

        self._ask(request, made)

    def _change_engine(self, agent: AgentView, engine: str) -> None:
        def changed(now: AgentView) -> None:
            said = f"{visible(now.name)} runs on {now.engine} from its next launch."
            self._notices.offer(said, "Launch", lambda: self.relaunch(now), now.project)

        request = ChangeEngineRequest(project=agent.project, agent=agent.id, profile=engine)
        self._ask(request, None if self.session_of(agent) else changed)

    def _launch_somewhere(
        self, agent: AgentView, *, resume: bool = True, conversation_of: str = ""
    ) -> None:
        """Launch an agent where it was seen last, in an empty cell, or in a new one."""
        how = replace(_USUAL, resume=resume, conversation_of=conversation_of)
        left = self._left_by(agent)
        if left:
            self._launch_in(agent, "", room_of=left, how=how)
            return
        self._cells.with_empty_cell(
            lambda cell, is_new: self._launch_in(agent, cell, is_new=is_new, how=how)
        )

    def _launch_in(
        self,
        agent: AgentView,
        cell: str,
        *,
        room_of: str = "",
        is_new: bool = False,
        how: LaunchAgentRequest = _USUAL,
    ) -> None:
        def failed() -> None:
            if is_new:
                self._cells.take_back(cell)

        request = self._launch_request(agent, cell, room_of=room_of, how=how)
        self._ask(request, self._launched, failed)
        self._desk.focus(cell or room_of)

    def _left_by(self, agent: AgentView) -> str:
        """Return the cell that shows what an agent left when it ended; empty for none."""
        sessions = self._desk.state.sessions_of(self._desk.current)
        own = (one.cell for one in sessions if one.agent == agent.id and one.cell is not None)
        return next(own, "")

    def _launch_request(
        self, agent: AgentView, cell: str, *, how: LaunchAgentRequest, room_of: str = ""
    ) -> LaunchAgentRequest:
        columns, rows = self._stage.room(room_of or cell)
        return replace(
            how,
            project=agent.project,
            agent=agent.id,
            cell=cell,
            columns=columns,
            rows=rows,
            environment=self._stage.environment,
        )

    def _launched(self, session: SessionView) -> None:
        self.outdated(session.project)

    def _known(self, agent: str) -> AgentView | None:
        return self._desk.teams.agent(self._desk.current, agent)
