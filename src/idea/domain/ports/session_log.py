"""The log of a session's record stream."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import ProjectId, SessionId
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.history import LogPiece
from idea.domain.stream.messages import Seq
from idea.domain.terminal import Exited, Lost, Size


@dataclass(frozen=True, slots=True, kw_only=True)
class LogContents:
    """What the files of a log hold, up to the last undamaged record."""

    start: Seq = 0
    """From here to `end` everything is there, `skips` excepted; older records may be there too."""
    end: Seq = 0
    used: Seq = 0
    """No number from here on was given to a record that reached the files, even in part."""
    skips: tuple[tuple[Seq, Seq], ...] = ()
    """Numbers engines left out when they took the session over: from each first to second."""
    is_whole: bool = False
    """Whether whoever wrote it left in order: nothing after `end` was ever sent to anyone."""
    size: Size | None = None
    """The size at `end`; None for a log without a `Resize`."""
    base: Seq | None = None
    """The newest place from `start` on where a screen starts empty; None when there is none.

    A place before the newest checkpoint need not be told.
    """
    base_size: Size | None = None
    epoch: int = 0
    """The last holder's."""
    checkpoints: tuple[Seq, ...] = ()
    """Readable checkpoints from `start` on, oldest first; a log that lost its end has later."""
    over: Exited | Lost | None = None
    """How the program ended, if the stream says so."""
    over_at_ms: int | None = None
    """When that was recorded, in milliseconds since 1970 in UTC."""


class LogReader(Protocol):
    """Reads what is kept of one session; sees everything given to the log before.

    Used on the event loop's thread. What a full disk refused is not there, nor is what went because
    a log has its bound, the oldest first, or what of a flood no screen starts from any more.
    Cancelling is safe.
    """

    async def read(self, start: Seq, limit_bytes: int) -> bytes:
        """Return whole frames from `start`, one at least; empty at the end of the log.

        Raises:
            NotFoundError: The log does not hold `start`.
            StoreError: The log cannot be read.
        """
        ...

    async def pieces(self) -> Sequence[LogPiece]:
        """Return what can be read, in order; reads the first record of each piece only.

        Raises:
            StoreError: The log cannot be read.
        """
        ...

    async def contents(self) -> LogContents:
        """Return what is there, by reading as much as that takes.

        Raises:
            StoreError: The log cannot be read.
        """
        ...

    async def checkpoint(self, core: str, up_to: Seq | None = None) -> Checkpoint | None:
        """Return the newest checkpoint `core` can restore: native of its name, else portable.

        One after `up_to` does not count; damaged ones are passed over.

        Raises:
            StoreError: The log cannot be read.
        """
        ...


class LogWriter(Protocol):
    """Keeps the records and checkpoints of one session.

    What is written is queued and never blocks the loop. Used on the event loop's thread. A log that
    cannot be written to (a full disk) drops what it is given, says so once, and tries again later.
    """

    @property
    def limit_bytes(self) -> int:
        """How large the log may become; three quarters of it are for records."""
        ...

    def append(self, seq: Seq, frames: bytes) -> None:
        """Add whole frames at `seq`, which is never before the end of what was appended before."""
        ...

    def is_written(self, tell: Callable[[], None]) -> bool:
        """Return whether everything appended left this process, so that its death costs nothing.

        If not, `tell` is called once, on the loop, when that is so. What the log refuses or drops
        counts as written: nobody waits for a full disk.
        """
        ...

    def save_checkpoint(self, parts: Sequence[Checkpoint]) -> None:
        """Keep the parts of one checkpoint, and of those before it only the newest.

        Of one too heavy for the log the native part goes, then the portable one's oldest lines.
        """
        ...

    async def flush(self) -> None:
        """Wait until everything given before reached the files, or could not; may be cancelled."""
        ...

    async def close(self) -> None:
        """Flush and close; the files stay, and nothing else may be called afterwards.

        A log that holds all it was given is marked as whole.
        """
        ...


class SessionLog(LogReader, LogWriter, Protocol):
    """All that is kept of one session's stream."""


class SessionLogs(Protocol):
    """Opens logs by session."""

    def open(self, project: ProjectId, session: SessionId) -> SessionLog:
        """Return the log of a session, mode 0600, under user state; touches no file yet."""
        ...
