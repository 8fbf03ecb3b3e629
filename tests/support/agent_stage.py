"""Everything around agents, made of fakes."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from fakes.agent_manifests import FakeAgentManifests
from fakes.process_runner import FakeProcessRunner
from fakes.profile_store import FakeProfileStore
from fakes.program_search import FakeProgramSearch
from fakes.stored_value import FakeStoredValue
from fakes.transcripts import FakeTranscripts
from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.conversations import Conversations as FoundConversations
from idea.application.agents.create_agent import CreateAgent, CreateAgentRequest
from idea.application.agents.documents import Documents, NoDelegation, NoMemory
from idea.application.agents.kept_roles import KeptRoles
from idea.application.agents.launches import AgentLaunches
from idea.application.agents.typed_documents import TypedDocuments
from idea.application.agents.typed_programs import TypedPrograms
from idea.application.agents.views import AgentView
from idea.application.agreements import Agreements
from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.profiles.profiles import Profiles
from idea.application.skills.skills import Skills
from idea.application.templates.syncs import Syncs
from idea.application.templates.templates import Templates
from idea.application.terminals.session_looks import SessionLooks
from idea.application.text_folder import TextFolder
from idea.application.use_case import Person
from idea.domain.events import AgentsChanged
from idea.domain.ids import ProfileId, SessionId
from idea.domain.location import LOCAL
from idea.domain.ports.process_runner import Output
from idea.domain.profiles.conversations import Conversations, FoundInFiles, Transcript
from idea.domain.profiles.profile import AgentProfile, ConventionFile, Instructions
from idea.domain.templates.shelf import Shelf
from support.fake_sessions import A_PROJECT, FewCells, Terminals

ONE = AgentProfile(
    id=ProfileId("one"),
    name="Engine One",
    command="one",
    injection=ConventionFile("ONE.md"),
    grant=("--add-dir", "{projectRoot}"),
    conversations=Conversations(
        assign=("--session-id", "{conversationId}"),
        resume=("--resume", "{conversationId}"),
        transcript=Transcript(files="{home}/.one/*/{conversationId}.jsonl", contains="user"),
    ),
    instructions=Instructions(reads=(("ONE.md", "RULES.md"),), inline=("RULES.md",)),
    writes=(".one*", "cache/*.db"),
)
TWO = AgentProfile(
    id=ProfileId("two"),
    name="Engine Two",
    command="two",
    injection=ConventionFile("TWO.md"),
    conversations=Conversations(
        resume=("resume", "{conversationId}"),
        resume_first=True,
        find=FoundInFiles(files="{home}/.two/*.jsonl", id='"id":"([a-z0-9]+)"'),
        transcript=Transcript(files="{home}/.two/*{conversationId}.jsonl"),
    ),
)
PLAIN = replace(ONE, id=ProfileId("plain"), name="Plain", conversations=Conversations())
GONE = replace(ONE, id=ProfileId("gone"), name="Gone", command="gone")


class AgentStage(Terminals):
    """Agents over fakes, and the fakes; three engines are on the machine, one is not."""

    def __init__(self, *, cells: FewCells | None = None) -> None:
        super().__init__(cells=cells or FewCells("cell-1", "cell-2", "cell-3"))
        self.files.folders |= {"/garden", "/home/me/IdeA"}
        self.files.folders.add("/home/me")
        self.files.folders.add("/home")
        self.manifests = FakeAgentManifests()
        self.profile_store = FakeProfileStore(ONE, TWO, PLAIN, GONE)
        self.search = FakeProgramSearch()
        self.search.programs = {"/usr/bin/one": "", "/opt/two/bin/two": "a tool"}
        self.runner = FakeProcessRunner()
        self.runner.outputs["/usr/bin/one", "--version"] = Output(0, "1.0.0")
        self.runner.outputs["/opt/two/bin/two", "--version"] = Output(0, "2.0.0")
        self.transcripts = FakeTranscripts()
        self.programs = DetectedPrograms(
            search=self.search,
            runner=self.runner,
            environment=self.host.environment,
            home="/home/me",
        )
        self.profiles = Profiles(
            store=self.profile_store,
            programs=self.programs,
            projects=self.projects,
            agreements=Agreements(FakeStoredValue({})),
        )
        self.agents = Agents(
            manifests=self.manifests,
            projects=self.projects,
            hosts=self.hosts,
            clock=self.clock,
            events=self.bus,
        )
        rules = LOCAL.rules("/home/me/IdeA")
        own = TextFolder(self.files, "/home/me/IdeA", rules, within=None)
        self.skills = Skills(
            own=own,
            agents=self.agents,
            clock=self.clock,
            events=self.bus,
            starters={"commit": "# Commit\n\nSay why.\n", "explain": "# Explain\n\nBriefly.\n"},
        )
        self.index: FakeStoredValue[Shelf | None] = FakeStoredValue(None)
        self.templates = Templates(
            index=self.index,
            own=own,
            clock=self.clock,
            events=self.bus,
            starters={"reviewer": "# Reviewer\n\nRead.\n"},
        )
        self.syncs = Syncs(self.templates, self.agents, self.clock)
        self.documents = Documents(
            agents=self.agents,
            skills=self.skills,
            hosts=self.hosts,
            delegation=NoDelegation(),
            recall=NoMemory(),
        )
        self.found = FoundConversations(
            transcripts=self.transcripts,
            runner=self.runner,
            programs=self.programs,
            environment=self.host.environment,
        )
        self.typed = TypedPrograms(self.profiles, self.bus)
        self.looks = SessionLooks(
            sessions=self.sessions,
            hosts=self.hosts,
            projects=self.projects,
            clock=self.clock,
            recognise=self.typed.name_of,
            left=lambda project: self.bus.publish(AgentsChanged(project)),
        )
        self.launches = AgentLaunches(
            agents=self.agents,
            documents=self.documents,
            profiles=self.profiles,
            conversations=self.found,
            typed=TypedDocuments(
                read=self._shown,
                type_text=lambda session, text: self.sessions.send_text(session, text, enter=True),
                events=self.bus,
                pause=self._pause,
            ),
            launcher=self.launcher,
            sessions=self.sessions,
            cells=self.cells,
            ids=self.ids,
            events=self.bus,
            look=self.looks.at_once,
        )
        self.kept_roles = KeptRoles(self.agents, self.clock)
        self.screens: list[list[str]] = []
        """What sessions show, look for look; the last one stays."""
        self.views = AgentViews(self.agents, self.launches, self.profiles, self.sessions)

    async def _shown(self, session: SessionId) -> Sequence[str]:
        del session
        if not self.screens:
            return ()
        return self.screens.pop(0) if len(self.screens) > 1 else self.screens[0]

    async def _pause(self, seconds: float) -> None:
        del seconds
        await asyncio.sleep(0)

    async def create(self, name: str, profile: str = "one", **more: object) -> AgentView:
        """Define an agent."""
        request = CreateAgentRequest(
            project=A_PROJECT.name,
            name=name,
            profile=profile,
            **more,  # type: ignore[arg-type]
        )
        use_case = CreateAgent(self.agents, self.profiles, self.views, self.ids)
        return await use_case.execute(request, Person())

    def text(self, path: str) -> str | None:
        """Return what a file below the project's own folder says."""
        content = self.files.files.get(f"/garden/.ideai/{path}")
        return None if content is None else content.decode()

    async def ended(self) -> None:
        """End what goes on."""
        await self.launches.close()
        await self.sessions.close()
        await self.profiles.close()
