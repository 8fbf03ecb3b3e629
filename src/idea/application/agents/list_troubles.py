"""See what is wrong with the list of a project's agents."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTroublesRequest(Request[tuple[str, ...]]):
    """Of which project."""

    project: str


class ListTroubles:
    """Say what is wrong with a project's list of agents, for whoever was not there to hear it."""

    def __init__(self, agents: Agents) -> None:
        self._agents = agents

    async def execute(self, request: ListTroublesRequest, caller: Caller, /) -> tuple[str, ...]:
        """Answer sentences; none when the list is read as it was written.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        return await self._agents.troubles(await self._agents.project(request.project))
