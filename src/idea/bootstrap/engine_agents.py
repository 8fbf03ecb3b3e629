"""Composes what the engine knows of AI programs and of the agents that run on them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.conversations import Conversations
from idea.application.agents.documents import Documents, NoDelegation, NoMemory
from idea.application.agents.failed_starts import FailedStarts
from idea.application.agents.kept_roles import KeptRoles
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.startup_watch import StartupWatch
from idea.application.agents.typed_documents import TypedDocuments
from idea.application.agents.typed_programs import TypedPrograms
from idea.application.agreements import Agreements
from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.profiles.profiles import Profiles
from idea.application.projects.projects import Projects
from idea.application.skills.importable_skills import ImportableSkills
from idea.application.skills.skills import Skills
from idea.application.templates.syncs import Syncs
from idea.application.templates.templates import Templates
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.terminals.session_looks import SessionLooks
from idea.application.terminals.sessions import Sessions
from idea.application.text_folder import TextFolder
from idea.application.use_case import Person
from idea.domain.errors import IdeaError, StoreError
from idea.domain.events import AgentsChanged, ProfilesChanged
from idea.domain.ids import SessionId
from idea.domain.location import LOCAL
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.ports.session_environment import SessionEnvironment
from idea.infrastructure.files.local_files import LocalFiles
from idea.infrastructure.places import Places
from idea.infrastructure.profiles.profile_files import FileProfileStore
from idea.infrastructure.programs.local_runner import LocalProcessRunner
from idea.infrastructure.programs.local_search import LocalProgramSearch
from idea.infrastructure.programs.transcripts import LocalTranscripts
from idea.infrastructure.starters import starter_skills, starter_templates
from idea.infrastructure.stores.agent_manifests import FileAgentManifests
from idea.infrastructure.stores.project_folder import FileProjectFolders
from idea.infrastructure.stores.template_index import template_index

_LINES_ABOVE = 200
"""Of scrollback, for programs that print instead of drawing a whole screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentServices:
    """The services that use cases about agents are made of."""

    agents: Agents
    hosts: RemoteHosts
    documents: Documents
    conversations: Conversations
    typed: TypedPrograms
    looks: SessionLooks
    kept_roles: KeptRoles
    failed: FailedStarts
    launches: AgentLaunches
    profiles: Profiles
    skills: Skills
    importable_skills: ImportableSkills
    startup: StartupWatch
    syncs: Syncs
    templates: Templates
    views: AgentViews
    manifests: FileAgentManifests
    last_lines: Callable[[SessionId], Awaitable[Sequence[str]]]
    """Reads what a session shows and what scrolled out of it last; none when it cannot be read."""

    async def load(self) -> Sequence[str]:
        """Read what belongs to the person; answers what they should know."""
        notices = [*await self.profiles.load()]
        try:
            await self.skills.begin()
        except StoreError as error:
            notices.append(error.sentence)
        try:
            notices += await self.templates.load()
        except StoreError as error:
            notices.append(error.sentence)
        return notices

    @property
    def looks_at_files(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        """What takes in what other programs wrote; one that fails costs no other."""
        return self.agents.refresh, self.templates.refresh, self.skills.refresh

    async def close(self) -> None:
        """End what goes on and keep what is not kept yet."""
        await self.startup.close()
        await self.failed.close()
        await self.launches.close()
        await self.profiles.close()
        await self.templates.close()
        await self.manifests.close_all()


def build_agents(
    *,
    places: Places,
    bus: EventBus,
    clock: Clock,
    ids: IdFactory,
    projects: Projects,
    folders: FileProjectFolders,
    hosts: RemoteHosts,
    login: SessionEnvironment,
    sessions: Sessions,
    launcher: SessionLauncher,
    cells: SessionCells,
    screens: BackgroundScreens | None,
    statuses: ProgramStatuses,
    chosen_profile: Callable[[], str],
    agreements: Agreements,
) -> AgentServices:
    """Return everything about agents; nothing is read, looked for or started yet."""
    data = str(places.data)
    own = TextFolder(LocalFiles(), data, LOCAL.rules(data), within=None)
    runner = LocalProcessRunner()
    programs = DetectedPrograms(
        search=LocalProgramSearch(),
        runner=runner,
        environment=login,
        home=str(Path.home()),
        announce=lambda: bus.publish(ProfilesChanged()),
    )
    profiles = Profiles(
        store=FileProfileStore(places.profiles_file, bus),
        programs=programs,
        projects=projects,
        agreements=agreements,
        chosen=chosen_profile,
    )
    manifests = FileAgentManifests(folders, projects.get, bus)
    agents = Agents(manifests=manifests, projects=projects, hosts=hosts, clock=clock, events=bus)
    skills = Skills(own=own, agents=agents, clock=clock, events=bus, starters=starter_skills())
    templates = Templates(
        index=template_index(places.data / "templates" / "index.json", bus),
        own=own,
        clock=clock,
        events=bus,
        starters=starter_templates(),
    )
    documents = Documents(
        agents=agents,
        skills=skills,
        hosts=hosts,
        delegation=NoDelegation(),
        recall=NoMemory(),
    )
    reading = ReadScreen(sessions, screens)

    async def last_lines(session: SessionId) -> Sequence[str]:
        try:
            request = ReadScreenRequest(session=session.value, history=_LINES_ABOVE)
            return (await reading.execute(request, Person())).lines
        except IdeaError:
            return ()

    conversations = Conversations(
        transcripts=LocalTranscripts(), runner=runner, programs=programs, environment=login
    )
    typed = TypedPrograms(profiles, bus)
    looks = SessionLooks(
        sessions=sessions,
        hosts=hosts,
        projects=projects,
        clock=clock,
        recognise=typed.name_of,
        left=lambda project: bus.publish(AgentsChanged(project)),
    )
    launches = AgentLaunches(
        agents=agents,
        documents=documents,
        profiles=profiles,
        conversations=conversations,
        typed=TypedDocuments(
            read=last_lines,
            type_text=lambda session, text: sessions.send_text(session, text, enter=True),
            events=bus,
        ),
        launcher=launcher,
        sessions=sessions,
        cells=cells,
        ids=ids,
        events=bus,
        look=looks.at_once,
    )
    failed = FailedStarts(
        sessions=sessions, profiles=profiles, cells=cells, read=last_lines, events=bus
    )
    return AgentServices(
        failed=failed,
        startup=StartupWatch(profiles=profiles, read=last_lines, tell=statuses.tell, events=bus),
        last_lines=last_lines,
        agents=agents,
        hosts=hosts,
        documents=documents,
        conversations=conversations,
        typed=typed,
        looks=looks,
        kept_roles=KeptRoles(agents, clock),
        launches=launches,
        profiles=profiles,
        skills=skills,
        importable_skills=ImportableSkills(home=_home_texts(), agents=agents, profiles=profiles),
        syncs=Syncs(templates, agents, clock),
        templates=templates,
        views=AgentViews(agents, launches, profiles, sessions),
        manifests=manifests,
    )


def _home_texts() -> TextFolder:
    """Return the texts of the person's home, in which other programs keep theirs."""
    home = str(Path.home())
    return TextFolder(LocalFiles(), home, LOCAL.rules(home), within=None)
