"""Add a window."""

from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.ids import WindowId


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWindowRequest(Request[str]):
    """Which window."""

    window: str = ""
    """Its id, of one that is known or not; empty for a new one."""
    like: str = ""
    """The id of the window whose size a new one gets; empty for the usual one."""


class OpenWindow:
    """Add a window without tabs; whoever shows windows shows it. It counts as used last."""

    def __init__(self, workspace: CurrentWorkspace) -> None:
        self._workspace = workspace

    async def execute(self, request: OpenWindowRequest, caller: Caller, /) -> str:
        """Add it, and answer its id."""
        del caller
        window = WindowId(request.window) if request.window else None
        like = WindowId(request.like) if request.like else None
        return self._workspace.open_window(window, like).value
