"""The grid as the sessions see it: a cell to be shown in, and where that is."""

from typing import override

from idea.application.layouts import sentences
from idea.application.layouts.layouts import Layouts
from idea.application.terminals.cells import CellPlace, SessionCells
from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.address import address_of, locate
from idea.domain.layout.shape import find_leaf


class CellsOfSessions(SessionCells):
    """Shows new sessions in empty cells and empties the cells of forgotten ones."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    @override
    async def empty_cell(self, project: ProjectId, cell: str) -> NodeId | None:
        layout = (await self._layouts.grid(project)).layout
        if not cell.strip():
            return next(iter(layout.empty_cells()), None)
        found = find_leaf(layout.tree, locate(layout.tree, cell)).id
        if found in layout.sessions:
            raise ConflictError(sentences.OCCUPIED)
        return found

    @override
    async def attach(self, project: ProjectId, session: SessionId, cell: NodeId) -> None:
        layout = (await self._layouts.grid(project)).layout
        find_leaf(layout.tree, cell)
        if layout.sessions.get(cell, session) != session:
            raise ConflictError(sentences.OCCUPIED)
        self._layouts.rebind(project, layout.attached(session, cell))

    @override
    async def release(self, project: ProjectId, session: SessionId) -> None:
        # A grid that is not loaded leaves out forgotten sessions when it is.
        layout = self._layouts.loaded(project)
        if layout is not None:
            self._layouts.rebind(project, layout.without(session))

    @override
    def place_of(self, project: ProjectId, session: SessionId) -> CellPlace | None:
        layout = self._layouts.loaded(project)
        cell = None if layout is None else layout.cell_of(session)
        if layout is None or cell is None:
            return None
        return CellPlace(cell, address_of(layout.tree, cell))
