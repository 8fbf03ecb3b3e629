"""Type into one cell at a time again."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearBroadcastRequest(Request[LayoutView]):
    """Which project."""

    project: str
    """An id, a unique name or a path."""


class ClearBroadcast:
    """Let each cell get only what is typed into itself again."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: ClearBroadcastRequest, caller: Caller, /) -> LayoutView:
        """Choose no cells any more, and announce it.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        return await self._layouts.choose_broadcast(request.project, lambda _tree: ())
