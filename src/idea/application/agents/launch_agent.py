"""Launch an agent."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches, LaunchOrder
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.terminal import UNSEEN_SIZE, Size


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchAgentRequest(Request[SessionView]):
    """Which agent and where; without a cell, the first empty one."""

    project: str
    agent: str
    cell: str = ""
    """A cell's id or spreadsheet address; it must be empty."""
    background: bool = False
    """Whether no cell shows it, though one may be empty; no cell is named then."""
    resume: bool = True
    """Whether to go on with its conversation, when there is one that can be gone on with."""
    conversation_of: str = ""
    """An ended session of it, or the beginning of its id, to go on with what was said there; empty
    for its last one."""
    model: str = ""
    """Empty for the program's own choice."""
    columns: int = 0
    rows: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    """The opening client's variables; only those naming display, bus and keys are used."""


class LaunchAgent:
    """Start an agent's program with what it reads; one that runs is shown where it is wanted."""

    def __init__(
        self, agents: Agents, launches: AgentLaunches, sessions: Sessions, cells: SessionCells
    ) -> None:
        self._agents = agents
        self._launches = launches
        self._sessions = sessions
        self._cells = cells

    async def execute(self, request: LaunchAgentRequest, caller: Caller, /) -> SessionView:
        """Start it, show it in its cell, and answer once it runs.

        Raises:
            NotFoundError: Project, agent, engine, role, skill or cell do not exist.
            ConflictError: The cell shows a session already, or the engine was not agreed to.
            InvalidError: A cell is named for the background, or the size is not possible.
            ProcessError: The program is not on this machine, or could not be started.
            StoreError: What it reads could not be written.
        """
        del caller
        if request.background and request.cell:
            raise InvalidError("An agent in the background is in no cell; name none.")
        project, agent = await self._agents.find(request.project, request.agent)
        sized = request.columns and request.rows
        lived = self._launches.live(project, agent.id)
        record = await self._launches.launch(
            project,
            agent,
            LaunchOrder(
                cell=None if request.background else request.cell,
                size=Size(request.columns, request.rows) if sized else UNSEEN_SIZE,
                environment=dict(request.environment),
                resume=request.resume,
                conversation_of=request.conversation_of,
                model=request.model,
            ),
        )
        session = record.session.id
        if lived is not None and not request.background:
            await self._show(project.id, session, request.cell, agent.name)
        return self._sessions.view(session)

    async def _show(self, project: ProjectId, session: SessionId, cell: str, name: str) -> None:
        place = self._cells.place_of(project, session)
        if place is not None and (not cell or cell in {place.address, place.cell.value}):
            return
        if place is not None:
            raise ConflictError(f"{name} runs in {place.address} already; move that cell instead.")
        empty = await self._cells.empty_cell(project, cell)
        if empty is not None:
            await self._cells.attach(project, session, empty)
