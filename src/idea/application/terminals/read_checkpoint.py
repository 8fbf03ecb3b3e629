"""Read a whole screen of a session's past."""

import base64
from dataclasses import dataclass

from idea.application.terminals.screen_views import CheckpointView
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.domain.errors import NotFoundError

_PART_BYTES = 512 * 1024
"""For each part the whole is unpacked again; smaller ones would cost more than they spare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCheckpointRequest(Request[CheckpointView]):
    """The newest checkpoint that `core` can restore, at `up_to` or before; from `offset` on."""

    session: str
    core: str
    up_to: int
    offset: int = 0


class ReadCheckpoint:
    """Read the newest checkpoint of a session before some place, part by part."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def execute(self, request: ReadCheckpointRequest, caller: Caller, /) -> CheckpointView:
        """Read about half a MiB of it.

        Raises:
            NotFoundError: There is no such session, or no such checkpoint.
            ConflictError: Several sessions begin like this.
            StoreError: The log cannot be read.
        """
        del caller
        session = self._sessions.find(request.session)
        log = self._sessions.pump(session).log
        found = await log.checkpoint(request.core, request.up_to)
        if found is None:
            raise NotFoundError(f"No checkpoint of {session.short} is kept before that moment.")
        part = found.data[max(0, request.offset) :][:_PART_BYTES]
        return CheckpointView(
            seq=found.seq,
            kind=found.kind.value,
            core=found.core,
            columns=found.size.columns,
            rows=found.size.rows,
            size_bytes=len(found.data),
            data=base64.b64encode(part).decode("ascii"),
        )
