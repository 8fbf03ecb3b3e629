"""Say which window is used."""

from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.ids import WindowId


@dataclass(frozen=True, slots=True, kw_only=True)
class UseWindowRequest(Request[None]):
    """Which window."""

    window: str


class UseWindow:
    """Say that the person uses a window: projects that are opened come into it."""

    def __init__(self, workspace: CurrentWorkspace) -> None:
        self._workspace = workspace

    async def execute(self, request: UseWindowRequest, caller: Caller, /) -> None:
        """Take note."""
        del caller
        self._workspace.use(WindowId(request.window))
