"""List terminal sessions."""

from dataclasses import dataclass

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.session_looks import SessionLooks
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.ids import SessionId


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSessionsRequest(Request[tuple[SessionView, ...]]):
    """An empty project stands for all of them."""

    project: str = ""


class ListSessions:
    """List terminal sessions, those in cells and those in the background."""

    def __init__(self, sessions: Sessions, projects: ProjectLookup, looks: SessionLooks) -> None:
        self._sessions = sessions
        self._projects = projects
        self._looks = looks

    async def execute(
        self, request: ListSessionsRequest, caller: Caller, /
    ) -> tuple[SessionView, ...]:
        """Answer live sessions first, then ended ones, each oldest first.

        Raises:
            NotFoundError: The project does not exist.
        """
        del caller
        project = (await self._projects.resolve(request.project)).id if request.project else None
        for view in self._sessions.views(project):
            await self._looks.look(SessionId(view.id))
        return self._sessions.views(project)
