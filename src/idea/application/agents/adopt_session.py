"""Make an agent of an AI program that was typed into a shell."""

from collections.abc import Collection
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.conversations import Conversations
from idea.application.agents.documents import Documents
from idea.application.agents.typed_programs import TypedPrograms
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.terminals.session_looks import SessionLooks
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.domain.agents.agent import Agent
from idea.domain.agents.manifest import Manifest
from idea.domain.agents.run import AgentRun
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import AgentsChanged
from idea.domain.ids import AgentId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.profiles.profile import AgentProfile
from idea.domain.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptSessionRequest(Request[AgentView]):
    """In which session the program was typed, and what the agent is called."""

    session: str
    name: str = ""
    """Empty for the engine's name, with a number where that is taken."""


class AdoptSession:
    """Make an agent of the AI program in front of a shell; it is not touched and goes on."""

    def __init__(
        self,
        *,
        agents: Agents,
        views: AgentViews,
        profiles: Profiles,
        typed: TypedPrograms,
        documents: Documents,
        conversations: Conversations,
        sessions: Sessions,
        looks: SessionLooks,
        ids: IdFactory,
        events: EventBus,
    ) -> None:
        self._agents = agents
        self._views = views
        self._profiles = profiles
        self._typed = typed
        self._documents = documents
        self._conversations = conversations
        self._sessions = sessions
        self._looks = looks
        self._ids = ids
        self._events = events

    async def execute(self, request: AdoptSessionRequest, caller: Caller, /) -> AgentView:
        """Define the agent and let the session be its own until the program ends.

        What it should read applies from its next launch; its conversation comes along where the
        program tells which it is, and can go on with it elsewhere.

        Raises:
            NotFoundError: There is no such session, or no known AI program in front in it.
            ConflictError: It ended or is an agent's, or the name is taken.
            StoreError: The role could not be written.
        """
        del caller
        session = self._sessions.find(request.session)
        await self._looks.at_once(session)
        known = self._sessions.record(session).session
        if not known.is_live:
            raise ConflictError("The session has ended; what ran in it cannot become an agent.")
        if known.own_run is not None:
            raise ConflictError(f"The session is that of the agent {known.own_run.name}.")
        front = await self._looks.front(session)
        profile = None if front is None else await self._typed.profile_of(front.command)
        if front is None or profile is None:
            raise NotFoundError(
                "No AI program that was typed by hand is in front in this session; "
                "'idea profile list' names those that IdeA knows."
            )
        project = await self._agents.project(known.project.value)
        agent = await self._before(project, known.run, profile)
        if agent is None:
            agent = await self._define(project, profile, request.name)
        folder = self._sessions.view(session).folder or known.cwd
        program = await self._profiles.programs.detect(profile)
        conversation = await self._conversations.of_running(
            front,
            folder,
            profile.for_version(program.version),
            await self._documents.places(project, agent),
        )
        run = AgentRun(
            agent=agent.id,
            name=agent.name,
            profile=profile.id,
            engine=profile.name,
            conversation=conversation,
            adopted_in=folder,
        )
        self._sessions.set_run(session, run)
        self._events.publish(AgentsChanged(project.id))
        return await self._views.one(project, agent)

    async def _before(
        self, project: Project, run: AgentRun | None, profile: AgentProfile
    ) -> Agent | None:
        """Return the agent whose program ended in this shell and was typed again."""
        if run is None or run.profile != profile.id:
            return None
        own = (one for one in await self._agents.of(project) if one.id == run.agent)
        return next((one for one in own if one.profile == profile.id), None)

    async def _define(self, project: Project, profile: AgentProfile, wished: str) -> Agent:
        manifest = await self._agents.of(project)
        name = wished or manifest.free_name(profile.name)

        def define(current: Manifest, files: Collection[str]) -> Agent:
            return Agent(
                id=AgentId(self._ids.fresh()),
                name=name,
                role_path=current.free_role_path(name, files),
                profile=profile.id,
            )

        return await self._agents.add(project, define, f"# {name}\n\nYou are {name}.\n")
