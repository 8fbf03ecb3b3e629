"""Measures the terminal cores: bytes fed a second, and what a frame costs.

Run `python benchmarks/core_speed.py [--core ghostty|pyte] [--seconds 1]`. Corpora are made here;
with IDEA_TEST_DATA set, recordings of real programs are measured too.
"""

import argparse
import os
import random
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core

_CHUNK = 64 << 10
_BYTES = 4 << 20
_SMALL = Size(columns=120, rows=40)
_LARGE = Size(columns=200, rows=60)
_LINES = 10_000


def ascii_lines() -> bytes:
    """Return plain lines that scroll."""
    line = b"The quick brown fox jumps over the lazy dog 0123456789 and goes on scrolling for ever."
    return b"".join(line[: 20 + n % 60] + b"\r\n" for n in range(_BYTES // 52))


def dense_cells() -> bytes:
    """Return cells of which each has its own two colours."""
    chance = random.Random(1)
    return b"".join(
        b"\x1b[38;5;%d;48;5;%dm%c" % (chance.randrange(256), chance.randrange(256), 33 + n % 90)
        for n in range(_BYTES // 20)
    )


def mixed_text() -> bytes:
    """Return CJK, accents and emoji clusters."""
    words = ["漢字かな", "naïve", "👩\u200d🚀", "e\u0301tude", "Ελλάδα", "한국어", "plain", "🇫🇷"]
    chance = random.Random(2)
    lines = (" ".join(chance.choices(words, k=9)) + "\r\n" for _ in range(_BYTES // 70))
    return "".join(lines).encode()


def ink_redraws() -> bytes:
    """Return what AI command-line programs write: erase lines, go up, draw the box again."""
    frames = []
    for n in range(_BYTES // 900):
        erase = b"\x1b[2K\x1b[1A" * 8 + b"\x1b[2K\x1b[G"
        body = b"".join(
            b"\x1b[2m\xe2\x94\x82\x1b[22m \x1b[38;5;%dmstep %d\x1b[39m of \x1b[1m%d\x1b[22m "
            b"running tests\r\n" % (n % 256, n, row)
            for row in range(8)
        )
        frames.append(erase + body)
    return b"".join(frames)


def corpora() -> dict[str, bytes]:
    """Return what is fed, by name."""
    made = {
        "ASCII, scrolling": ascii_lines(),
        "dense 256 colours": dense_cells(),
        "mixed Unicode": mixed_text(),
        "Ink-style redraws": ink_redraws(),
    }
    shared = os.environ.get("IDEA_TEST_DATA")
    if shared:
        recordings = sorted(Path(shared, "captures").glob("*-session.raw"))
        recorded = b"".join(path.read_bytes() for path in recordings)
        made["recorded AI programs"] = recorded * max(1, _BYTES // max(len(recorded), 1))
    return made


def chunks(data: bytes) -> list[bytes]:
    """Cut into what one read brings."""
    return [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]


def feed_rate(core: Screen, parts: Sequence[bytes], seconds: float) -> float:
    """Return megabytes fed in a second of this thread's own time, as others may run too."""
    fed, start, end = 0, time.thread_time(), time.perf_counter() + seconds
    for part in cycle(parts):
        core.feed(part)
        fed += len(part)
        if time.perf_counter() > end:
            break
    return fed / (time.thread_time() - start) / 1e6


def frame_cost(core: Screen, parts: Sequence[bytes], seconds: float) -> float:
    """Return milliseconds of this thread's own time for a frame taken after each chunk."""
    spent, frames, end = 0.0, 0, time.perf_counter() + seconds
    for part in cycle(parts):
        core.feed(part)
        before = time.thread_time()
        core.take_frame()
        spent += time.thread_time() - before
        frames += 1
        if time.perf_counter() > end:
            break
    return spent / frames * 1000


def measure(factory: ScreenFactory, seconds: float) -> Iterator[tuple[str, float, float, float]]:
    """Yield a row of figures for each corpus."""
    for name, data in corpora().items():
        parts = chunks(data)
        rates = []
        for size, function in ((_SMALL, feed_rate), (_SMALL, frame_cost), (_LARGE, frame_cost)):
            core = factory.create(size, _LINES)
            rates.append(function(core, parts, seconds))
            core.close()
        yield name, rates[0], rates[1], rates[2]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--core", default=None)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    start = time.perf_counter()
    factory = select_core(options.core)
    ready = (time.perf_counter() - start) * 1000
    print(f"{factory.name}, ready in {ready:.0f} ms")
    print(f"{'corpus':24} {'MB/s fed':>10} {'ms/frame 120×40':>16} {'ms/frame 200×60':>16}")
    for name, rate, small, large in measure(factory, options.seconds):
        print(f"{name:24} {rate:10.1f} {small:16.2f} {large:16.2f}")


if __name__ == "__main__":
    main()
