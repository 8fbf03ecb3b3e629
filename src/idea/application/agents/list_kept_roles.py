"""See what an agent's role said before."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.agents.kept_roles import KeptRoles
from idea.application.agents.views import KeptRoleView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListKeptRolesRequest(Request[tuple[KeptRoleView, ...]]):
    """Of which agent."""

    project: str
    agent: str


class ListKeptRoles:
    """List the texts that an agent's role had before and that the trash still has."""

    def __init__(self, agents: Agents, kept: KeptRoles) -> None:
        self._agents = agents
        self._kept = kept

    async def execute(
        self, request: ListKeptRolesRequest, caller: Caller, /
    ) -> tuple[KeptRoleView, ...]:
        """Answer them, the newest first.

        Raises:
            NotFoundError: There is no such project or agent.
            StoreError: The trash cannot be read.
        """
        del caller
        return await self._kept.of(*await self._agents.find(request.project, request.agent))
