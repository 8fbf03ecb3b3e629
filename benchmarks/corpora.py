"""The bytes that benchmarks write: plain text, and redraws as AI programs make them."""

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


def write_corpora(folder: Path, size_bytes: int = 1 << 20) -> dict[str, Path]:
    """Write every corpus into `folder` and return the files by name."""
    made = {"ascii": ascii_text(size_bytes), "ink": ink_redraws(size_bytes)}
    paths = {}
    for name, content in made.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(content)
    return paths
