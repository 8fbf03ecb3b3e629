"""The content of a checkpoint's file.

A head (magic, kind, seq, size, length of the core's name, length of the screen), the core's name, a
CRC-32 of both, and the screen compressed by zlib, which checks itself.
"""

import struct
import zlib

from idea.domain.errors import InvalidError
from idea.domain.stream.checkpoint import LARGEST_CHECKPOINT_BYTES, Checkpoint
from idea.domain.stream.messages import CheckpointKind
from idea.domain.terminal import Size

_MAGIC = b"IDEACKP1"
_HEAD = struct.Struct(">8sBQHHHI")
_CRC = struct.Struct(">I")
_FASTEST = 1
_COMPRESSED_AT_ONCE = 256 * 1024
_KINDS = (CheckpointKind.NATIVE, CheckpointKind.PORTABLE)


class TooLargeError(Exception):
    """A checkpoint became larger than it may; `fitting` bytes of its screen did not."""

    def __init__(self, fitting: int) -> None:
        super().__init__(fitting)
        self.fitting = fitting


def encode_checkpoint(checkpoint: Checkpoint, most_bytes: int) -> bytes:
    """Return the content of a checkpoint's file.

    Raises:
        TooLargeError: It would be larger than `most_bytes`; the rest was not looked at.
    """
    core = checkpoint.core.encode()
    head = _HEAD.pack(
        _MAGIC,
        _KINDS.index(checkpoint.kind),
        checkpoint.seq,
        checkpoint.size.columns,
        checkpoint.size.rows,
        len(core),
        len(checkpoint.data),
    )
    content = bytearray(head + core + _CRC.pack(zlib.crc32(core, zlib.crc32(head))))
    deflate, screen = zlib.compressobj(_FASTEST), memoryview(checkpoint.data)
    for start in range(0, len(screen), _COMPRESSED_AT_ONCE):
        content += deflate.compress(screen[start : start + _COMPRESSED_AT_ONCE])
        if len(content) > most_bytes:
            raise TooLargeError(start)
    content += deflate.flush()
    if len(content) > most_bytes:
        raise TooLargeError(max(len(screen) - _COMPRESSED_AT_ONCE, 0))
    return bytes(content)


def decode_checkpoint(content: bytes) -> Checkpoint:
    """Return the checkpoint a file holds.

    Raises:
        InvalidError: The file is damaged, or not a checkpoint.
    """
    try:
        magic, kind, seq, columns, rows, name_length, length = _HEAD.unpack_from(content)
        name_end = _HEAD.size + name_length
        (crc,) = _CRC.unpack_from(content, name_end)
        if magic != _MAGIC or crc != zlib.crc32(content[:name_end]):
            raise InvalidError("This is not a checkpoint, or it is damaged.")
        inflate = zlib.decompressobj()
        screen = inflate.decompress(content[name_end + _CRC.size :], LARGEST_CHECKPOINT_BYTES)
        if not inflate.eof or len(screen) != length:
            raise InvalidError("A checkpoint is cut or damaged.")
        core = content[_HEAD.size : name_end].decode()
    except (struct.error, zlib.error, UnicodeDecodeError) as error:
        raise InvalidError("A checkpoint is damaged.") from error
    return Checkpoint(seq=seq, kind=_KINDS[kind], core=core, size=Size(columns, rows), data=screen)
