"""The processes that come from sessions and that no session holds any more."""

from collections.abc import Sequence
from typing import Protocol

from idea.domain.session_record import ProcessIdentity
from idea.domain.survivors import MarkedProcess


class MarkedProcesses(Protocol):
    """Finds and ends what carries the mark of a session of this instance of IdeA."""

    async def find(self) -> Sequence[MarkedProcess]:
        """Return the person's marked processes that no keeper holds, in no order.

        Whose line of parents leads to a keeper is left out, because a terminal holds it; orphans of
        running sessions are not. What hides its environment from everybody is not found. Takes some
        milliseconds, off the loop; cancelling is safe.
        """
        ...

    async def end(self, processes: Sequence[ProcessIdentity]) -> Sequence[ProcessIdentity]:
        """Hang up these with all they started, after 2 s kill; return what still runs.

        A process that ended meanwhile is passed over, also when its number was given to another.
        Cancelling leaves what was not told yet.
        """
        ...
