"""Keeps what is typed on the page of an agent until it is saved. Main thread only."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer

from idea.application.agents.keep_draft import KeepDraftRequest
from idea.application.agents.restore_role import RestoreRoleRequest
from idea.application.agents.views import DRAFT, AgentText, AgentView, KeptRoleView
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor

_AFTER_MS = 2_000
"""So long the person may go on typing before it is kept."""


class DraftKeeping:
    """Has at most one request on the way, so that a late one writes over no later text."""

    def __init__(
        self, editor: MarkdownEditor, agent: Callable[[], AgentView], runner: Runner
    ) -> None:
        self._editor = editor
        self._agent = agent
        self._runner = runner
        self._kept = ""
        self._is_busy = False
        self._asks = False
        """Whether the person is asked about a draft, over which nothing is written meanwhile."""
        self.timer = QTimer(editor)
        self.timer.setSingleShot(True)
        self.timer.setInterval(_AFTER_MS)
        self.timer.timeout.connect(self._keep)
        editor.edited.connect(self._on_edited)

    def offer(self, found: Sequence[KeptRoleView]) -> None:
        """Ask about what was typed when a window ended, if something was."""
        draft = next((one for one in found if one.why == DRAFT), None)
        if draft is None or self._editor.is_changed:
            return
        self._asks = True
        self._editor.ask(
            "Something was typed here and not saved.",
            (("Take it back", lambda: self._take(draft)), ("Let it go", self._let_go)),
        )

    def _on_edited(self) -> None:
        if not self._editor.is_changed:
            self._keep()
        elif not self.timer.isActive():
            self.timer.start()

    def _keep(self) -> None:
        text = self._editor.text() if self._editor.is_changed else ""
        if self._is_busy or self._asks or text == self._kept:
            return
        self._is_busy = True
        agent, self._kept = self._agent(), text
        request = KeepDraftRequest(project=agent.project, agent=agent.id, text=text)
        self._runner.ask_quietly(request, lambda _: self._done(), self._done)

    def _done(self) -> None:
        self._is_busy = False
        self._on_edited()

    def _take(self, draft: KeptRoleView) -> None:
        agent = self._agent()

        def taken(found: AgentText) -> None:
            self._asks = False
            self._kept = found.role
            self._editor.retype(found.role)

        self._runner.ask(
            RestoreRoleRequest(
                project=agent.project, agent=agent.id, kept=draft.kept, preview=True
            ),
            taken,
        )

    def _let_go(self) -> None:
        self._asks = False
        self._editor.say("")
        self._kept = "?"  # Whatever it is: it is there, and nothing is typed.
        self._keep()
