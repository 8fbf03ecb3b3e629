"""The client's side of an attached session: from the engine's messages to what to do, in order.

Words: a *step* is one thing to do; steps are done strictly in order, on the thread that owns the
core. Nothing here does anything: it is a pure translation with a position.

    for step in stream.receive(*messages):
        match step:
            case Reset(size, _): core = factory.create(size, lines)                   # muted
            case Restore(checkpoint): core = restored(checkpoint)                  # muted
            case GoLive(): core.mute(muted=False)
            case Feed(data, epoch): effects = core.feed(data); answer(effects, epoch)
            case TakeSize(size, epoch): effects = core.resize(size); answer(effects, epoch)
            case Send(message): link.send(message)
            case CheckpointWanted(seq): for part in checkpoint parts of seq: link.send(part)
            ...

`answer(effects, epoch)` sends `reply_messages(epoch, data)` for every reply when `epoch` is not
None, and drops it otherwise: somebody else answers. Acknowledgements are `Send` steps of their own
that come after the feed they acknowledge, which keeps the promise that replies were sent before.

A step is never skipped. To stop in the middle, drop the whole stream and attach again without
`have`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    CheckpointAsked,
    CheckpointPart,
    ClientMessage,
    EngineMessage,
    HolderChanged,
    InputCredit,
    Records,
    ReplySent,
    Seq,
    Skipped,
    TextAsked,
)
from idea.domain.stream.records import Exit, Framed, Gap, Output, Resize, decode_frames
from idea.domain.terminal import UNSEEN_SIZE, Exited, Lost, Size

LARGEST_FEED_BYTES = 256 * 1024
_LARGEST_REPLY_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Reset:
    """Replace the core by an empty, muted one, which stands at `seq`."""

    size: Size
    seq: Seq = 0


@dataclass(frozen=True, slots=True)
class Restore:
    """Replace the core by a muted one restored from a checkpoint.

    A portable one is fed to an empty core of the checkpoint's size.
    """

    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class GoLive:
    """Everything before the attach is parsed: unmute the core; an observer's screen is complete.

    Comes again after a `Reset` or `Restore`, because a new core is muted.
    """


@dataclass(frozen=True, slots=True)
class Feed:
    """Feed the core; replies go out under `epoch`, or nowhere when it is None."""

    data: bytes
    epoch: int | None


@dataclass(frozen=True, slots=True)
class TakeSize:
    """Resize the core; replies go out under `epoch`, or nowhere when it is None."""

    size: Size
    epoch: int | None


@dataclass(frozen=True, slots=True)
class Mark:
    """Tell the person that something is missing here; a `Reset` follows when the screen is new."""

    gap: Gap


@dataclass(frozen=True, slots=True)
class Ended:
    """The program ended; nothing follows."""

    status: Exited | Lost


@dataclass(frozen=True, slots=True)
class HoldingChanged:
    """Whether this client answers and owns the size from now on."""

    holding: bool


@dataclass(frozen=True, slots=True)
class InputAllowed:
    """Hand this to `ClientInput.allow`."""

    bytes_allowed: int


@dataclass(frozen=True, slots=True)
class TextWanted:
    """Encode the text as the modes want it, and send it with `ClientInput` as `TEXT`."""

    text: str
    enter: bool


@dataclass(frozen=True, slots=True)
class CheckpointWanted:
    """Make both parts of a checkpoint at `seq`, where the core stands now, and send them.

    The native part comes first, if the core has one; the portable part completes the checkpoint.
    """

    seq: Seq


@dataclass(frozen=True, slots=True)
class Send:
    """Send this to the engine now."""

    message: ClientMessage


type Step = (
    Reset
    | Restore
    | GoLive
    | Feed
    | TakeSize
    | Mark
    | Ended
    | HoldingChanged
    | InputAllowed
    | TextWanted
    | CheckpointWanted
    | Send
)


def reply_messages(epoch: int | None, data: bytes) -> tuple[ReplySent, ...]:
    """Return the messages that carry what the core replied; none when somebody else answers."""
    if epoch is None:
        return ()
    starts = range(0, len(data), _LARGEST_REPLY_BYTES)
    return tuple(ReplySent(epoch, data[i : i + _LARGEST_REPLY_BYTES]) for i in starts)


class ClientStream:
    """Follows one session through attach, cut-off and re-attach; belongs to the core's thread."""

    def __init__(self) -> None:
        self._client: ClientId | None = None
        self._has_core = False
        self._size = UNSEEN_SIZE
        self._position: Seq = 0
        self._acknowledged: Seq = 0
        self._live: Seq = 0
        self._is_live = False
        self._epoch: int | None = None
        self._answers_from: Seq = 0
        self._restoring: CheckpointAssembly | None = None
        self._pieces: list[bytes] = []
        self._pieces_bytes = 0
        self._pieces_epoch: int | None = None

    @property
    def client(self) -> ClientId | None:
        """This client's id; None before it is attached."""
        return self._client

    @property
    def have(self) -> Seq | None:
        """Where the core stands once all steps are done: the `have` of the next attach."""
        return self._position if self._has_core else None

    @property
    def holding(self) -> bool:
        """Whether this client is the session's holder."""
        return self._epoch is not None

    @property
    def is_live(self) -> bool:
        """Whether the core is past everything that was there before the attach."""
        return self._is_live

    def receive(self, *messages: EngineMessage) -> list[Step]:
        """Return what to do about messages, in order; neighbouring output is joined.

        Raises:
            InvalidError: The engine contradicts itself; attach again without `have`.
        """
        steps: list[Step] = []
        for message in messages:
            steps += self._steps(message)
        steps += self._flush()
        if self._has_core and self._acknowledged < self._position:
            steps += self._acknowledge()
        return steps

    def _steps(self, message: EngineMessage) -> Iterator[Step]:
        match message:
            case Records(seq, data):
                yield from self._records(seq, data)
            case Attached() | CheckpointPart() | Skipped():
                yield from self._flush()
                yield from self._start(message)
            case _:
                yield from self._flush()
                yield self._notice(message)

    def _start(self, message: Attached | CheckpointPart | Skipped) -> Iterator[Step]:
        match message:
            case Attached():
                yield from self._attached(message)
            case CheckpointPart():
                yield from self._restored(message)
            case _:
                self._has_core = False
                self._is_live = False

    def _attached(self, message: Attached) -> Iterator[Step]:
        self._client = message.client
        self._epoch = None
        self._restoring = None
        self._is_live = False
        self._live = message.live
        self._position = self._acknowledged = message.start
        if message.checkpoint:
            self._restoring = CheckpointAssembly()
            self._has_core = False
            return
        if not message.kept:
            self._size = message.size
            yield Reset(message.size, message.start)
        self._has_core = True
        yield from self._go_live()

    def _restored(self, part: CheckpointPart) -> Iterator[Step]:
        if self._restoring is None:
            raise InvalidError("The engine sent a checkpoint nobody waits for.")
        checkpoint = self._restoring.add(part)
        if checkpoint is None:
            return
        self._restoring = None
        self._has_core = True
        self._size = checkpoint.size
        yield Restore(checkpoint)
        yield from self._go_live()

    def _notice(self, message: HolderChanged | InputCredit | TextAsked | CheckpointAsked) -> Step:
        match message:
            case HolderChanged(client, epoch, start):
                self._epoch = epoch if client == self._client else None
                self._answers_from = start
                return HoldingChanged(self.holding)
            case InputCredit(bytes_allowed):
                return InputAllowed(bytes_allowed)
            case TextAsked(text, enter):
                return TextWanted(text, enter)
            case _:
                return CheckpointWanted(self._position)

    def _records(self, seq: Seq, frames: bytes) -> Iterator[Step]:
        framed = decode_frames(seq, frames)
        if not self._has_core or not framed:
            raise InvalidError("The engine sent records before it said where they begin.")
        # Only an engine that took the session over leaves out numbers, and it marks the place.
        if seq < self._position or (seq > self._position and not isinstance(framed[0].record, Gap)):
            raise InvalidError(f"The engine sent records of {seq} where {self._position} was due.")
        for one in framed:
            yield from self._record(one)

    def _record(self, framed: Framed) -> Iterator[Step]:
        answered = self._epoch is not None and framed.seq >= self._answers_from
        epoch = self._epoch if answered else None
        if isinstance(framed.record, Output):
            if epoch != self._pieces_epoch or self._pieces_bytes >= LARGEST_FEED_BYTES:
                yield from self._flush()
            self._pieces.append(framed.record.data)
            self._pieces_bytes += len(framed.record.data)
            self._pieces_epoch = epoch
        else:
            yield from self._flush()
            yield from self._event(framed, epoch)
        self._position = framed.end
        if not self._is_live and framed.end >= self._live:
            yield from self._flush()
            yield from self._go_live()

    def _event(self, framed: Framed, epoch: int | None) -> Iterator[Step]:
        match framed.record:
            case Resize(size):
                self._size = size
                yield TakeSize(size, epoch)
            case Gap() as gap:
                yield Mark(gap)
                if gap.reset:
                    yield Reset(self._size, framed.end)
                    self._is_live = False
            case Exit(status):
                yield Ended(status)
            case _:
                pass  # Holder records are history; `HolderChanged` says who answers.

    def _flush(self) -> Iterator[Step]:
        if self._pieces:
            yield Feed(b"".join(self._pieces), self._pieces_epoch)
            self._pieces = []
            self._pieces_bytes = 0
            yield from self._acknowledge()

    def _acknowledge(self) -> Iterator[Step]:
        self._acknowledged = self._position
        yield Send(Acknowledged(self._position))

    def _go_live(self) -> Iterator[Step]:
        if self._position >= self._live:
            self._is_live = True
            yield GoLive()
