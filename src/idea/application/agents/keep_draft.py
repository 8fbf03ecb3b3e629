"""Keep what somebody types into a role, before it is saved."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.agents.kept_roles import KeptRoles
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepDraftRequest(Request[None]):
    """Which agent, and what was typed for it; an empty text lets go of what was kept."""

    project: str
    agent: str
    text: str


class KeepDraft:
    """Keep one unsaved text of an agent, so that it outlives the program it is typed in."""

    def __init__(self, agents: Agents, kept: KeptRoles) -> None:
        self._agents = agents
        self._kept = kept

    async def execute(self, request: KeepDraftRequest, caller: Caller, /) -> None:
        """Write it beside what the role said before, in the place of the draft before it.

        Raises:
            NotFoundError: There is no such project or agent.
            StoreError: It could not be written.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        await self._kept.keep_draft(project, agent, request.text)
