"""Carries out the actions on agents, and knows the agents of the project in front."""

from collections.abc import Callable, Sequence

from idea.application.agents.change_engine import ChangeEngineRequest
from idea.application.agents.inspect_agent import InspectAgentRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.views import AgentView, ContextView
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.views import ProfilesView
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.skills.views import SkillsView
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.views import TemplateView
from idea.application.views import SessionView
from idea.presentation.desktop.shell import flows
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agents import (
    agent_entries,
    engine_entries,
    live_session,
    resting_agent,
    skill_entries,
    template_entries,
)

_EDIT = 'exec ${VISUAL:-${EDITOR:-vi}} "$1"'
"""Run by a shell, because these variables may hold a command with arguments."""


class AgentCommands:
    """Main thread only."""

    def __init__(
        self,
        stage: Stage,
        opener: PaletteOpener,
        cells: CellCommands,
        show_resumable: Callable[[], None],
        show_context: Callable[[ContextView, Callable[[], None]], object],
    ) -> None:
        """`show_context` shows what an agent reads, with a way to relaunch it."""
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._opener = opener
        self._cells = cells
        self._show_resumable = show_resumable
        self._show_context = show_context
        self._asked = ""

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "agent.launch": self.choose_agent,
            "agent.create": self.choose_template,
            "agent.change_engine": self.choose_engine,
            "agent.begin_anew": self.begin_anew,
            "agent.show_context": self.show_context,
            "agent.give_skill": self.choose_skill,
            "agent.edit_role": self.edit_role,
            "agent.resume": self._show_resumable,
        }

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
            self._stage.runner.ask_quietly(
                request, lambda agents: self._desk.teams.show(shown, agents)
            )

    def choose_agent(self) -> None:
        """Let the person choose an agent; without any, let them make one."""
        agents = self._desk.teams.of(self._desk.current)
        if not agents:
            self.choose_template()
            return
        sessions = self._desk.state.sessions_of(self._desk.current)
        self._opener.choose(agent_entries(agents, sessions), "Which agent?", self.launch)

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

    def choose_engine(self) -> None:
        """Let the person choose what the focused agent runs on from now on."""
        agent = self._focused()
        if agent is not None:
            self._with_engines(
                lambda engine: self._change_engine(agent, engine),
                hint=f"What should {agent.name} run on? Its conversation does not come along.",
                verb="run on it",
                without=agent.profile,
            )

    def begin_anew(self) -> None:
        """Stop the focused agent and launch it without its conversation."""
        self._relaunch(resume=False)

    def show_context(self) -> None:
        """Show what the focused agent would read if it were launched now."""
        agent = self._focused()
        if agent is not None:
            self._ask(
                InspectAgentRequest(project=agent.project, agent=agent.id),
                lambda context: self._show_context(context, lambda: self._relaunch(resume=True)),
            )

    def _relaunch(self, *, resume: bool) -> None:
        agent, session = self._focused(), self._desk.focused_session
        if agent is None or session is None:
            return
        request = self._launch_request(agent, session.cell or "", resume=resume)
        self._stage.runner.flow(
            lambda use_cases: flows.launch_anew(use_cases, session, request), self._launched
        )

    def choose_skill(self) -> None:
        """Let the person choose a skill for the focused agent."""
        agent = self._focused()
        if agent is None:
            return

        def give(skill: str) -> None:
            self._ask(AssignSkillRequest(project=agent.project, agent=agent.id, skill=skill))

        def offer(found: SkillsView) -> None:
            entries = skill_entries(found.skills, agent)
            self._opener.choose(entries, f"Which skill should {agent.name} have?", give)

        self._ask(ListSkillsRequest(project=agent.project), offer)

    def edit_role(self) -> None:
        """Open the focused agent's role in the person's editor, in a cell beside."""
        agent = self._focused()
        if agent is not None:
            command = ("/bin/sh", "-c", _EDIT, "sh", agent.role_path)
            self._cells.run_beside(command)

    def _choose_template(self, templates: Sequence[TemplateView]) -> None:
        def chosen(template: str) -> None:
            self._with_engines(
                lambda engine: self._create(template, engine),
                hint="What should it run on?",
                verb="launch",
            )

        self._opener.choose(template_entries(templates), "What should it do?", chosen)

    def _with_engines(
        self, then: Callable[[str], None], *, hint: str, verb: str, without: str = ""
    ) -> None:
        def offer(found: ProfilesView) -> None:
            others = [one for one in found.profiles if one.id != without]
            self._opener.choose(engine_entries(others, verb=verb), hint, then)

        self._ask(ListProfilesRequest(project=self._desk.current), offer)

    def _create(self, template: str, engine: str) -> None:
        project = self._desk.current
        request = CreateAgentFromTemplateRequest(project=project, template=template, profile=engine)

        def made(agent: AgentView) -> None:
            self._desk.teams.show(project, (*self._desk.teams.of(project), agent))
            self._launch_somewhere(agent)

        self._ask(request, made)

    def _change_engine(self, agent: AgentView, engine: str) -> None:
        self._ask(ChangeEngineRequest(project=agent.project, agent=agent.id, profile=engine))

    def _launch_somewhere(self, agent: AgentView) -> None:
        """Launch an agent where it was seen last, in an empty cell, or in a new one."""
        left = self._left_by(agent)
        if left:
            self._launch_in(agent, "", room_of=left)
            return
        self._cells.with_empty_cell(
            lambda cell, is_new: self._launch_in(agent, cell, is_new=is_new)
        )

    def _launch_in(
        self, agent: AgentView, cell: str, *, room_of: str = "", is_new: bool = False
    ) -> None:
        def failed() -> None:
            if is_new:
                self._cells.take_back(cell)

        request = self._launch_request(agent, cell, room_of=room_of)
        self._ask(request, self._launched, failed)
        self._desk.focus(cell or room_of)

    def _left_by(self, agent: AgentView) -> str:
        """Return the cell that shows what an agent left when it ended; empty for none."""
        sessions = self._desk.state.sessions_of(self._desk.current)
        own = (one.cell for one in sessions if one.agent == agent.id and one.cell is not None)
        return next(own, "")

    def _launch_request(
        self, agent: AgentView, cell: str, *, resume: bool = True, room_of: str = ""
    ) -> LaunchAgentRequest:
        columns, rows = self._stage.room(room_of or cell)
        return LaunchAgentRequest(
            project=agent.project,
            agent=agent.id,
            cell=cell,
            resume=resume,
            columns=columns,
            rows=rows,
            environment=self._stage.environment,
        )

    def _launched(self, session: SessionView) -> None:
        self.outdated(session.project)

    def _known(self, agent: str) -> AgentView | None:
        agents = self._desk.teams.of(self._desk.current)
        return next((one for one in agents if one.id == agent), None)

    def _focused(self) -> AgentView | None:
        session = self._desk.focused_session
        return None if session is None else self._known(session.agent)
