"""See what an agent would read."""

import difflib
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.documents import Documents
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.views import ContextView, SectionView
from idea.application.profiles.profiles import Profiles
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.agents.document import estimated_tokens, without_hand_over
from idea.domain.errors import StoreError
from idea.domain.ports.file_system import FileKind
from idea.domain.profiles.arguments import filled
from idea.domain.profiles.conversations import Assign
from idea.domain.profiles.invocation import document_file, place_values, prepare_invocation
from idea.domain.profiles.profile import AgentProfile
from idea.domain.project import Project

_MOST_FILES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectAgentRequest(Request[ContextView]):
    """Which agent."""

    project: str
    agent: str


class InspectAgent:
    """Show the very document an agent would read now, part by part, and how it would be started."""

    def __init__(
        self,
        *,
        agents: Agents,
        documents: Documents,
        launches: AgentLaunches,
        profiles: Profiles,
        views: AgentViews,
    ) -> None:
        self._agents = agents
        self._documents = documents
        self._launches = launches
        self._profiles = profiles
        self._views = views

    async def execute(self, request: InspectAgentRequest, caller: Caller, /) -> ContextView:
        """Compose it without writing anything.

        Raises:
            NotFoundError: Project, agent or engine do not exist, or its role or a skill is gone.
            StoreError: Something it reads cannot be read.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        known = (await self._profiles.known(agent.profile.value, request.project)).profile
        program = await self._profiles.programs.detect(known)
        profile = known.for_version(program.version)
        composed = await self._documents.compose(project, agent, profile)
        places = await self._documents.places(project, agent)
        plan = Assign("{conversationId}") if profile.conversations.assign else None
        invocation = prepare_invocation(
            profile,
            executable=profile.command if program.found is None else program.found.path,
            places=places,
            plan=plan,
            document=composed.text,
        )
        written = f"run/{agent.id}/{document_file(profile)}"
        folder = await self._agents.folder(project)
        live = self._launches.live(project, agent.id)
        difference, before = "", ""
        if (
            live is not None
            and live.session.run is not None
            and live.session.run.document_hash != composed.hash
        ):
            before = without_hand_over(await folder.read(written) or "")
            difference = _difference(before, composed.text)
        return ContextView(
            agent=await self._views.one(project, agent),
            sections=tuple(
                SectionView(
                    name=section.kind.value,
                    text=section.text,
                    source=section.source,
                    tokens=section.tokens,
                )
                for section in composed.sections
            ),
            document=composed.text,
            tokens=estimated_tokens(composed.text),
            file=folder.path(written),
            command=invocation.command,
            also_read=composed.instructions.read,
            hidden_by=composed.instructions.hides_document,
            difference=difference,
            changed=tuple(
                section.kind.value
                for section in composed.sections
                if difference and section.text and section.text not in before
            ),
            granted=filled(profile.grant, place_values(places, document_file(profile))),
            left_by_program=await self._left_by_program(project, agent, document_file(profile)),
            left_in_project=await self._left_in_project(project, profile),
        )

    async def _left_by_program(
        self, project: Project, agent: Agent, document: str
    ) -> tuple[str, ...]:
        """Return what lies in an agent's folder beside its document, as far as it can be read."""
        folder = await self._agents.folder(project)
        run = f"run/{agent.id}"
        try:
            names = await folder.names_below(run, limit=_MOST_FILES)
        except StoreError:
            return ()
        return tuple(name for name in names if name != document)

    async def _left_in_project(self, project: Project, profile: AgentProfile) -> tuple[str, ...]:
        root = await self._agents.root(project)
        found = [
            await root.matching(pattern, tuple(FileKind), limit=_MOST_FILES)
            for pattern in profile.writes
        ]
        return tuple(dict.fromkeys(name for names in found for name in names))


def _difference(before: str, after: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), "last launch", "now", lineterm="", n=1
    )
    return "\n".join(lines)
