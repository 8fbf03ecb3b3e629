import struct
import zlib

import pytest

from idea.domain.png import is_whole_png, png_size
from support.kitty_images import png

WHOLE = png(3, 2)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (WHOLE, (3, 2)), (png(2, 2, claimed=(70_000, 9)), (70_000, 9)), (b"", None),
        (WHOLE[:23], None), (b"x" + WHOLE, None), (WHOLE.replace(b"IHDR", b"IDAT"), None),
        (png(2, 2, claimed=(0, 9)), None), (png(2, 2, claimed=(9, 0)), None),
    ],
)  # fmt: skip
def test_the_size_is_read_from_the_head(data: bytes, size: tuple[int, int] | None) -> None:
    assert png_size(data) == size


@pytest.mark.parametrize(
    ("data", "is_whole"),
    [
        (WHOLE, True), (WHOLE[:-1], False), (WHOLE[:-12], False), (WHOLE[:50], False),
        (WHOLE[:45] + b"x" + WHOLE[46:], False), (b"", False),
        (WHOLE[:33] + chunk(b"tEXt", b"words") + WHOLE[33:], True),
        (WHOLE[:33] + chunk(b"IEND", b""), False),
        (WHOLE[:33] + chunk(b"IDAT", b"damaged") + chunk(b"IEND", b""), False),
        (WHOLE[:33] + chunk(b"IDAT", b"") + WHOLE[33:], True),
        (WHOLE[:33] + chunk(b"IDAT", zlib.compress(bytes(3 << 20))) + chunk(b"IEND", b""), False),
    ],
)  # fmt: skip
def test_a_whole_file_has_all_its_chunks_and_pixels(data: bytes, *, is_whole: bool) -> None:
    assert is_whole_png(data, 1000) is is_whole
