"""Take the last change of the grid back."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLayoutRequest(Request[LayoutView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class UndoLayout:
    """Take the last change of the grid back; no session is started, stopped or lost."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: UndoLayoutRequest, caller: Caller, /) -> LayoutView:
        """Bring the other shape back, keep it, then announce it.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: The grid changed since `base_revision`, or there is nothing to undo.
        """
        del caller
        return await self._layouts.undo(request.project, base_revision=request.base_revision)
