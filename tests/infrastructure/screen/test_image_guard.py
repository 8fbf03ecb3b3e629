"""What is left out of a stream, wherever it is cut."""

import base64
import random
import zlib

import pytest

from idea.infrastructure.screen.ghostty.image_guard import ImageGuard
from support.kitty_images import command, in_pieces

LIMIT = 3000
PACKED = zlib.compress(random.Random(1).randbytes(150) + bytes(LIMIT * 50))


def fed(*parts: bytes, cut: int = 0) -> bytes:
    guard = ImageGuard(LIMIT)
    data = b"".join(parts)
    pieces = [data[at : at + cut] for at in range(0, len(data), cut)] if cut else list(parts)
    return b"".join(guard.filter(piece) for piece in pieces)


@pytest.mark.parametrize("cut", [1, 2, 5, 1000, 0])
@pytest.mark.parametrize(
    "data",
    [
        b"plain text", b"a_b\x1b[1mc_\x1b", b"\x1b_Gi=1,a=q;AAAA\x1b\\",
        command("a=T", bytes(LIMIT)), b"\x1b_not an image" + b"x" * 9000 + b"\x1b\\",
        b"_" * 9000 + b"\x1b_G", b"\x1b_G\x1b\\text",
        b"".join(command(f"a=T,i={n}", bytes(LIMIT)) for n in range(5)),
        command("a=T,m=1", bytes(2000)) + command("a=d") + command("a=T", bytes(2000)),
        command("a=T,o=z", zlib.compress(bytes(LIMIT))),
        in_pieces("a=T,o=z", zlib.compress(bytes(LIMIT)), 10),  # Each has its own padding.
    ],
)  # fmt: skip
def test_what_is_lawful_goes_through(data: bytes, cut: int) -> None:
    assert fed(data, cut=cut) == data


@pytest.mark.parametrize("cut", [1, 7, 1000, 0])
@pytest.mark.parametrize(
    "image",
    [
        command("a=T", bytes(LIMIT * 2)),
        command("a=T,m=1", bytes(LIMIT)) + command("m=1", bytes(LIMIT)) + command("m=0", bytes(99)),
        command("a=T,m=1", bytes(LIMIT)) + command("a=p,i=1")
        + command("m=1", bytes(LIMIT)) + command("m=0"),
        command("a=T,m=01", bytes(LIMIT)) + command("m=1", bytes(LIMIT)) + command("m=0"),
        command("a=T,o=z", zlib.compress(bytes(LIMIT * 50))),
        command("a=T,o=z", b"damaged" * 90),
        in_pieces("a=T,o=z", PACKED, 10),
        command("a=T,m=1,o=z", zlib.compress(bytes(LIMIT * 9))[:21])
        + command("m=0", zlib.compress(bytes(LIMIT * 9))[21:]),
        command("a=T," + "x=1," * 200 + "m=0", bytes(99)),
    ],
)  # fmt: skip
def test_what_is_too_large_is_cut_and_what_follows_is_not(image: bytes, cut: int) -> None:
    after = b"text_" + command("a=T", b"next") + b"\x1b[1m"
    through = fed(b"before\x1b[m", image, after, cut=cut)
    assert through.startswith(b"before\x1b[m\x1b_G")
    assert through.endswith(after)
    payload = sum(
        len(part.partition(b";")[2].partition(b"\x1b")[0]) for part in through.split(b"\x1b_G")
    )
    assert payload <= len(base64.b64encode(bytes(LIMIT))) + 8
    assert len(through) < len(image) + len(after) + len(b"before\x1b[m")
    assert through.count(b"\x1b\\") == image.count(b"\x1b\\") + 1


def test_an_image_among_many_underscores_is_seen() -> None:
    data = b"_" * 500 + command("a=T", bytes(LIMIT * 2))
    assert len(fed(data)) < len(data) - LIMIT
