"""The bytes that benchmarks write: plain text, colours, scripts, redraws as AI programs do them."""

import random
from pathlib import Path


def ascii_text(size_bytes: int, columns: int = 100) -> bytes:
    """Return lines of printable ASCII that scroll."""
    rng = random.Random(1)
    words = [
        "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 10))) for _ in range(500)
    ]
    lines = bytearray()
    while len(lines) < size_bytes:
        line = ""
        while len(line) < columns - 12:
            line += rng.choice(words) + " "
        lines += line.rstrip().encode() + b"\r\n"
    return bytes(lines)


def ink_redraws(size_bytes: int, rows: int = 20) -> bytes:
    """Return frames that erase and redraw a block of coloured lines, as Ink-based programs do."""
    rng = random.Random(2)
    out = bytearray()
    frame = 0
    while len(out) < size_bytes:
        out += b"\x1b[2K\x1b[1A" * rows + b"\x1b[G"
        for row in range(rows):
            color = 16 + (row * 7 + frame) % 200
            text = f"step {frame} line {row} " + "#" * rng.randint(10, 60)
            out += f"\x1b[38;5;{color}m{text}\x1b[39m \x1b[1mbold\x1b[22m\r\n".encode()
        frame += 1
    return bytes(out)


def dense_colors(size_bytes: int) -> bytes:
    """Return cells of which each has its own two colours of 256."""
    rng = random.Random(3)
    out = bytearray()
    while len(out) < size_bytes:
        colors = rng.randrange(256), rng.randrange(256), rng.randrange(33, 127)
        out += b"\x1b[38;5;%d;48;5;%dm%c" % colors
    return bytes(out) + b"\x1b[m\r\n"


def mixed_unicode(size_bytes: int) -> bytes:
    """Return lines of CJK, accents, other alphabets and emoji clusters."""
    rng = random.Random(4)
    words = [
        "漢字かな",
        "naïve",
        "👩\u200d🚀",
        "étude",
        "Ελλάδα",
        "한국어",
        "plain",
        "🇫🇷",
        "Привет",
    ]
    out = bytearray()
    while len(out) < size_bytes:
        out += " ".join(rng.choices(words, k=12)).encode() + b"\r\n"
    return bytes(out)


def write_corpora(folder: Path, size_bytes: int = 1 << 20) -> dict[str, Path]:
    """Write every corpus into `folder` and return the files by name."""
    made = {
        "ascii": ascii_text(size_bytes),
        "dense": dense_colors(size_bytes),
        "unicode": mixed_unicode(size_bytes),
        "ink": ink_redraws(size_bytes),
    }
    paths = {}
    for name, content in made.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(content)
    return paths
