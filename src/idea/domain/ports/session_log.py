"""The log of a session's record stream."""

from collections.abc import Sequence
from typing import Protocol

from idea.domain.ids import ProjectId, SessionId
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.messages import Seq


class SessionLog(Protocol):
    """Segments and checkpoints of one session; writes are queued and never block the loop."""

    def append(self, seq: Seq, frames: bytes) -> None:
        """Add whole frames that begin at `seq`, the end of what was appended before."""
        ...

    async def read(self, start: Seq, limit: int) -> bytes:
        """Return at most about `limit` bytes of whole frames from `start`; empty at the end.

        Raises:
            NotFoundError: The log no longer holds `start`.
        """
        ...

    def save_checkpoint(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Keep the parts of one checkpoint, replacing all but the previous valid one."""
        ...

    async def checkpoint(self, core: str) -> Checkpoint | None:
        """Return the newest checkpoint `core` can restore: native of its name, else portable."""
        ...

    def trim(self, before: Seq) -> None:
        """Drop segments that end at or before `before`."""
        ...

    async def flush(self) -> None:
        """Wait until everything appended reached the file."""
        ...

    async def close(self) -> None:
        """Flush and close; the files stay."""
        ...


class SessionLogs(Protocol):
    """Opens logs by session."""

    def open(self, project: ProjectId, session: SessionId) -> SessionLog:
        """Open or create the log of a session, mode 0600, under user state."""
        ...
