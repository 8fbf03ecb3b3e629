"""Stop what ended sessions left running."""

import re
from dataclasses import dataclass

from idea.application.terminals.survivors import Survivors
from idea.application.use_case import Caller, Request
from idea.application.views import SurvivorView
from idea.domain.errors import InvalidError, NotFoundError, ProcessError
from idea.domain.survivors import Survivor

_ID = re.compile(r"\d+-[\d.]+")
"""Of a survivor: process id and start time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopSurvivorsRequest(Request[tuple[SurvivorView, ...]]):
    """Names survivors by id or process id, or a session for all that are left of it."""

    survivors: tuple[str, ...] = ()
    session: str = ""


class StopSurvivors:
    """Stop programs that run on although their session has ended, with all they started."""

    def __init__(self, survivors: Survivors) -> None:
        self._survivors = survivors

    async def execute(
        self, request: StopSurvivorsRequest, caller: Caller, /
    ) -> tuple[SurvivorView, ...]:
        """Hang them up, kill after 2 seconds what is left, and answer what ended.

        Survivors named by id that ended meanwhile are passed over.

        Raises:
            InvalidError: Nothing is named.
            NotFoundError: There is no such session, or no survivor of this process id.
            ConflictError: Several sessions begin like this.
            ProcessError: One does not end.
        """
        del caller
        if not request.survivors and not request.session:
            raise InvalidError("Name the survivors to stop, or a session that left some.")
        found = await self._survivors.find(request.session)
        chosen = _named(request.survivors, found) if request.survivors else found
        left = await self._survivors.end(chosen)
        if left:
            name = self._survivors.view(left[0])
            raise ProcessError(
                f"{name.program} ({name.pid}) does not end; you may not be allowed to stop it."
            )
        return tuple(map(self._survivors.view, chosen))


def _named(names: tuple[str, ...], found: tuple[Survivor, ...]) -> tuple[Survivor, ...]:
    """Return the survivors of these names, each once.

    Raises:
        NotFoundError: A process id names none, or it is no name of one.
    """
    by_pid = {str(each.first.process.pid): each for each in found}
    for name in names:
        if not _ID.fullmatch(name) and name not in by_pid:
            raise NotFoundError(f"No session left a program {name!r} running.")
    return tuple(each for each in found if each.id in names or str(each.first.process.pid) in names)
