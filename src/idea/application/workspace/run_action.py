"""Let the window carry out an action."""

from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.action_calls import ActionCalls
from idea.domain.actions.catalogue import action_named
from idea.domain.errors import ConflictError, InvalidError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunActionRequest(Request[str]):
    """Which action of the catalogue."""

    action: str
    """Its id."""
    argument: str = ""
    """What it is about, for an action that is told so."""


class RunAction:
    """Carry out an action of the window, as if its person had chosen it in the palette."""

    def __init__(self, calls: ActionCalls) -> None:
        self._calls = calls

    async def execute(self, request: RunActionRequest, caller: Caller, /) -> str:
        """Ask the window; answers the action's title once it is begun.

        Raises:
            NotFoundError: There is no such action, or no window.
            InvalidError: The action takes no argument, or needs one.
            ConflictError: It cannot be used now, or the window does not answer.
        """
        del caller
        spec = action_named(request.action)
        if request.argument and spec.argument is None:
            raise InvalidError(f"“{spec.title}” is told nothing besides; leave the argument out.")
        if not request.argument and spec.argument is not None and spec.argument.is_required:
            kind = spec.argument.kind.value
            raise InvalidError(f"“{spec.title}” needs a {kind}: {spec.argument.question}")
        refusal = await self._calls.call(spec.id, request.argument)
        if refusal:
            raise ConflictError(refusal)
        return spec.title
