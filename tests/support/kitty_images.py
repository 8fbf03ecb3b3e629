"""Images as programs send them by kitty's graphics protocol."""

import base64
import struct
import zlib


def command(keys: str, data: bytes = b"") -> bytes:
    """Return one sequence."""
    return b"\x1b_G" + keys.encode() + b";" + base64.b64encode(data) + b"\x1b\\"


def in_pieces(keys: str, data: bytes, size: int = 3072) -> bytes:
    """Return an image as programs send it, in pieces of 4 KiB of text."""
    parts = [data[start : start + size] for start in range(0, len(data), size)] or [b""]
    sequences = []
    for number, part in enumerate(parts):
        more = f"m={int(number < len(parts) - 1)}"
        sequences.append(command(f"{keys},{more}" if number == 0 else more, part))
    return b"".join(sequences)


def png(
    width: int,
    height: int,
    color: bytes = b"\x10\x20\x30\xff",
    claimed: tuple[int, int] | None = None,
) -> bytes:
    """Return a PNG file of one colour with alpha; its head may claim another size."""
    lines = (b"\0" + color * width) * height
    head = struct.pack(">IIBBBBB", *(claimed or (width, height)), 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
