"""What opening and forgetting a session needs from the grid; the layouts family fulfils it."""

from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import NodeId, ProjectId, SessionId


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a session is shown."""

    cell: NodeId
    address: str
    """Its spreadsheet address, such as `B2`."""


class SessionCells(Protocol):
    """Puts sessions into cells and tells where they are; used on the event loop's thread."""

    async def empty_cell(self, project: ProjectId, cell: str) -> NodeId | None:
        """Return the named cell, or for an empty name the first empty one, None if all are full.

        Raises:
            NotFoundError: There is no cell of this id or address.
            ConflictError: The named cell shows a session.
        """
        ...

    async def attach(self, project: ProjectId, session: SessionId, cell: NodeId) -> None:
        """Show a session in an empty cell.

        Raises:
            NotFoundError: The cell is gone.
            ConflictError: The cell was filled meanwhile.
        """
        ...

    async def release(self, project: ProjectId, session: SessionId) -> None:
        """Empty the cell that shows this session, if one does."""
        ...

    def place_of(self, project: ProjectId, session: SessionId) -> CellPlace | None:
        """Tell where a session is shown, None in the background."""
        ...
