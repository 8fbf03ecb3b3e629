"""Everything around sessions, made of fakes."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import override

from fakes.clock import FakeClock
from fakes.event_bus import FakeEventBus
from fakes.file_system import FakeFileSystem
from fakes.id_factory import FakeIdFactory
from fakes.pty import FakePtySpawner
from fakes.remote_host import FakeRemoteHost, FakeRemoteHosts
from fakes.session_log import FakeSessionLog
from fakes.session_store import FakeSessionStore
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.cells import CellPlace, SessionCells
from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.program_statuses import ProgramStatuses
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.terminals.session_looks import SessionLooks
from idea.application.terminals.session_pump import SessionPump, SessionPumps
from idea.application.terminals.sessions import Sessions
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import ClientId, NodeId, ProjectId, SessionId
from idea.domain.location import LOCAL
from idea.domain.ports.pty import Pty
from idea.domain.ports.session_log import LogReader
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord
from idea.domain.stream.messages import AttachAsked, ClientMessage
from idea.domain.terminal import Exited, Lost, Size, TerminalSession

A_PROJECT = Project(
    id=ProjectId("project-1"),
    name="Garden",
    root="/garden",
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
)


class RecordingPump(SessionPump):
    """Remembers what it was asked."""

    def __init__(
        self, session: TerminalSession, pty: Pty | None, resized: Callable[[Size], None] | None
    ) -> None:
        self.session = session
        self.pty = pty
        self.resized = resized
        self.texts: list[tuple[str, bool]] = []
        self.status: Exited | Lost | None = None
        self.is_closed = False
        self.rested = False
        self.earlier = b""
        self.breaks = False
        self.kept = FakeSessionLog()

    @property
    @override
    def log(self) -> LogReader:
        return self.kept

    @override
    def attach(self, channel: ClientChannel, asked: AttachAsked) -> ClientId:
        del channel, asked
        return ClientId("client-1")

    @override
    def receive(self, client: ClientId, message: ClientMessage) -> None:
        raise AssertionError("nobody is attached")

    @override
    def detach(self, client: ClientId) -> None:
        raise AssertionError("nobody is attached")

    @override
    def send_text(self, text: str, *, enter: bool) -> None:
        self.texts.append((text, enter))

    @override
    async def rest(self) -> None:
        self.rested = True

    @override
    async def ended(self, status: Exited | Lost) -> None:
        self.status = status
        if self.breaks:
            raise RuntimeError("a defect")
        if self.pty is not None:
            self.pty.close()

    @override
    async def close(self) -> None:
        self.is_closed = True


class RecordingPumps(SessionPumps):
    """Makes recording pumps and keeps them."""

    def __init__(self) -> None:
        self.made: dict[SessionId, RecordingPump] = {}
        self.adopted: list[SessionId] = []

    @override
    def start(
        self,
        session: TerminalSession,
        pty: Pty,
        resized: Callable[[Size], None],
        earlier: bytes = b"",
    ) -> SessionPump:
        self.made[session.id] = RecordingPump(session, pty, resized)
        self.made[session.id].earlier = earlier
        return self.made[session.id]

    @override
    def revive(self, session: TerminalSession) -> SessionPump:
        self.made[session.id] = RecordingPump(session, None, None)
        return self.made[session.id]

    @override
    def adopt(
        self, session: TerminalSession, pty: Pty, resized: Callable[[Size], None]
    ) -> SessionPump:
        self.adopted.append(session.id)
        return self.start(session, pty, resized)


class FewCells(SessionCells):
    """A grid of named cells in one row: A1, B1…"""

    def __init__(self, *names: str) -> None:
        self.shown: dict[NodeId, SessionId | None] = {NodeId(name): None for name in names}
        self.fills_meanwhile = False

    @override
    async def empty_cell(self, project: ProjectId, cell: str) -> NodeId | None:
        del project
        if not cell:
            return next((one for one, shown in self.shown.items() if shown is None), None)
        named = NodeId(cell)
        if named not in self.shown:
            raise NotFoundError(f"There is no cell {cell}.")
        if self.shown[named] is not None:
            raise ConflictError("The cell shows a session.")
        return named

    @override
    async def attach(self, project: ProjectId, session: SessionId, cell: NodeId) -> None:
        del project
        if self.fills_meanwhile:
            raise ConflictError("The cell was filled meanwhile.")
        self.shown[cell] = session

    @override
    async def release(self, project: ProjectId, session: SessionId) -> None:
        del project
        for cell, shown in self.shown.items():
            if shown == session:
                self.shown[cell] = None

    @override
    def place_of(self, project: ProjectId, session: SessionId) -> CellPlace | None:
        del project
        for number, (cell, shown) in enumerate(self.shown.items()):
            if shown == session:
                return CellPlace(cell, f"{chr(ord('A') + number)}1")
        return None


class OneProject(ProjectLookup):
    """Knows one project by its name."""

    @override
    async def resolve(self, text: str, /) -> Project:
        if text not in {A_PROJECT.name, A_PROJECT.id.value}:
            raise NotFoundError(f"There is no project {text!r}.")
        return A_PROJECT


class Terminals:
    """Sessions over fakes, and the fakes."""

    def __init__(self, *records: SessionRecord, cells: FewCells | None = None) -> None:
        self.store = FakeSessionStore(*records)
        self.pumps = RecordingPumps()
        self.cells = cells or FewCells("cell-1", "cell-2")
        self.bus = FakeEventBus()
        self.clock = FakeClock()
        self.ptys = FakePtySpawner()
        self.files = FakeFileSystem()
        self.hosts = FakeRemoteHosts(self.files)
        self.host = FakeRemoteHost(self.files, self.ptys)
        self.hosts.hosts[LOCAL] = self.host
        self.ids = FakeIdFactory()
        self.projects = OneProject()
        self.shell: tuple[str, ...] = ()
        self.wants_marks = False
        self.statuses = ProgramStatuses(self.bus, self.clock)
        self.sessions = Sessions(
            store=self.store,
            pumps=self.pumps,
            cells=self.cells,
            bus=self.bus,
            clock=self.clock,
            statuses=self.statuses,
        )
        self.launcher = SessionLauncher(
            sessions=self.sessions,
            hosts=self.hosts,
            projects=self.projects,
            cells=self.cells,
            ids=self.ids,
            clock=self.clock,
            shell=lambda _: self.shell,
            wants_marks=lambda _: self.wants_marks,
        )
        self.looks = SessionLooks(
            sessions=self.sessions, hosts=self.hosts, projects=self.projects, clock=self.clock
        )

    async def settled(self) -> None:
        """Let everything that is under way on the loop come to its end."""
        for _ in range(20):
            await asyncio.sleep(0)
