"""PNG files as far as they can be judged without looking at a pixel: size, and whether whole."""

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SIZE = struct.Struct(">II")
_CHUNK = struct.Struct(">I4s")
_CHECKSUM = struct.Struct(">I")
_SHORTEST = 24
_PIECE = 1 << 20


def png_size(png: bytes) -> tuple[int, int] | None:
    """Return width and height as the file's head says; None if it has none."""
    if len(png) < _SHORTEST or not png.startswith(_SIGNATURE) or png[12:16] != b"IHDR":
        return None
    width, height = _SIZE.unpack_from(png, 16)
    return (width, height) if width and height else None


def is_whole_png(png: bytes, most_bytes: int) -> bool:
    """Return whether all chunks are there and undamaged, and the pixels unpack to their end.

    Files whose pixels unpack to far more than `most_bytes` are not.
    """
    unpacker, at, size = zlib.decompressobj(), len(_SIGNATURE), 0
    while at + _CHUNK.size + _CHECKSUM.size <= len(png):
        length, kind = _CHUNK.unpack_from(png, at)
        data = png[at + _CHUNK.size : at + _CHUNK.size + length]
        at += _CHUNK.size + length
        checksum = png[at : at + _CHECKSUM.size]
        at += _CHECKSUM.size
        if checksum != _CHECKSUM.pack(zlib.crc32(kind + data)):
            return False
        if kind == b"IEND":
            return unpacker.eof
        if kind == b"IDAT":
            try:
                while data:
                    size += len(unpacker.decompress(data, _PIECE))
                    data = unpacker.unconsumed_tail
                    if size > 2 * most_bytes:
                        return False
            except zlib.error:
                return False
    return False
