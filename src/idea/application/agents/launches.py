"""Launches agents: from a definition to a session, and what is tidied up behind it.

One live session an agent: launching one that lives shows it where it was wanted. Launches go one
after the other, so that twenty at once do not start twenty runtimes in the same second; each is
quick, since nothing waits for the program itself.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from idea.application.agents.agents import Agents
from idea.application.agents.conversations import Conversations
from idea.application.agents.documents import Documents
from idea.application.agents.typed_documents import TypedDocuments
from idea.application.profiles.detected_programs import DetectedProgram
from idea.application.profiles.profiles import Profiles
from idea.application.terminals.cells import CellPlace, SessionCells
from idea.application.terminals.session_launcher import SessionLauncher, SessionOrder
from idea.application.terminals.sessions import Sessions
from idea.application.text_folder import TextFolder
from idea.domain.agents.agent import Agent
from idea.domain.agents.run import AgentRun, ByPerson, Requester
from idea.domain.errors import ConflictError, IdeaError, NotFoundError, ProcessError
from idea.domain.events import AgentsChanged, Event, SessionEnded
from idea.domain.ids import AgentId, SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.profiles.conversations import Assign, Resume, resolve_session_plan
from idea.domain.profiles.invocation import LaunchPlaces, document_file, prepare_invocation
from idea.domain.profiles.profile import AgentProfile
from idea.domain.profiles.turns import Turn
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import UNSEEN_SIZE, Size, TerminalSession

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchOrder:
    """Where and how to launch an agent."""

    cell: str | None = ""
    """Id or address of an empty cell, None for the background.

    Empty for the cell that shows what the agent left when it ended, else for the first empty one.
    """
    size: Size = UNSEEN_SIZE
    environment: Mapping[str, str] = field(default_factory=dict)
    """The opening client's; only what names its display, bus and keys is used."""
    resume: bool = True
    """Whether to go on with the agent's conversation, when there is one that can be."""
    conversation_of: str = ""
    """The session whose conversation is meant; empty for the agent's last one."""
    model: str = ""
    task: str = ""
    requested_by: Requester = field(default_factory=ByPerson)
    hand_over: str = ""
    """What another engine was doing, for the document."""


class AgentLaunches:
    """Starts and finds the sessions of agents; used on the event loop's thread."""

    def __init__(
        self,
        *,
        agents: Agents,
        documents: Documents,
        profiles: Profiles,
        conversations: Conversations,
        typed: TypedDocuments,
        launcher: SessionLauncher,
        sessions: Sessions,
        cells: SessionCells,
        ids: IdFactory,
        events: EventBus,
        look: Callable[[SessionId], Awaitable[None]],
    ) -> None:
        """`look` learns what is in front in a session now."""
        self._agents = agents
        self._documents = documents
        self._profiles = profiles
        self._conversations = conversations
        self._typed = typed
        self._launcher = launcher
        self._sessions = sessions
        self._cells = cells
        self._ids = ids
        self._look = look
        self._events = events
        self._turn = asyncio.Lock()
        self._tidying: set[asyncio.Task[None]] = set()
        events.subscribe(self._hear)

    def live(self, project: Project, agent: AgentId) -> SessionRecord | None:
        """Return what an agent's live session is known as, None when it does not run."""
        newest = self.newest(project, agent)
        if newest is None or newest.session.own_run is None:
            return None  # A shell in which its adopted program has ended is not its own any more.
        return newest if newest.session.is_live else None

    def newest(self, project: Project, agent: AgentId) -> SessionRecord | None:
        """Return what an agent's last session is known as, live or ended; None before any."""
        return next(iter(self.of(project, agent)), None)

    def of(self, project: Project, agent: AgentId) -> tuple[SessionRecord, ...]:
        """Return what an agent's sessions are known as, live and ended, the newest first."""
        return tuple(
            record
            for record in self._sessions.records(project.id)
            if record.session.run is not None and record.session.run.agent == agent
        )

    async def launch(self, project: Project, agent: Agent, order: LaunchOrder) -> SessionRecord:
        """Start an agent's program with what it reads; one that lives is returned as it is.

        Raises:
            NotFoundError: Its engine, role, a skill or the cell does not exist, or it was deleted.
            ConflictError: The cell is not empty, the engine was not agreed to, or the conversation
                that is meant is gone.
            ProcessError: The program is not on this machine, or could not be started.
            StoreError: What it reads could not be written.
        """
        async with self._turn:
            there = self.live(project, agent.id)
            if there is not None and there.session.run is not None and there.session.run.adopted_in:
                await self._look(there.session.id)  # Its program may have ended, unseen.
                there = self.live(project, agent.id)
            if there is not None:
                return there
            # While it waited for its turn, it may have been changed or deleted.
            current = (await self._agents.of(project)).get(agent.id)
            return await self._start(project, current, order)

    @contextlib.asynccontextmanager
    async def kept_resting(self, project: Project, agent: Agent) -> AsyncIterator[None]:
        """Keep every launch waiting while something is done to an agent that does not run.

        Raises:
            ConflictError: It runs.
        """
        async with self._turn:
            if self.live(project, agent.id) is not None:
                raise ConflictError(f"{agent.name} runs; stop it first.")
            yield

    async def _start(self, project: Project, agent: Agent, order: LaunchOrder) -> SessionRecord:
        known = await self._profiles.usable(agent.profile, project.id.value)
        program = await self._profiles.programs.detect(known)
        profile = known.for_version(program.version)
        executable = _executable(profile, program)
        composed = await self._documents.compose(project, agent, profile, hand_over=order.hand_over)
        places = await self._documents.places(project, agent)
        before = self.newest(project, agent.id)
        source = self._source(project, agent, order) if order.conversation_of else before
        conversation = await self._known_conversation(source, profile, places, order)
        if order.conversation_of and not conversation:
            raise ConflictError(
                f"That conversation of {agent.name} is gone, or another engine held it."
            )
        plan = resolve_session_plan(
            profile.conversations, conversation or None, fresh=self._ids.fresh()
        )
        invocation = prepare_invocation(
            profile,
            executable=executable,
            places=places,
            plan=plan,
            document=composed.text,
            model=order.model,
        )
        run = AgentRun(
            agent=agent.id,
            name=agent.name,
            profile=known.id,
            engine=known.name,
            requested_by=order.requested_by,
            task=order.task,
            conversation=plan.conversation if isinstance(plan, Assign | Resume) else "",
            document_hash=composed.hash,
        )
        document = f"run/{agent.id}/{invocation.document_file}"
        folder = await self._agents.folder(project)
        await folder.write(document, composed.text)
        left = self._left(project, before, order)
        try:
            if before is not None and left is not None:
                await self._cells.release(project.id, before.session.id)
            record = await self._launcher.launch(
                SessionOrder(
                    project=project.id.value,
                    cell=order.cell if left is None else left.cell.value,
                    command=invocation.command,
                    cwd=invocation.folder,
                    size=order.size,
                    environment=order.environment,
                    variables=invocation.environment,
                    folder_on_path="" if program.found is None else program.found.folder_to_add,
                    run=run,
                    previous=None if before is None else before.session.id,
                )
            )
        except IdeaError:
            await self._leave_as_it_was(project, before, left, folder, document)
            raise
        if invocation.typed:
            self._typed.begin(record, profile, invocation.typed)
        self._events.publish(AgentsChanged(project.id))
        return record

    async def relaunch(
        self, project: Project, record: SessionRecord, environment: Mapping[str, str]
    ) -> SessionRecord:
        """Launch the agent of an ended session again, in the cell that shows what it left.

        Raises:
            ConflictError: It runs elsewhere.
            IdeaError: As for `launch`.
        """
        run = record.session.own_run
        if run is None:
            raise ConflictError("The session ran no agent.")
        if self.live(project, run.agent) is not None:
            raise ConflictError(f"{run.name} runs already.")
        agent = (await self._agents.of(project)).get(run.agent)
        order = LaunchOrder(size=record.session.size, environment=environment)
        return await self.launch(project, agent, order)

    async def conversation_of(self, project: Project, agent: Agent, record: SessionRecord) -> str:
        """Return the conversation of an agent's session that can be gone on with; empty for none.

        Raises:
            NotFoundError: Its engine does not exist any more.
            ConflictError: Its engine was not agreed to.
        """
        run = record.session.run
        if run is None or run.profile != agent.profile:
            return ""  # Another vendor's conversation means nothing to this one.
        profile = await self.engine_of(agent, project)
        places = await self._documents.places(project, agent)
        return await self._conversations.of(record.session, profile, places)

    async def said_in(
        self, project: Project, agent: Agent, record: SessionRecord
    ) -> tuple[Turn, ...]:
        """Return what was said last in an agent's session; none where its engine cannot tell."""
        run = record.session.run
        try:
            profile = await self.engine_of(agent, project)
        except IdeaError:
            return ()
        if run is None or run.profile != agent.profile:
            return ()
        places = await self._documents.places(project, agent)
        return await self._conversations.said(record.session, profile, places)

    async def engine_of(self, agent: Agent, project: Project) -> AgentProfile:
        """Return an agent's profile as the version that is installed wants it.

        Raises:
            NotFoundError: There is no such profile any more.
            ConflictError: It was not agreed to.
        """
        known = await self._profiles.usable(agent.profile, project.id.value)
        program = self._profiles.programs.known(known)
        return known.for_version(None if program is None else program.version)

    async def stop(self, project: Project, agent: Agent) -> SessionId | None:
        """Stop an agent's session with all it started; None when it does not run.

        Raises:
            ProcessError: It does not end.
        """
        there = self.live(project, agent.id)
        if there is None:
            return None
        await self._sessions.stop(there.session.id)
        return there.session.id

    async def close(self) -> None:
        """Type nothing any more, and wait until what ended is tidied up behind."""
        await self._typed.close()
        if self._tidying:
            await asyncio.wait(tuple(self._tidying))

    def _source(self, project: Project, agent: Agent, order: LaunchOrder) -> SessionRecord:
        """Return the session whose conversation a launch is to go on with.

        Raises:
            NotFoundError: It is none of the agent's.
        """
        for record in self.of(project, agent.id):
            if record.session.id.value.startswith(order.conversation_of):
                return record
        raise NotFoundError(f"{agent.name} has no session {order.conversation_of}.")

    def _left(
        self, project: Project, before: SessionRecord | None, order: LaunchOrder
    ) -> CellPlace | None:
        """Return where its ended session is shown, when the agent is to come back there."""
        if order.cell or order.cell is None or before is None or before.session.is_live:
            return None
        return self._cells.place_of(project.id, before.session.id)

    async def _leave_as_it_was(
        self,
        project: Project,
        before: SessionRecord | None,
        left: CellPlace | None,
        folder: TextFolder,
        document: str,
    ) -> None:
        """After a launch that failed, show what was shown, and take away what was written."""
        with contextlib.suppress(IdeaError):
            await folder.remove(document)
        if before is not None and left is not None:
            with contextlib.suppress(IdeaError):
                await self._cells.attach(project.id, before.session.id, left.cell)

    async def _known_conversation(
        self,
        before: SessionRecord | None,
        profile: AgentProfile,
        places: LaunchPlaces,
        order: LaunchOrder,
    ) -> str:
        run = None if before is None else before.session.run
        if before is None or run is None or not order.resume or run.profile != profile.id:
            return ""
        return await self._conversations.of(before.session, profile, places)

    def _hear(self, event: Event) -> None:
        if isinstance(event, SessionEnded) and event.session.run is not None:
            task = asyncio.get_running_loop().create_task(
                self._tidy(event.session), name=f"tidy {event.session.id.short}"
            )
            self._tidying.add(task)
            task.add_done_callback(self._tidying.discard)

    async def _tidy(self, session: TerminalSession) -> None:
        """Take away what was generated for a run that ended; all else in its folder stays."""
        run = session.run
        if run is None:
            return
        try:
            project = await self._agents.project(session.project.value)
            async with self._turn:  # A launch meanwhile has written its own already.
                if self.live(project, run.agent) is None:
                    known = await self._profiles.known(run.profile.value, project.id.value)
                    folder = await self._agents.folder(project)
                    await folder.remove(f"run/{run.agent}/{document_file(known.profile)}")
            self._events.publish(AgentsChanged(project.id))
        except IdeaError as error:
            _log.info("%s: nothing was tidied up: %s", session.id.short, error.sentence)


def _executable(profile: AgentProfile, program: DetectedProgram) -> str:
    if program.found is None:
        raise ProcessError(
            f"{profile.name} is not on this machine: there is no program {profile.command!r} on "
            "your PATH or where tools install theirs; install it, or give the agent another engine."
        )
    return program.found.path
