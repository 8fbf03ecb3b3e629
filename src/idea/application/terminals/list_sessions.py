"""List terminal sessions."""

from dataclasses import dataclass

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSessionsRequest(Request[tuple[SessionView, ...]]):
    """An empty project stands for all of them."""

    project: str = ""


class ListSessions:
    """List terminal sessions, those in cells and those in the background."""

    def __init__(self, sessions: Sessions, projects: ProjectLookup) -> None:
        self._sessions = sessions
        self._projects = projects

    async def execute(
        self, request: ListSessionsRequest, caller: Caller, /
    ) -> tuple[SessionView, ...]:
        """Answer live sessions first, then ended ones, each oldest first.

        Raises:
            NotFoundError: The project does not exist.
        """
        del caller
        if not request.project:
            return self._sessions.views()
        return self._sessions.views((await self._projects.resolve(request.project)).id)
