"""A program that prints a stream anybody can compute: numbered, summed, colourful pieces.

Runs as a script inside a session: `numbered_stream.py SEED STOP_FILE BYTES_PER_S`. It prints piece
after piece until the stop file exists, then a last line that says how many there were, and waits.
Odd seeds print in bursts, with pauses that are long enough for a checkpoint. A test computes the
same bytes with `stream`.
"""

import os
import random
import sys
import termios
import time
import tty
import zlib
from pathlib import Path

_PAUSE_S = 3.0
_WORDS = ("plain", "größer", "好的终端", "🙂🚀", "e\u0301a\u0300", "─│┌┐", "한글", "x" * 90)
_RARE = (
    "\x1b[?1049h\x1b[2J\x1b[3;3Halternate\x1b[?1049l",
    "\x1b[2;6r\x1b[4;1Hin a region\r\n\r\n\r\n\x1b[r\x1b[999;1H",
    "\x1b[s\x1b[1;1Hup here\x1b[K\x1b[u",
    "\x1b[?2026h\x1b[2Aheld\x1b[2B\x1b[?2026l",
    "\x1b[?1h\x1b[?2004h\x1b[?1000h\x1b[?1006h",
    "\x1b[?1l\x1b[?2004l\x1b[?1000l",
    "\x1b[4 q",
    "\x1b[0 q\x1b[?25l",
    "\x1b[?25h\x1b[2L\x1b[M\x1b[3P\x1b[2@",
    "\x1b7\x1b[5;5H\x1b#8\x1b8\x1b[J",
)


def piece(seed: int, number: int) -> bytes:
    """Return one numbered piece, often with a change of colour, sometimes with something wild."""
    chance = random.Random(seed * 1_000_003 + number)
    color = f"\x1b[{chance.choice((0, 1, 3, 4, 7, 9))};{chance.randint(30, 37)}m"
    if chance.random() < 0.2:
        color += f"\x1b[38;2;{number % 256};{seed};77;48;5;{chance.randint(16, 231)}m"
    text = f"{color}{number:07d}\x1b[m {' '.join(chance.choices(_WORDS, k=chance.randint(1, 6)))}"
    if chance.random() < 0.1:
        text += chance.choice(_RARE)
    if chance.random() < 0.02:
        text += f"\x1b]0;stream {seed} at {number}\x07"
    body = text.encode()
    return body + b"\x1b[2m %08x\x1b[m\r\n" % zlib.crc32(body)


def ending(pieces: int) -> bytes:
    """Return the last line."""
    return b"\x1b[m\r\n%d pieces, no more\r\n" % pieces


def stream(seed: int, pieces: int) -> bytes:
    """Return everything a program prints."""
    return b"".join(piece(seed, number) for number in range(pieces)) + ending(pieces)


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def main() -> None:
    """Print at a moderate pace until told to stop."""
    seed, stop, bytes_per_s = int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    tty.setraw(1, termios.TCSANOW)
    begun, printed, number = time.monotonic(), 0, 0
    while not stop.exists():
        due = (time.monotonic() - begun) * bytes_per_s
        if seed % 2:
            due -= due % (_PAUSE_S * bytes_per_s)
        while printed <= due:
            text = piece(seed, number)
            _write(text)
            printed += len(text)
            number += 1
        time.sleep(0.01)
    _write(ending(number))
    sys.stdin.read()


if __name__ == "__main__":
    main()
