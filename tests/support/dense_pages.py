"""A program that prints cells with two true colours of their own each, and the screen it leaves.

No screen weighs more than one that is full of them: ten thousand lines make a checkpoint of 15 MB.
Run as a script: `dense_pages.py PAGES` prints so many, or with 0 goes on until SIGUSR1.
"""

import os
import random
import signal
import sys
import threading
import tty
from collections.abc import Sequence

COLUMNS, LINES = 80, 375
OVER = "over after "


def page() -> bytes:
    """Return lines of which no two cells look alike; always the same ones."""
    chance = random.Random(3)
    cells = (
        b"\x1b[38;2;%d;%d;%d;48;2;%d;%d;%dm%c"
        % (*chance.choices(range(256), k=6), chance.randrange(33, 127))
        for _ in range(LINES * COLUMNS)
    )
    return b"".join(
        b"".join(next(cells) for _ in range(COLUMNS - 1)) + b"\x1b[m\r\n" for _ in range(LINES)
    )


def beginning(number: int) -> bytes:
    """Return what stands before a page."""
    return b"page %d\r\n" % number


def command(pages: int = 0) -> Sequence[str]:
    """Return how to run this; without pages until it gets SIGUSR1."""
    return (sys.executable, __file__, str(pages))


def end_of(pages: int, lines: int) -> bytes:
    """Return the last of what is printed, with as many lines at least."""
    first = max(pages - lines // LINES - 1, 0)
    content = page()
    shown = b"".join(beginning(number) + content for number in range(first, pages))
    return shown + f"{OVER}{pages}".encode()


def main() -> None:
    """Print pages."""
    tty.setraw(0)
    told = threading.Event()
    signal.signal(signal.SIGUSR1, lambda _number, _frame: told.set())
    content, wanted = page(), int(sys.argv[1])
    number = 0
    while number < wanted or not (wanted or told.is_set()):
        print_all(beginning(number) + content)
        number += 1
    print_all(f"{OVER}{number}".encode())
    while True:
        signal.pause()


def print_all(data: bytes) -> None:
    """Print bytes as fast as the terminal takes them."""
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main()
