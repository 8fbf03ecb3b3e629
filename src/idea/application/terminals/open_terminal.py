"""Start a program in a terminal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from idea.application.terminals.session_launcher import SessionLauncher, SessionOrder
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import InvalidError
from idea.domain.terminal import UNSEEN_SIZE, Size


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTerminalRequest(Request[SessionView]):
    """Without a command, the person's shell; without a cell, the first empty one.

    A named cell must be empty; when none is named and none is empty, the session stays in the
    background.
    """

    project: str
    cell: str = ""
    """A cell's id or spreadsheet address."""
    command: tuple[str, ...] = ()
    cwd: str = ""
    """The folder to start in; empty for that of `beside`, else the project's root."""
    beside: str = ""
    """A session whose current folder the new one starts in."""
    told_folder: str = ""
    """Where the shell of `beside` said it works; taken unless what is in front is elsewhere."""
    previous: str = ""
    """A session that this one goes on with; what an interrupted one showed is shown above."""
    columns: int = 0
    rows: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    """The opening client's variables; only those naming display, bus and keys are used."""
    background: bool = False
    """Whether no cell shows it, though one may be empty; no cell is named then."""


class OpenTerminal:
    """Start a program, or your shell, in a terminal of a project."""

    def __init__(self, sessions: Sessions, launcher: SessionLauncher) -> None:
        self._sessions = sessions
        self._launcher = launcher

    async def execute(self, request: OpenTerminalRequest, caller: Caller, /) -> SessionView:
        """Start it, show it in its cell, and answer once it runs.

        Raises:
            NotFoundError: Project or cell do not exist.
            ConflictError: The cell shows a session already.
            InvalidError: The size is not possible, or a cell is named for the background.
            ProcessError: The program could not be started.
        """
        del caller
        if request.background and request.cell:
            raise InvalidError("A session in the background is in no cell; name none.")
        sized = request.columns and request.rows
        record = await self._launcher.launch(
            SessionOrder(
                project=request.project,
                cell=None if request.background else request.cell,
                command=tuple(request.command),
                cwd=request.cwd,
                beside=self._sessions.find(request.beside) if request.beside else None,
                told_folder=request.told_folder,
                previous=self._sessions.find(request.previous) if request.previous else None,
                size=Size(request.columns, request.rows) if sized else UNSEEN_SIZE,
                environment=dict(request.environment),
            )
        )
        return self._sessions.view(record.session.id)
