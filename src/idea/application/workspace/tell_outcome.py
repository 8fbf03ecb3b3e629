"""Say how an action went that somebody outside wanted."""

from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.workspace.action_calls import ActionCalls


@dataclass(frozen=True, slots=True, kw_only=True)
class TellOutcomeRequest(Request[None]):
    """Of which call."""

    call: str
    refusal: str = ""
    """Why it was not carried out; empty when it was."""


class TellOutcome:
    """Tell whoever asked for an action of the window how that went."""

    def __init__(self, calls: ActionCalls) -> None:
        self._calls = calls

    async def execute(self, request: TellOutcomeRequest, caller: Caller, /) -> None:
        """Pass it on."""
        del caller
        self._calls.tell(request.call, request.refusal)
