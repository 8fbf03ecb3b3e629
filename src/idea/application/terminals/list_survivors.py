"""List what ended sessions left running."""

from dataclasses import dataclass

from idea.application.terminals.survivors import Survivors
from idea.application.use_case import Caller, Request
from idea.application.views import SurvivorView


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSurvivorsRequest(Request[tuple[SurvivorView, ...]]):
    """An empty session stands for all of them, also those that were forgotten."""

    session: str = ""


class ListSurvivors:
    """List the programs that run on although their session has ended."""

    def __init__(self, survivors: Survivors) -> None:
        self._survivors = survivors

    async def execute(
        self, request: ListSurvivorsRequest, caller: Caller, /
    ) -> tuple[SurvivorView, ...]:
        """Answer them oldest first, each with what it started and what all of it uses.

        Raises:
            NotFoundError: There is no such session.
            ConflictError: Several sessions begin like this.
        """
        del caller
        return tuple(map(self._survivors.view, await self._survivors.find(request.session)))
