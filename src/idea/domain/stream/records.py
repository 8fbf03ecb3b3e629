"""The records a session's stream is made of, and their framed form.

A *frame* is one record as bytes: a head of 17 bytes (kind, wall-clock milliseconds, payload length,
CRC-32 of all the others and the payload), then the payload. Frames follow each other without
padding, so the *seq* of a record is the sum of the lengths of all frames before it. A stream begins
with a `Resize`, so that a reader of the stream alone knows the size.

A tail is *torn* when its last frame is incomplete: a writer died in it. A reader takes everything
before it and waits for the rest; a frame that is complete but wrong is refused.
"""

import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.messages import Seq
from idea.domain.terminal import Exited, Lost, Size

_HEAD = struct.Struct(">BQI")
_CRC = struct.Struct(">I")
_SIZE = struct.Struct(">HH")
_HOLDER = struct.Struct(">Q")
_GAP = struct.Struct(">QB")
_EXIT = struct.Struct(">Bi")

FRAME_HEAD_BYTES = _HEAD.size + _CRC.size
LARGEST_PAYLOAD_BYTES = 256 * 1024
"""No frame carries more; a longer length means the bytes are not a stream."""
LARGEST_REASON_BYTES = 1024

_OUTPUT_KIND, _RESIZE_KIND, _HOLDER_KIND, _GAP_KIND, _EXIT_KIND = 1, 2, 3, 4, 5
_EXITED, _LOST = 0, 1


@dataclass(frozen=True, slots=True)
class Output:
    """Bytes the program wrote; any cut of them is possible."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Resize:
    """From here on the screen has this size."""

    size: Size


@dataclass(frozen=True, slots=True)
class Holder:
    """From here on `client` holds the session; None when nobody does."""

    client: ClientId | None
    epoch: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Something of the session is missing here."""

    lost_bytes: int
    """About how many stream bytes; 0 when unknown."""
    reason: str
    """A sentence for the person."""
    reset: bool
    """Whether the screen starts empty here; otherwise it goes on as it was."""


@dataclass(frozen=True, slots=True)
class Exit:
    """The program ended; no output follows."""

    status: Exited | Lost


@dataclass(frozen=True, slots=True)
class Foreign:
    """A whole record of a kind only a newer version knows; readers pass over it."""

    kind: int
    payload: bytes


type Record = Output | Resize | Holder | Gap | Exit | Foreign


class Framed(NamedTuple):
    """A record and its place in the stream."""

    seq: Seq
    end: Seq
    """The seq of the next record."""
    at_ms: int
    """Milliseconds since 1970 in UTC when it was recorded."""
    record: Record


def encode_frame(record: Record, at_ms: int) -> bytes:
    """Return the frame of a record.

    Raises:
        InvalidError: The record is larger than a frame may be.
    """
    kind, payload = _payload(record)
    if len(payload) > LARGEST_PAYLOAD_BYTES:
        raise InvalidError(f"A record of {len(payload)} bytes is too large for a stream.")
    head = _HEAD.pack(kind, at_ms, len(payload))
    return b"".join((head, _CRC.pack(zlib.crc32(payload, zlib.crc32(head))), payload))


def _payload(record: Record) -> tuple[int, bytes]:
    match record:
        case Output(data):
            return _OUTPUT_KIND, data
        case Resize(size):
            return _RESIZE_KIND, _SIZE.pack(size.columns, size.rows)
        case Holder(client, epoch):
            name = b"" if client is None else client.value.encode("ascii")
            return _HOLDER_KIND, _HOLDER.pack(epoch) + name
        case Gap(lost_bytes, reason, reset):
            return _GAP_KIND, _GAP.pack(lost_bytes, reset) + _reason(reason)
        case Exit(status):
            return _EXIT_KIND, _exit_payload(status)
        case _:
            return record.kind, record.payload


def _exit_payload(status: Exited | Lost) -> bytes:
    if isinstance(status, Exited):
        return _EXIT.pack(_EXITED, status.code)
    return _EXIT.pack(_LOST, 0) + _reason(status.reason)


def _reason(reason: str) -> bytes:
    """Return a sentence as UTF-8, cut at a character when it is too long."""
    data = reason.encode("utf-8", "replace")[:LARGEST_REASON_BYTES]
    return data.decode("utf-8", "ignore").encode()


def decode_frames(seq: Seq, frames: bytes) -> list[Framed]:
    """Return the records of whole frames that begin at `seq`.

    Raises:
        InvalidError: The bytes are not whole, undamaged frames.
    """
    reader = FrameReader(seq)
    found = reader.feed(frames)
    if reader.pending_bytes:
        raise InvalidError(f"The stream is torn or damaged at {reader.seq}.")
    return found


class FrameReader:
    """Reads frames from a stream that arrives in any pieces."""

    def __init__(self, seq: Seq) -> None:
        """Start at `seq`, where a frame begins."""
        self._seq = seq
        self._rest = b""

    @property
    def seq(self) -> Seq:
        """Where the first frame not yet yielded begins."""
        return self._seq

    @property
    def pending_bytes(self) -> int:
        """How many bytes of an incomplete frame are waiting for their rest."""
        return len(self._rest)

    def feed(self, piece: bytes) -> list[Framed]:
        """Return the records that `piece` completes.

        Raises:
            InvalidError: The frame at `seq` is damaged; every record before it was returned.
        """
        stream = self._rest + piece if self._rest else piece
        view = memoryview(stream)
        found: list[Framed] = []
        offset = 0
        try:
            while (end := _frame_end(stream, offset)) is not None:
                framed = _decode(view[offset:end], self._seq)
                found.append(framed)
                self._seq = framed.end
                offset = end
        except InvalidError:
            if not found:
                raise
        self._rest = stream[offset:]
        return found


def _frame_end(stream: bytes | bytearray, offset: int) -> int | None:
    """Return where the frame at `offset` ends, None when it is not complete.

    Raises:
        InvalidError: No frame begins there.
    """
    if len(stream) - offset < FRAME_HEAD_BYTES:
        return None
    _, _, length = _HEAD.unpack_from(stream, offset)
    if length > LARGEST_PAYLOAD_BYTES:
        raise InvalidError(f"A frame claims {length} bytes; this is not a session stream.")
    end: int = offset + FRAME_HEAD_BYTES + length
    return end if end <= len(stream) else None


def _decode(frame: memoryview, seq: Seq) -> Framed:
    kind, at_ms, _ = _HEAD.unpack_from(frame)
    (crc,) = _CRC.unpack_from(frame, _HEAD.size)
    payload = frame[FRAME_HEAD_BYTES:]
    if zlib.crc32(payload, zlib.crc32(frame[: _HEAD.size])) != crc:
        raise InvalidError(f"The stream is damaged at {seq}.")
    if kind == _OUTPUT_KIND:
        return Framed(seq, seq + len(frame), at_ms, Output(bytes(payload)))
    try:
        return Framed(seq, seq + len(frame), at_ms, _record(kind, bytes(payload)))
    except (struct.error, UnicodeDecodeError) as error:
        raise InvalidError(f"The record at {seq} makes no sense.") from error


def _record(kind: int, payload: bytes) -> Record:
    match kind:
        case 2:
            return Resize(Size(*_SIZE.unpack(payload)))
        case 3:
            (epoch,) = _HOLDER.unpack_from(payload)
            name = payload[_HOLDER.size :].decode("ascii")
            return Holder(ClientId(name) if name else None, epoch)
        case 4:
            lost_bytes, reset = _GAP.unpack_from(payload)
            return Gap(lost_bytes, payload[_GAP.size :].decode(), reset=bool(reset))
        case 5:
            how, code = _EXIT.unpack_from(payload)
            if how == _EXITED:
                return Exit(Exited(code))
            return Exit(Lost(payload[_EXIT.size :].decode()))
        case _:
            return Foreign(kind, payload)


def recorded_at(frames: bytes) -> int | None:
    """Return when the first of these frames was recorded, in ms; None when it is not there."""
    return _HEAD.unpack_from(frames)[1] if len(frames) >= FRAME_HEAD_BYTES else None


def undamaged_length(stream: bytes) -> int:
    """Return how many leading bytes of `stream` are whole, undamaged frames."""
    reader = FrameReader(0)
    with suppress(InvalidError):
        reader.feed(stream)
    return reader.seq


def frames_within(frames: bytes | bytearray, offset: int, limit_bytes: int) -> int:
    """Return the end of as many whole frames from `offset` as fit the limit, at least one.

    Checks no CRC; without any whole frame there, returns `offset`.
    """
    end = offset
    while (following := _frame_end(frames, end)) is not None:
        if end > offset and following - offset > limit_bytes:
            break
        end = following
    return end
