"""The messages of one attached terminal, as values.

A session is one stream of records; `seq` is a 64-bit byte offset into that stream. One attached
client exchanges these messages with the engine over one WebSocket, in order, each direction.
"""

from dataclasses import dataclass
from enum import Enum

from idea.domain.ids import ClientId
from idea.domain.terminal import Size

type Seq = int
"""Byte offset in a session's record stream; a record is named by the offset of its first byte."""


class InputKind(Enum):
    """What an input message is, which decides its place in the queue."""

    KEY = "key"
    PASTE = "paste"
    TEXT = "text"
    INTERRUPT = "interrupt"
    """A person's Ctrl+C: goes to the front and drops pastes not yet written."""


# From the client to the engine.


@dataclass(frozen=True, slots=True)
class AttachAsked:
    """The first message of a channel: show me this session; see `TerminalLinks.attach`."""

    have: Seq | None
    """Up to where the client's core is fed; None for an empty core."""
    size: Size | None
    """The room the view has; None for an observer, which never holds the session."""
    shown: bool
    core: str
    """The name of the client's core, for native checkpoints; empty for portable ones only."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Everything before `seq` is parsed, and all replies it caused were sent before this."""

    seq: Seq


@dataclass(frozen=True, slots=True)
class Input:
    """One key, paste or text, already encoded for the program; written whole.

    What is longer than the input credit is sent in parts; only the final one is `last`, and no
    other input goes between them.
    """

    kind: InputKind
    data: bytes
    last: bool = True


@dataclass(frozen=True, slots=True)
class ReplySent:
    """An answer to the program's query, valid only while `epoch` is the holder's.

    The engine keeps it until an acknowledgement covers the record it answers, so that a holder
    that dies in between leaves the whole answer to its successor.
    """

    epoch: int
    data: bytes


@dataclass(frozen=True, slots=True)
class ResizeAsked:
    """The view has room for `size`; the engine obeys the holder's wish only."""

    size: Size


@dataclass(frozen=True, slots=True)
class ShownChanged:
    """Whether a person can see this view now."""

    shown: bool


class CheckpointKind(Enum):
    """The two parts of a checkpoint."""

    NATIVE = "native"
    PORTABLE = "portable"


@dataclass(frozen=True, slots=True)
class CheckpointPart:
    """A piece (at most 256 KiB) of the screen as it was at `seq`; also sent engine to client."""

    seq: Seq
    kind: CheckpointKind
    core: str
    """Name and version of the core that made a native part."""
    size: Size
    index: int
    last: bool
    data: bytes


# From the engine to the client.


@dataclass(frozen=True, slots=True)
class Attached:
    """The attach is accepted; stay muted until everything before `live` is parsed."""

    client: ClientId
    start: Seq
    """The seq of the first record that will be sent (after a checkpoint, if one follows)."""
    live: Seq
    size: Size
    """The screen's size at `start`."""
    checkpoint: bool
    """Whether checkpoint parts for `start` come first."""
    kept: bool = False
    """Whether the client's core goes on as it is; neither: it starts empty."""


@dataclass(frozen=True, slots=True)
class HolderChanged:
    """`client` holds the session and answers what the records from `start` on ask."""

    client: ClientId | None
    """None when nobody does."""
    epoch: int
    start: Seq


@dataclass(frozen=True, slots=True)
class Records:
    """Framed record bytes beginning at `seq`, always whole frames."""

    seq: Seq
    data: bytes


@dataclass(frozen=True, slots=True)
class InputCredit:
    """The client may send `bytes_allowed` more input bytes; it begins with none."""

    bytes_allowed: int


@dataclass(frozen=True, slots=True)
class TextAsked:
    """Encode this text as the program's modes want it, send it as `Input(TEXT)`."""

    text: str
    enter: bool


@dataclass(frozen=True, slots=True)
class CheckpointAsked:
    """Send a checkpoint, both parts, of the screen at the next record boundary."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """This client fell behind: reset the core; a new `Attached` follows."""


type ClientMessage = (
    AttachAsked | Acknowledged | Input | ReplySent | ResizeAsked | ShownChanged | CheckpointPart
)
type EngineMessage = (
    Attached
    | CheckpointPart
    | HolderChanged
    | Records
    | InputCredit
    | TextAsked
    | CheckpointAsked
    | Skipped
)
