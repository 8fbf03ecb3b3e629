"""Asks the engine for what the page of one agent shows. Main thread only."""

from collections.abc import Callable, Sequence
from datetime import datetime

from idea.application.agents.inspect_agent import InspectAgentRequest
from idea.application.agents.list_agent_sessions import ListAgentSessionsRequest
from idea.application.agents.list_kept_roles import ListKeptRolesRequest
from idea.application.agents.restore_role import RestoreRoleRequest
from idea.application.agents.show_agent import ShowAgentRequest
from idea.application.agents.views import (
    DRAFT,
    AgentSessionView,
    AgentText,
    AgentView,
    KeptRoleView,
)
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.templates.views import TemplateView
from idea.application.use_case import Request
from idea.domain.errors import IdeaError
from idea.presentation.desktop.bridge.dispatcher import Ticket
from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.shell.draft_keeping import DraftKeeping
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.viewmodels.agent_page import (
    PageTab,
    history_rows,
    session_rows,
)
from idea.presentation.desktop.viewmodels.session_look import SessionLook


class AgentPageReader:
    """Fills one page; of each kind of question only the newest answer counts."""

    def __init__(
        self,
        page: AgentPage,
        agent: Callable[[], AgentView],
        runner: Runner,
        *,
        drafts: DraftKeeping,
        looks: Callable[[], dict[str, SessionLook]],
        now: Callable[[], datetime],
    ) -> None:
        """`agent` is the page's as it is now, `looks` what the window knows of its sessions."""
        self._page = page
        self._agent = agent
        self._runner = runner
        self._drafts = drafts
        self._looks = looks
        self._now = now
        self._tickets: dict[str, Ticket] = {}
        self._has_role = False
        self._sessions: Sequence[AgentSessionView] = ()
        self._kept: Sequence[KeptRoleView] = ()
        self._template: TemplateView | None = None
        page.editor.set_read_only("Reading…")

    def read(self) -> None:
        """Ask for all that may have become another."""
        agent = self._agent()
        project, name = agent.project, agent.id
        self._ask("role", ShowAgentRequest(project=project, agent=name), self._take_role, self._say)
        self._ask(
            "context",
            InspectAgentRequest(project=project, agent=name),
            self._page.show_context,
            lambda error: self._page.reading.say(_sentence(error)),
        )
        self.read_tab()

    def read_tab(self) -> None:
        """Ask for what only the tab in front shows."""
        agent = self._agent()
        project, name = agent.project, agent.id
        if self._page.tab is PageTab.SESSIONS:
            request = ListAgentSessionsRequest(project=project, agent=name)
            self._ask("sessions", request, self._take_sessions)
        elif self._page.tab is PageTab.HISTORY:
            self._ask("kept", ListKeptRolesRequest(project=project, agent=name), self._take_kept)
            if agent.template:
                template = ShowTemplateRequest(template=agent.template)
                self._ask("template", template, self._take_template)
            else:
                self._take_template(None)

    def show_rows(self) -> None:
        """Show the rows again: time went on, or a session does something else."""
        if self._page.tab is PageTab.SESSIONS:
            self._page.show_sessions(session_rows(self._sessions, self._looks(), self._now()))

    def stop(self) -> None:
        """Wait for nothing any more."""
        for ticket in self._tickets.values():
            ticket.cancel()

    def _ask[R](
        self,
        what: str,
        request: Request[R],
        then: Callable[[R], None],
        otherwise: Callable[[BaseException], None] | None = None,
    ) -> None:
        before = self._tickets.get(what)
        if before is not None:
            before.cancel()
        self._tickets[what] = self._runner.ask_in_place(request, then, otherwise)

    def _take_role(self, found: AgentText) -> None:
        editor = self._page.editor
        if self._has_role:
            editor.offer(found.role)
        else:
            self._has_role = True
            editor.set_read_only("")
            editor.set_text(found.role)
            agent = found.agent
            request = ListKeptRolesRequest(project=agent.project, agent=agent.id)
            self._ask("drafts", request, self._offer_draft, lambda _error: None)
        context = self._page.reading.context
        if context is not None:
            self._page.show_context(context)

    def _offer_draft(self, found: Sequence[KeptRoleView]) -> None:
        draft = next((one for one in found if one.why == DRAFT), None)
        if draft is None:
            return
        agent = self._agent()
        request = RestoreRoleRequest(
            project=agent.project, agent=agent.id, kept=draft.kept, preview=True
        )
        self._drafts.offer(lambda take: self._runner.ask(request, lambda found: take(found.role)))

    def _say(self, error: BaseException) -> None:
        self._page.editor.set_read_only("")  # A role that is not there can be written.
        self._page.editor.say(_sentence(error))

    def _take_sessions(self, found: Sequence[AgentSessionView]) -> None:
        self._sessions = found
        self.show_rows()

    def _take_kept(self, found: Sequence[KeptRoleView]) -> None:
        self._kept = found
        self._show_history()

    def _take_template(self, found: TemplateView | None) -> None:
        self._template = found
        self._show_history()

    def _show_history(self) -> None:
        rows = history_rows(self._kept, self._template, self._agent(), self._now())
        self._page.show_history(rows)


def _sentence(error: BaseException) -> str:
    return error.sentence if isinstance(error, IdeaError) else "That failed; see IdeA's log."
