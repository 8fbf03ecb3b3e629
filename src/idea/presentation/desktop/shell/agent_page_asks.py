"""Does what the page of one agent asks for. Main thread only."""

from collections.abc import Callable, Mapping

from idea.application.agents.restore_role import RestoreRoleRequest
from idea.application.agents.show_agent import ShowAgentRequest
from idea.application.agents.views import AgentText, AgentView
from idea.application.agents.write_role import WriteRoleRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.unassign_skill import UnassignSkillRequest
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.terminals.read_screen import ReadScreenRequest
from idea.domain.errors import ConflictError, IdeaError
from idea.domain.visible import visible
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.following import Following
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.runner import Runner

_LINES_ABOVE = 2_000


class AgentPageAsks:
    """Connects one page."""

    def __init__(
        self,
        page: AgentPage,
        agent: Callable[[], AgentView],
        runner: Runner,
        *,
        commands: AgentCommands,
        cells: CellCommands,
        following: Following,
        notices: Notices,
        more: Callable[[AgentView], None],
    ) -> None:
        """`agent` is the page's as it is now, `more` opens the menu of its row."""
        self._page = page
        self._agent = agent
        self._runner = runner
        self._commands = commands
        self._cells = cells
        self._following = following
        self._notices = notices
        self._asks: Mapping[str, Callable[[AgentView], object]] = {
            "open": lambda agent: cells.go_to(commands.session_of(agent)),
            "stop": lambda agent: cells.stop_session(commands.session_of(agent)),
            "launch": lambda agent: self._saved_first(lambda: commands.launch(agent.id)),
            "relaunch": lambda agent: self._saved_first(lambda: commands.relaunch(agent)),
            "engine": lambda agent: commands.do("agent.change_engine", agent),
            "skill": lambda agent: commands.do("agent.give_skill", agent),
            "template": following.choose,
            "sync": following.preview,
            "more": more,
        }
        self._row_asks: Mapping[str, Callable[[str], object]] = {
            "open": cells.go_to,
            "stop": cells.stop_session,
            "read": self._read_session,
            "resume": lambda session: commands.relaunch(agent(), conversation_of=session),
            "read_kept": lambda kept: self._restore(kept, preview=True),
            "restore": lambda kept: self._restore(kept, preview=False),
            "read_version": self._read_version,
        }
        page.head.asked.connect(lambda what: self._asks[what](agent()))
        page.head.skill_taken.connect(self._take_skill)
        page.row_asked.connect(lambda what, row: self._row_asks[what](row))
        page.editor.saved.connect(self.save)

    def save(self, text: str) -> None:
        """Keep a role, unless it says something else by now than the page knows."""
        self.save_then(text)

    def save_then(
        self,
        text: str,
        then: Callable[[], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        """Keep a role; `then` hears that it is kept, `otherwise` that the person has to decide."""
        agent, editor = self._agent(), self._page.editor
        request = WriteRoleRequest(
            project=agent.project,
            agent=agent.id,
            role=text,
            instead_of=editor.kept,
            keep_replaced=editor.replaces,
        )

        def written(found: AgentText) -> None:
            editor.keep(found.role)
            if then is not None:
                then()

        def failed(error: BaseException) -> None:
            if isinstance(error, ConflictError):
                self._ask_which()
            elif isinstance(error, IdeaError):
                editor.say(error.sentence)
            if otherwise is not None:
                otherwise()

        self._runner.ask_in_place(request, written, failed)

    def _saved_first(self, launch: Callable[[], object]) -> None:
        """Keep what was typed before it is to be read; what cannot be kept holds the launch up."""
        if self._page.has_unsaved:
            self.save_then(self._page.editor.text(), then=launch)
        else:
            launch()

    def _ask_which(self) -> None:
        """Let the person choose between what was typed and what the file says by now."""
        agent, editor = self._agent(), self._page.editor
        self._runner.ask_in_place(
            ShowAgentRequest(project=agent.project, agent=agent.id),
            lambda found: editor.offer(found.role),
            lambda error: self._notices.report(error, agent.project),
        )

    def _take_skill(self, skill: str) -> None:
        agent = self._agent()
        place = agent.skills.index(skill) if skill in agent.skills else 0
        back = AssignSkillRequest(project=agent.project, agent=agent.id, skill=skill, at=place)
        name = skill.partition(":")[2]
        said = visible(f"{agent.name} has the skill {name} no more.")
        self._runner.ask(
            UnassignSkillRequest(project=agent.project, agent=agent.id, skill=skill),
            lambda _: self._notices.offer(
                said, "Undo", lambda: self._runner.ask(back), agent.project
            ),
        )

    def _read_session(self, session: str) -> None:
        self._runner.ask(
            ReadScreenRequest(session=session, history=_LINES_ABOVE),
            lambda screen: self._page.sessions.read(
                "What the session showed", visible_lines(screen.lines), from_end=True
            ),
        )

    def _read_version(self, version: str) -> None:
        template = self._agent().template
        self._runner.ask(
            ShowTemplateRequest(template=template, version=int(version)),
            lambda found: self._page.history.read(f"Version {version}", found.content),
        )

    def _restore(self, kept: str, *, preview: bool) -> None:
        agent = self._agent()
        request = RestoreRoleRequest(
            project=agent.project, agent=agent.id, kept=kept, preview=preview
        )

        def taken(found: AgentText) -> None:
            if preview:
                self._page.history.read("What the role said", found.role)
            else:
                said = "The role says again what it said; what it said last is in the history."
                self._notices.tell(said, agent.project)

        self._runner.ask(request, taken)


def visible_lines(lines: tuple[str, ...]) -> str:
    """Return lines of a screen as one text, without the blank ones at its end."""
    return "\n".join(visible(line) for line in lines).rstrip("\n")
