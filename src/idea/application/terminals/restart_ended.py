"""Start what ended again."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.session_launcher import SessionLauncher, SessionOrder
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, IdeaError, NotFoundError
from idea.domain.project import Project
from idea.domain.session_record import SessionRecord

type Relaunch = Callable[[Project, SessionRecord, Mapping[str, str]], Awaitable[SessionRecord]]
"""Launches the agent of an ended session again, in the cell that shows the session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartedView:
    """What runs again, and why the rest does not."""

    sessions: tuple[SessionView, ...]
    failed: tuple[str, ...] = ()
    """One sentence for each that could not be started; its cell shows what it showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartEndedRequest(Request[RestartedView]):
    """Of which project."""

    project: str
    environment: Mapping[str, str] = field(default_factory=dict)
    """The asking client's variables; only those naming display, bus and keys are used."""


class RestartEnded:
    """Start the program of every cell again that shows an ended one; agents with conversations."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        launcher: SessionLauncher,
        projects: ProjectLookup,
        cells: SessionCells,
        relaunch: Relaunch,
    ) -> None:
        self._sessions = sessions
        self._launcher = launcher
        self._projects = projects
        self._cells = cells
        self._relaunch = relaunch

    async def execute(self, request: RestartEndedRequest, caller: Caller, /) -> RestartedView:
        """Start one after the other, in the cells and sizes they had; what they left stays.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        project = await self._projects.resolve(request.project)
        shown = [
            record
            for record in reversed(self._sessions.records(project.id))
            if not record.session.is_live
            and self._cells.place_of(project.id, record.session.id) is not None
        ]
        started: list[SessionView] = []
        failed: list[str] = []
        for record in shown:
            try:
                fresh = await self._restart(project, record, request.environment)
                started.append(self._sessions.view(fresh.session.id))
            except IdeaError as error:
                failed.append(error.sentence)
        return RestartedView(sessions=tuple(started), failed=tuple(dict.fromkeys(failed)))

    async def _restart(
        self, project: Project, record: SessionRecord, environment: Mapping[str, str]
    ) -> SessionRecord:
        if record.session.own_run is not None:
            return await self._relaunch(project, record, environment)
        session = record.session
        place = self._cells.place_of(project.id, session.id)
        if place is None:
            raise ConflictError("The cell shows something else by now.")
        await self._cells.release(project.id, session.id)
        order = SessionOrder(
            project=project.id.value,
            cell=place.cell.value,
            command=session.command,
            cwd=session.cwd,
            size=session.size,
            environment=environment,
            previous=session.id,
        )
        try:
            return await self._launcher.launch(order)
        except IdeaError:
            # When the cell is gone or filled meanwhile, the session stays in the list.
            with contextlib.suppress(NotFoundError, ConflictError):
                await self._cells.attach(project.id, session.id, place.cell)
            raise
