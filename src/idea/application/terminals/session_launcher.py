"""Starts sessions: decides program, folder and environment, then puts them on the screen.

Later families (agents, recipes) launch through this as well, so that every session begins alike.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.sessions import Sessions
from idea.domain.agents.run import AgentRun
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.file_system import FileKind
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.pty import SpawnSpec
from idea.domain.ports.remote_host import RemoteHost, RemoteHosts
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import UNSEEN_SIZE, Exited, Lost, Running, Size, Starting, TerminalSession


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOrder:
    """What to start and where to show it."""

    project: str
    cell: str | None = ""
    """Id or address of an empty cell; empty for the first empty one, None for no cell."""
    command: tuple[str, ...] = ()
    """Empty for the person's shell: the chosen one, else the login shell."""
    cwd: str = ""
    beside: SessionId | None = None
    told_folder: str = ""
    """Where that one said it works (OSC 7)."""
    size: Size = UNSEEN_SIZE
    environment: Mapping[str, str] = field(default_factory=dict)
    """The opening client's; only what names its display, bus and keys is used."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """What comes on top of a session's usual variables."""
    folder_on_path: str = ""
    """A folder in which the program finds its own tools first."""
    run: AgentRun | None = None
    previous: SessionId | None = None


async def _nothing(_: SessionId) -> bytes:
    return b""


class SessionLauncher:
    """Starts one session at a time, so that two cannot land in the same cell."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        hosts: RemoteHosts,
        projects: ProjectLookup,
        cells: SessionCells,
        ids: IdFactory,
        clock: Clock,
        shell: Callable[[ProjectId], tuple[str, ...]] = lambda _: (),
        wants_marks: Callable[[ProjectId], bool] = lambda _: False,
        earlier: Callable[[SessionId], Awaitable[bytes]] = _nothing,
    ) -> None:
        """`shell` names the command that a session without one starts, empty for the login's.

        `wants_marks` says whether shells shall tell where their prompts and commands are.
        `earlier` returns what is to be shown above a session that goes on with another.
        """
        self._sessions = sessions
        self._hosts = hosts
        self._projects = projects
        self._cells = cells
        self._ids = ids
        self._clock = clock
        self._shell = shell
        self._wants_marks = wants_marks
        self._earlier = earlier
        self._turn = asyncio.Lock()

    async def launch(self, order: SessionOrder) -> SessionRecord:
        """Start a session and show it; cancelling may leave it running in the background.

        Raises:
            NotFoundError: Project or cell do not exist.
            ConflictError: The cell is not empty.
            RemoteError: The project's location cannot be reached.
            ProcessError: The program could not be started.
        """
        project = await self._projects.resolve(order.project)
        host = await self._hosts.connect(project.location)
        login_shell = host.environment.login_shell()
        session = TerminalSession(
            id=SessionId(self._ids.fresh()),
            project=project.id,
            command=order.command or self._shell(project.id) or login_shell,
            cwd=await self._folder(order, project, host),
            size=order.size,
            status=Starting(),
            started_at=self._clock.now(),
            previous=order.previous,
            run=order.run,
        )
        usual = await host.environment.variables(
            session.id, client=order.environment, logging_in=session.command == login_shell
        )
        variables = {**with_folder_on_path(usual, order.folder_on_path), **order.variables}
        earlier = b"" if order.previous is None else await self._earlier(order.previous)
        async with self._turn:
            record = await self._start(order, session, variables, host, earlier)
        await self._sessions.recorded(session.id)
        return record

    async def shells(self, project: Project) -> tuple[tuple[str, ...], ...]:
        """Return the commands that mean the person's shell in a project.

        Raises:
            RemoteError: The project's location cannot be reached.
        """
        host = await self._hosts.connect(project.location)
        return tuple(filter(None, (self._shell(project.id), host.environment.login_shell())))

    async def _start(
        self,
        order: SessionOrder,
        session: TerminalSession,
        variables: Mapping[str, str],
        host: RemoteHost,
        earlier: bytes,
    ) -> SessionRecord:
        cell = (
            None
            if order.cell is None
            else await self._cells.empty_cell(session.project, order.cell)
        )
        ended: asyncio.Future[Exited | Lost] = asyncio.get_running_loop().create_future()
        # The session keeps the command as it was asked for, which another one may repeat.
        command = session.command
        if self._wants_marks(session.project):
            command, variables = host.environment.telling_marks(command, variables)
        spec = SpawnSpec(
            session=session.id,
            command=command,
            cwd=session.cwd,
            environment=variables,
            size=session.size,
        )

        def record_end(status: Exited | Lost) -> None:
            if not ended.done():
                ended.set_result(status)

        pty = await host.ptys.spawn(spec, record_end)
        record = SessionRecord(
            session=session.with_status(Running(pty.pid)), process=host.processes.identify(pty.pid)
        )
        self._sessions.begin(record, pty, host.ptys, ended, earlier)
        if cell is not None:
            # When the grid changed meanwhile, the session stays in the background, unharmed.
            with contextlib.suppress(NotFoundError, ConflictError):
                await self._cells.attach(session.project, session.id, cell)
        return record

    async def _folder(self, order: SessionOrder, project: Project, host: RemoteHost) -> str:
        """Return the folder to start in; one that only a neighbour suggested must exist."""
        if order.cwd:
            return order.cwd
        if order.beside is not None:
            found = host.folders.current(order.beside)
            if found is not None and found == await self._folder_of_run(order.beside, host):
                return project.root
            told = order.told_folder
            # A shell knows by which way it came; what it told may be old, or another is in front.
            if told and found is not None and await host.files.real_path(told) != found:
                told = ""
            for folder in (told, found):
                if folder and await host.files.kind(folder) is FileKind.FOLDER:
                    return folder
        return project.root

    async def _folder_of_run(self, session: SessionId, host: RemoteHost) -> str | None:
        """Return the folder in which an agent was started, where no work is done; None else."""
        known = self._sessions.record(session).session
        if known.own_run is None or known.own_run.adopted_in:
            return None
        return await host.files.real_path(known.cwd)


def with_folder_on_path(variables: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return variables whose PATH begins with a folder; an empty one changes nothing."""
    if not folder:
        return dict(variables)
    path = variables.get("PATH", "")
    return {**variables, "PATH": f"{folder}:{path}" if path else folder}
