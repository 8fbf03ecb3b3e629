"""Makes agents, gives them another name, clones them, deletes them and takes that back.

Main thread only; dialogs open over the window.
"""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from idea.application.agents.clone_agent import CloneAgentRequest
from idea.application.agents.create_agent import CreateAgentRequest
from idea.application.agents.delete_agent import DeleteAgentRequest, DeletedAgent
from idea.application.agents.rename_agent import RenameAgentRequest
from idea.application.agents.restore_agent import RestoreAgentRequest
from idea.application.agents.views import AgentView
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.domain.visible import visible
from idea.presentation.desktop.shell.dialogs import DeleteDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.skill_order_dialog import SkillOrderDialog
from idea.presentation.desktop.theme.theme import Skin


class Defining:
    """Changes definitions; `show` opens the page of an agent that is new."""

    def __init__(
        self,
        runner: Runner,
        notices: Notices,
        skin: Skin,
        window: QWidget,
        show: Callable[[AgentView], None],
    ) -> None:
        self._runner = runner
        self._notices = notices
        self._skin = skin
        self._window = window
        self._show = show

    def create(self, project: str, engine: str) -> None:
        """Let the person name an agent whose role is to be written."""
        self._ask_name(
            "New agent",
            "Its role is yours to write: it begins with one sentence.",
            "",
            "Make",
            lambda name: self._runner.ask(
                CreateAgentRequest(project=project, name=name, profile=engine), self._show
            ),
        )

    def rename(self, agent: AgentView) -> None:
        """Let the person call an agent otherwise."""
        self._ask_name(
            f"Rename {visible(agent.name)}",
            "Its role's file, its conversations and its cell stay.",
            agent.name,
            "Rename",
            lambda name: self._runner.ask(
                RenameAgentRequest(project=agent.project, agent=agent.id, name=name)
            ),
        )

    def clone(self, agent: AgentView) -> None:
        """Make another agent like this one, so that both can run at once."""
        request = CloneAgentRequest(project=agent.project, agent=agent.id)
        self._runner.ask(request, self._show)

    def order_skills(self, agent: AgentView) -> None:
        """Let the person give the skills of an agent another order."""
        if len(agent.skills) <= 1:
            said = f"{agent.name} has too few skills to be ordered."
            self._notices.tell(visible(said), agent.project)
            return

        def move(skill: str, at: int, then: Callable[[AgentView], None]) -> None:
            request = AssignSkillRequest(project=agent.project, agent=agent.id, skill=skill, at=at)
            self._runner.ask(request, then)

        SkillOrderDialog.order(agent, self._skin, self._window, move)

    def delete(self, agent: AgentView) -> None:
        """Delete an agent once the person agreed; offer to take that back."""

        def told(gone: DeletedAgent) -> None:
            one = gone.agent
            back = RestoreAgentRequest(
                project=one.project,
                kept=gone.kept,
                name=one.name,
                profile=one.profile,
                skills=one.skills,
                id=one.id,
                template=one.template,
                template_version=one.template_version,
                synchronized=one.synchronized,
            )
            self._notices.offer(
                visible(f"{one.name} is deleted; its role is in the trash."),
                "Undo",
                lambda: self._runner.ask(back),
                one.project,
            )

        def delete() -> None:
            request = DeleteAgentRequest(project=agent.project, agent=agent.id)
            self._runner.ask(request, told)

        DeleteDialog.ask(visible(agent.name), self._skin, self._window, delete)

    def _ask_name(
        self, title: str, words: str, name: str, verb: str, then: Callable[[str], object]
    ) -> None:
        NameDialog.ask(
            title,
            words,
            self._skin,
            self._window,
            lambda typed, _chosen: then(typed),
            name=name,
            verb=verb,
        )
