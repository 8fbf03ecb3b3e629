"""Show a project's grid."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowLayoutRequest(Request[LayoutView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""


class ShowLayout:
    """Show a project's grid."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: ShowLayoutRequest, caller: Caller, /) -> LayoutView:
        """Load it if it is not there yet.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        return await self._layouts.show(request.project)
