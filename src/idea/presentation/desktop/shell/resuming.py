"""Offers interrupted agents to be resumed, once for each project that is opened."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from idea.application.agents.dismiss_resumable import DismissResumableRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_resumable import ListResumableRequest
from idea.application.agents.views import ResumableView
from idea.application.use_case import UseCases
from idea.presentation.desktop.panels.resumable_list import ResumableList
from idea.presentation.desktop.shell import flows
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agents import resumable_title, resumable_words
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton

_WIDTH = 760


def resume_wish(state: DeskState) -> str:
    """Return what the person wants to become of interrupted agents: ask, always or never."""
    return state.setting("agents.resume_on_open", "ask")


class ResumeDialog(Sheet):
    """Lists interrupted agents; the safe button has the keyboard."""

    list: ResumableList
    resume_all: WordButton
    ignore_all: WordButton


class Resuming(QObject):
    """Main thread only; lives as long as `window`."""

    def __init__(self, stage: Stage, skin: Skin, window: QWidget) -> None:
        super().__init__(window)
        self._stage = stage
        self._skin = skin
        self._window = window
        self._looked: set[str] = set()
        self._resumable: tuple[ResumableView, ...] = ()
        self.dialog: ResumeDialog | None = None
        """The list, while it is open."""

    def follow(self) -> None:
        """Look for interrupted agents when a project comes to the front for the first time."""
        desk = self._stage.desk
        project = desk.current
        if not desk.state.connected or not project or project in self._looked:
            return
        self._looked.add(project)
        wish = resume_wish(desk.state)
        if wish != "never":
            self._stage.runner.ask_quietly(
                ListResumableRequest(project=project),
                lambda found: self._found(project, found, launch=wish == "always"),
            )

    def show_list(self) -> None:
        """Show the interrupted agents of the project in front, also when there are none."""
        project = self._stage.desk.current
        self._stage.runner.ask(
            ListResumableRequest(project=project), lambda found: self._open(project, found)
        )

    def _found(self, project: str, found: Sequence[ResumableView], *, launch: bool) -> None:
        if launch:
            self._launch(project, [one.agent.id for one in found if one.can_resume])
        elif found and self.dialog is None:
            self._open(project, found)

    def _open(self, project: str, found: Sequence[ResumableView]) -> None:
        known = self._stage.desk.state.project(project)
        title = resumable_title(found, known.name if known is not None else "this project")
        dialog = ResumeDialog(
            title if found else "Resume agents", resumable_words(found), self._skin, self._window
        )
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.list = ResumableList(self._skin, dialog)
        dialog.add_part(dialog.list)
        dialog.list.resume_asked.connect(lambda agent: self._one(project, agent, resume=True))
        dialog.list.begin_asked.connect(lambda agent: self._one(project, agent, resume=False))
        dialog.list.dismiss_asked.connect(lambda agent: self._dismiss(project, [agent]))
        dialog.ignore_all = dialog.add_button(
            "Ignore all" if found else "Close",
            ButtonKind.SECONDARY,
            lambda: self._dismiss(project, [one.agent.id for one in self._resumable]),
            first=True,
        )
        dialog.resume_all = dialog.add_button(
            "Resume what can be resumed",
            ButtonKind.PRIMARY,
            lambda: self._launch(project, [o.agent.id for o in self._resumable if o.can_resume]),
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        self._show(tuple(found))
        dialog.open()

    def _show(self, resumable: tuple[ResumableView, ...]) -> None:
        self._resumable = resumable
        if self.dialog is not None:
            self.dialog.list.show_rows(resumable)
            self.dialog.resume_all.setVisible(any(one.can_resume for one in resumable))
            self.dialog.adjustSize()

    def _one(self, project: str, agent: str, *, resume: bool) -> None:
        self._launch(project, [agent], resume=resume)

    def _launch(self, project: str, agents: Sequence[str], *, resume: bool = True) -> None:
        requests = [
            LaunchAgentRequest(
                project=project, agent=agent, resume=resume, environment=self._stage.environment
            )
            for agent in agents
        ]
        self._without(agents)
        if requests:
            self._stage.runner.flow(lambda use_cases: flows.launch_each(use_cases, requests))

    def _dismiss(self, project: str, agents: Sequence[str]) -> None:
        async def dismiss_all(use_cases: UseCases) -> None:
            for agent in agents:
                await use_cases.execute(DismissResumableRequest(project=project, agent=agent))

        self._without(agents)
        if agents:
            self._stage.runner.flow(dismiss_all)

    def _without(self, agents: Sequence[str]) -> None:
        """Take agents off the list; close it when nobody is left."""
        left = tuple(one for one in self._resumable if one.agent.id not in agents)
        self._show(left)
        if not left and self.dialog is not None:
            self.dialog.close()

    def _on_closed(self) -> None:
        self.dialog = None
        self._resumable = ()
