"""The messages of an attached terminal as bytes: one WebSocket binary message each.

A message is one byte that names its kind, then its fields, big-endian; what varies in length comes
last, except the core's name of a checkpoint part, which a length precedes. Decoding bounds every
length and accepts nothing it would not write itself.
"""

import struct
from collections.abc import Callable

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    CheckpointPart,
    ClientMessage,
    EngineMessage,
    HolderChanged,
    Input,
    InputCredit,
    InputKind,
    Records,
    ReplySent,
    ResizeAsked,
    ShownChanged,
    Skipped,
    TextAsked,
)
from idea.domain.terminal import Size

LARGEST_RECORDS_BYTES = 512 * 1024
LARGEST_INPUT_BYTES = 64 * 1024
LARGEST_REPLY_BYTES = 256 * 1024
LARGEST_PART_BYTES = 256 * 1024
LARGEST_TEXT_BYTES = 1024 * 1024
LARGEST_MESSAGE_BYTES = LARGEST_TEXT_BYTES + 64
"""No message, of whatever kind, is longer; the WebSocket refuses more."""
_LARGEST_NAME_BYTES = 255

_SEQ = struct.Struct(">Q")
_SIZE = struct.Struct(">HH")
_ATTACH = struct.Struct(">BBQHH")
_INPUT = struct.Struct(">BB")
_ATTACHED = struct.Struct(">QQHHBB")
_HOLDER = struct.Struct(">QQ")
_PART = struct.Struct(">QBHHIBB")

_HAS_HAVE, _HAS_SIZE = 1, 2
_NATIVE, _PORTABLE = 0, 1
_INPUT_KINDS = tuple(InputKind)
_PART_KINDS = (CheckpointKind.NATIVE, CheckpointKind.PORTABLE)


def encode(message: ClientMessage | EngineMessage) -> bytes:
    """Return a message as bytes.

    Raises:
        InvalidError: It is larger than its kind may be.
    """
    kind, fields, tail = _encoded(message)
    if len(tail) > _LARGEST_TAIL[kind]:
        raise InvalidError(f"A message of {len(tail)} bytes is too large to send.")
    return b"".join((kind, fields, tail))


def _encoded(message: ClientMessage | EngineMessage) -> tuple[bytes, bytes, bytes]:
    match message:
        case Records(seq, data):
            return b"r", _SEQ.pack(seq), data
        case CheckpointPart():
            return _encoded_part(message)
        case (
            AttachAsked() | Acknowledged() | Input() | ReplySent() | ResizeAsked() | ShownChanged()
        ):
            return _encoded_client(message)
        case _:
            return _encoded_engine(message)


def _encoded_client(
    message: AttachAsked | Acknowledged | Input | ReplySent | ResizeAsked | ShownChanged,
) -> tuple[bytes, bytes, bytes]:
    match message:
        case Acknowledged(seq):
            return b"a", _SEQ.pack(seq), b""
        case Input(kind, data, last):
            return b"i", _INPUT.pack(_INPUT_KINDS.index(kind), last), data
        case ReplySent(epoch, data):
            return b"y", _SEQ.pack(epoch), data
        case ResizeAsked(size):
            return b"z", _SIZE.pack(size.columns, size.rows), b""
        case ShownChanged(shown):
            return b"v", bytes((shown,)), b""
        case _:
            return b"t", _attach_fields(message), message.core.encode()


def _attach_fields(message: AttachAsked) -> bytes:
    have, size = message.have, message.size
    flags = (have is not None) * _HAS_HAVE | (size is not None) * _HAS_SIZE
    columns, rows = (0, 0) if size is None else (size.columns, size.rows)
    return _ATTACH.pack(flags, message.shown, have or 0, columns, rows)


def _encoded_engine(
    message: Attached | HolderChanged | InputCredit | TextAsked | CheckpointAsked | Skipped,
) -> tuple[bytes, bytes, bytes]:
    match message:
        case Attached(client, start, live, size, checkpoint, kept):
            fields = _ATTACHED.pack(start, live, size.columns, size.rows, checkpoint, kept)
            return b"A", fields, client.value.encode("ascii")
        case HolderChanged(client, epoch, start):
            name = b"" if client is None else client.value.encode("ascii")
            return b"H", _HOLDER.pack(epoch, start), name
        case InputCredit(bytes_allowed):
            return b"C", _SEQ.pack(bytes_allowed), b""
        case TextAsked(text, enter):
            return b"T", bytes((enter,)), text.encode()
        case CheckpointAsked():
            return b"K", b"", b""
        case _:
            return b"S", b"", b""


def _encoded_part(part: CheckpointPart) -> tuple[bytes, bytes, bytes]:
    core = part.core.encode()
    if len(core) > _LARGEST_NAME_BYTES:
        raise InvalidError("The name of a terminal core is too long to send.")
    fields = _PART.pack(
        part.seq,
        _PART_KINDS.index(part.kind),
        part.size.columns,
        part.size.rows,
        part.index,
        part.last,
        len(core),
    )
    return b"p", fields + core, part.data


def decode_client(data: bytes) -> ClientMessage:
    """Return what a client sent.

    Raises:
        InvalidError: The bytes are not one whole message of a client.
    """
    return _decoded(data, _CLIENT_DECODERS)


def decode_engine(data: bytes) -> EngineMessage:
    """Return what the engine sent.

    Raises:
        InvalidError: The bytes are not one whole message of the engine.
    """
    return _decoded(data, _ENGINE_DECODERS)


def _decoded[Message](data: bytes, decoders: dict[bytes, Callable[[bytes], Message]]) -> Message:
    kind = data[:1]
    decoder = decoders.get(kind)
    if decoder is None:
        raise InvalidError(f"There is no message of kind {kind!r}.")
    if len(data) > LARGEST_MESSAGE_BYTES:
        raise InvalidError(f"A message of {len(data)} bytes is too large.")
    try:
        return decoder(data)
    except (struct.error, UnicodeDecodeError, IndexError) as error:
        raise InvalidError(f"A message of kind {kind!r} makes no sense.") from error


def _tail(data: bytes, offset: int) -> bytes:
    """Return what follows the fields.

    Raises:
        InvalidError: It is longer than the kind allows, or the fields are cut.
    """
    if not offset <= len(data) <= offset + _LARGEST_TAIL[data[:1]]:
        raise InvalidError(f"A message of kind {data[:1]!r} has a wrong length.")
    return data[offset:]


def _flag(value: int) -> bool:
    if value > 1:
        raise InvalidError("A message holds neither yes nor no where one is due.")
    return bool(value)


def _only_seq(data: bytes) -> int:
    _tail(data, 1 + _SEQ.size)
    value: int = _SEQ.unpack_from(data, 1)[0]
    return value


def _decode_records(data: bytes) -> Records:
    tail = _tail(data, 1 + _SEQ.size)
    return Records(_SEQ.unpack_from(data, 1)[0], tail)


def _decode_part(data: bytes) -> CheckpointPart:
    seq, kind, columns, rows, index, last, name_length = _PART.unpack_from(data, 1)
    name_start = 1 + _PART.size
    tail = _tail(data, name_start + name_length)
    return CheckpointPart(
        seq=seq,
        kind=_PART_KINDS[kind],
        core=data[name_start : name_start + name_length].decode(),
        size=Size(columns, rows),
        index=index,
        last=_flag(last),
        data=tail,
    )


def _decode_input(data: bytes) -> Input:
    kind, last = _INPUT.unpack_from(data, 1)
    return Input(_INPUT_KINDS[kind], _tail(data, 1 + _INPUT.size), _flag(last))


def _decode_reply(data: bytes) -> ReplySent:
    tail = _tail(data, 1 + _SEQ.size)
    return ReplySent(_SEQ.unpack_from(data, 1)[0], tail)


def _decode_resize(data: bytes) -> ResizeAsked:
    _tail(data, 1 + _SIZE.size)
    return ResizeAsked(Size(*_SIZE.unpack_from(data, 1)))


def _decode_shown(data: bytes) -> ShownChanged:
    _tail(data, 2)
    return ShownChanged(_flag(data[1]))


def _decode_attach(data: bytes) -> AttachAsked:
    flags, shown, have, columns, rows = _ATTACH.unpack_from(data, 1)
    core = _tail(data, 1 + _ATTACH.size).decode()
    if flags > _HAS_HAVE | _HAS_SIZE:
        raise InvalidError("An attach asks for something this version does not know.")
    return AttachAsked(
        have if flags & _HAS_HAVE else None,
        Size(columns, rows) if flags & _HAS_SIZE else None,
        _flag(shown),
        core,
    )


def _decode_attached(data: bytes) -> Attached:
    start, live, columns, rows, checkpoint, kept = _ATTACHED.unpack_from(data, 1)
    client = ClientId(_tail(data, 1 + _ATTACHED.size).decode("ascii"))
    return Attached(client, start, live, Size(columns, rows), _flag(checkpoint), _flag(kept))


def _decode_holder(data: bytes) -> HolderChanged:
    epoch, start = _HOLDER.unpack_from(data, 1)
    name = _tail(data, 1 + _HOLDER.size).decode("ascii")
    return HolderChanged(ClientId(name) if name else None, epoch, start)


def _decode_text(data: bytes) -> TextAsked:
    tail = _tail(data, 2)
    return TextAsked(tail.decode(), _flag(data[1]))


def _decode_checkpoint_asked(data: bytes) -> CheckpointAsked:
    _tail(data, 1)
    return CheckpointAsked()


def _decode_skipped(data: bytes) -> Skipped:
    _tail(data, 1)
    return Skipped()


_LARGEST_TAIL = {
    b"a": 0,
    b"i": LARGEST_INPUT_BYTES,
    b"y": LARGEST_REPLY_BYTES,
    b"z": 0,
    b"v": 0,
    b"t": _LARGEST_NAME_BYTES,
    b"p": LARGEST_PART_BYTES,
    b"r": LARGEST_RECORDS_BYTES,
    b"A": 128,
    b"H": 128,
    b"C": 0,
    b"T": LARGEST_TEXT_BYTES,
    b"K": 0,
    b"S": 0,
}
_CLIENT_DECODERS: dict[bytes, Callable[[bytes], ClientMessage]] = {
    b"t": _decode_attach,
    b"a": lambda data: Acknowledged(_only_seq(data)),
    b"i": _decode_input,
    b"y": _decode_reply,
    b"z": _decode_resize,
    b"v": _decode_shown,
    b"p": _decode_part,
}
_ENGINE_DECODERS: dict[bytes, Callable[[bytes], EngineMessage]] = {
    b"A": _decode_attached,
    b"p": _decode_part,
    b"H": _decode_holder,
    b"r": _decode_records,
    b"C": lambda data: InputCredit(_only_seq(data)),
    b"T": _decode_text,
    b"K": _decode_checkpoint_asked,
    b"S": _decode_skipped,
}
