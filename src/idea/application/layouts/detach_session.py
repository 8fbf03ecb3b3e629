"""Send a session to the background."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.address import locate
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import FreshId


@dataclass(frozen=True, slots=True, kw_only=True)
class DetachSessionRequest(Request[LayoutView]):
    """Which cell."""

    project: str
    """An id, a unique name or a path."""
    cell: str
    """An address such as B2, or a cell's id."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class DetachSession:
    """Send a cell's session to the background and keep the cell."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: DetachSessionRequest, caller: Caller, /) -> LayoutView:
        """Empty the cell, keep that, then announce it; not a step for undo.

        Raises:
            NotFoundError: There is no such project or cell.
            InvalidError: The place is divided into cells.
            ConflictError: The grid changed since `base_revision`, or the cell is empty.
        """
        del caller

        def changed(layout: Layout, _fresh: FreshId) -> Layout:
            return layout.detached(locate(layout.tree, request.cell))

        return await self._layouts.change(
            request.project, changed, base_revision=request.base_revision
        )
