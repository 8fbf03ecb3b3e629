"""Read records of a session's past."""

import base64
from dataclasses import dataclass

from idea.application.terminals.screen_views import RecordsView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request

PAGE_BYTES = 128 * 1024
"""A larger answer would hold up what else the engine has to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadHistoryRequest(Request[RecordsView]):
    """`start` is where a record begins, see `terminals.show_history`."""

    session: str
    start: int


class ReadHistory:
    """Read the next records of a session's log, as they were framed; nothing of them is parsed."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: ReadHistoryRequest, caller: Caller, /) -> RecordsView:
        """Read about 128 KiB, one record at least; none at the end of the log.

        Raises:
            NotFoundError: There is no such session, or its log does not hold `start`.
            ConflictError: Several sessions begin like this.
            StoreError: The log cannot be read.
        """
        del caller
        session = self._sessions.find(request.session)
        frames = await self._sessions.pump(session).log.read(request.start, PAGE_BYTES)
        return RecordsView(
            start=request.start,
            end=request.start + len(frames),
            frames=base64.b64encode(frames).decode("ascii"),
        )
