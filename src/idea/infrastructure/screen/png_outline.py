"""Reads of a PNG file what cores need that show it to nobody: its size, and that it is whole.

A core moves its cursor past an image it decoded and answers the program, so cores nobody looks at
need to know as much; unpacking the pixels for them would be work and memory for nothing.
"""

import struct
import zlib
from typing import override

from idea.domain.ports.terminal_images import PngDecoder, TerminalImage

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEAD = struct.Struct(">II")
_CHUNK = struct.Struct(">I4s")
_CHECKSUM = struct.Struct(">I")
_CHANNELS = 4
_PIECE = 1 << 20


def png_size(png: bytes) -> tuple[int, int] | None:
    """Return width and height as the file's head says; None if it has none."""
    if not png.startswith(_SIGNATURE) or png[12:16] != b"IHDR" or len(png) < 24:
        return None
    width, height = _HEAD.unpack_from(png, 16)
    return (width, height) if width and height else None


class PngOutline(PngDecoder):
    """Gives pictures of the right size without pixels."""

    @override
    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        size = png_size(png)
        if size is None or size[0] * size[1] * _CHANNELS > most_bytes:
            return None
        if not _is_whole(png, most_bytes):
            return None
        width, height = size
        return TerminalImage(width, height, _CHANNELS, b"")


def _is_whole(png: bytes, most_bytes: int) -> bool:
    """Whether all pieces are there and undamaged, and the pixels unpack to their end."""
    unpacker, at, size = zlib.decompressobj(), len(_SIGNATURE), 0
    while at + _CHUNK.size <= len(png):
        length, kind = _CHUNK.unpack_from(png, at)
        end = at + _CHUNK.size + length
        if end + _CHECKSUM.size > len(png):
            return False
        if _CHECKSUM.unpack_from(png, end)[0] != zlib.crc32(png[at + 4 : end]):
            return False
        if kind == b"IEND":
            return unpacker.eof
        if kind == b"IDAT":
            data = png[at + _CHUNK.size : end]
            try:
                while data and size <= 2 * most_bytes:
                    size += len(unpacker.decompress(data, _PIECE))
                    data = unpacker.unconsumed_tail
            except zlib.error:
                return False
        at = end + _CHECKSUM.size
    return False
