"""What a session's state machine wants done; whoever runs it does these in order.

Answers come back as inputs of the machine: `ReadLog` as `log_read` or `log_missing`,
`ReadCheckpoint` as `checkpoint_read`, `WritePty` as `written` or `write_failed`, `Deadline` as
`tick`. They may come at any later time, never from inside the call that asked.
"""

from dataclasses import dataclass

from idea.domain.ids import ClientId
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.messages import EngineMessage, Seq
from idea.domain.terminal import Exited, Lost, Size


@dataclass(frozen=True, slots=True)
class AppendLog:
    """Add whole frames at `seq`, the end of what was appended before."""

    seq: Seq
    frames: bytes


@dataclass(frozen=True, slots=True)
class ReadLog:
    """Read about `limit_bytes` of whole frames from `start` for a client."""

    client: ClientId
    start: Seq
    limit_bytes: int


@dataclass(frozen=True, slots=True)
class SaveCheckpoint:
    """Keep the parts of one checkpoint."""

    parts: tuple[Checkpoint, ...]


@dataclass(frozen=True, slots=True)
class ReadCheckpoint:
    """Read the newest checkpoint that `core` can restore, for a client."""

    client: ClientId
    core: str


@dataclass(frozen=True, slots=True)
class SendTo:
    """Send a message to a client, without waiting."""

    client: ClientId
    message: EngineMessage


@dataclass(frozen=True, slots=True)
class CutOff:
    """A client stalled; it is sent nothing until it has caught up with what it was sent."""

    client: ClientId


@dataclass(frozen=True, slots=True)
class CloseClient:
    """A client broke the rules and is detached already; close its channel."""

    client: ClientId
    sentence: str


@dataclass(frozen=True, slots=True)
class StartReading:
    """Read the program's output when there is some."""


@dataclass(frozen=True, slots=True)
class PauseReading:
    """Let the program wait with its output."""


@dataclass(frozen=True, slots=True)
class WritePty:
    """Write all of `data`; never asked again before it is done or cancelled."""

    data: bytes


@dataclass(frozen=True, slots=True)
class CancelWrite:
    """Stop the write under way, which is not answered then; another `WritePty` may follow."""


@dataclass(frozen=True, slots=True)
class ResizePty:
    """Tell the program another size; it differs from the last one."""

    size: Size


@dataclass(frozen=True, slots=True)
class ClosePty:
    """The session is over and its terminal no longer needed."""


@dataclass(frozen=True, slots=True)
class Finished:
    """All output is in the stream and the program is gone."""

    status: Exited | Lost


@dataclass(frozen=True, slots=True)
class Deadline:
    """Call `tick` at this time unless another `Deadline` comes first; None for never."""

    at: float | None


type Effect = (
    AppendLog
    | ReadLog
    | SaveCheckpoint
    | ReadCheckpoint
    | SendTo
    | CutOff
    | CloseClient
    | StartReading
    | PauseReading
    | WritePty
    | CancelWrite
    | ResizePty
    | ClosePty
    | Finished
    | Deadline
)
