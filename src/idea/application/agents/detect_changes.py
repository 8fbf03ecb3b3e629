"""See which running agents would read something else after a restart."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.agents.documents import Documents
from idea.application.agents.launches import AgentLaunches
from idea.application.profiles.profiles import Profiles
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.errors import IdeaError
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectChangesRequest(Request[tuple[str, ...]]):
    """Of which project."""

    project: str


class DetectChanges:
    """Tell which running agents read something else than they would at a launch now."""

    def __init__(
        self, agents: Agents, documents: Documents, launches: AgentLaunches, profiles: Profiles
    ) -> None:
        self._agents = agents
        self._documents = documents
        self._launches = launches
        self._profiles = profiles

    async def execute(self, request: DetectChangesRequest, caller: Caller, /) -> tuple[str, ...]:
        """Answer their ids; writes nothing.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        project = await self._agents.project(request.project)
        found = []
        for agent in await self._agents.of(project):
            try:
                if await self._is_changed(project, agent):
                    found.append(agent.id.value)
            except IdeaError:
                continue  # What it reads cannot be composed: its view says why.
        return tuple(found)

    async def _is_changed(self, project: Project, agent: Agent) -> bool:
        live = self._launches.live(project, agent.id)
        if live is None or live.session.run is None:
            return False
        known = (await self._profiles.known(agent.profile.value, project.id.value)).profile
        program = await self._profiles.programs.detect(known)
        profile = known.for_version(program.version)
        composed = await self._documents.compose(project, agent, profile)
        return live.session.run.document_hash != composed.hash
