"""From a key press to the painted glyph, in a quiet window and beside floods.

A key is pressed by XTEST while `cat` echoes in the first cell of a grid; the inside of that cell is
looked at until it differs. Looks are half a millisecond apart, so that looking does not take a
processor from what is measured. Usage: latency.py [KEYS].
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from display import Area, FrameCounter, VirtualDisplay
from keyboard import Keyboard
from product import Product, running_window
from table import print_table

KEYS = 300
_PATIENCE_S = 5
_LOOK_EVERY_S = 0.0005
_STILL_S = 0.05
_KEYS_PER_LINE = 30
_FIRST_CELL = Area(left=290, top=92, width=310, height=195)
"""Inside the first of three by three cells, below its header; the window fills the display."""
_OTHER_CELLS = ("B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")


def _nothing(_product: Product) -> None:
    pass


def _visible_floods(count: int) -> Callable[[Product], None]:
    def start(product: Product) -> None:
        for cell in _OTHER_CELLS[:count]:
            product.open_terminal(("yes",), at=cell)

    return start


def _hidden_floods(product: Product) -> None:
    for _ in _OTHER_CELLS:
        product.open_terminal(("yes",))


_SITUATIONS: dict[str, Callable[[Product], None]] = {
    "quiet": _nothing,
    "one flood in a visible cell": _visible_floods(1),
    "8 floods in visible cells": _visible_floods(8),
    "8 floods in the background": _hidden_floods,
}


def main() -> int:
    """Print percentiles in milliseconds, a row a situation."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else KEYS
    rows = []
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        for number, (name, start) in enumerate(_SITUATIONS.items()):
            with running_window(Path(scratch) / str(number), display) as product:
                product.layout("preset", "grid-3x3")
                product.replace_shell(("cat",))
                start(product)
                rows.append((name, *_typing(display, keys)))
    print_table(("situation", "keys", "p50 ms", "p95 ms", "p99 ms", "longest ms"), rows)
    return 0


def _typing(display: VirtualDisplay, keys: int) -> tuple[int, float, float, float, float]:
    keyboard = Keyboard(display.name)
    eye = FrameCounter(display, _FIRST_CELL)
    chance = random.Random(5)
    waits = []
    time.sleep(2)
    for index in range(keys):
        # At any moment of the window's frames, not always at the same.
        time.sleep(chance.uniform(0, 0.03))
        before = _settled(eye)
        begin = time.monotonic()
        is_end = index % _KEYS_PER_LINE == _KEYS_PER_LINE - 1
        keyboard.press("Return" if is_end else "abcdefgh"[index % 8])
        while eye.picture() == before and time.monotonic() - begin < _PATIENCE_S:
            time.sleep(_LOOK_EVERY_S)
        waits.append((time.monotonic() - begin) * 1000)
    keyboard.close()
    ordered = sorted(waits)
    shares = [ordered[int(len(ordered) * share) - 1] for share in (0.95, 0.99)]
    return len(waits), statistics.median(ordered), *shares, ordered[-1]


def _settled(eye: FrameCounter) -> int:
    """Wait until the picture stands still, and return it."""
    last = eye.picture()
    begin = since = time.monotonic()
    while time.monotonic() - since < _STILL_S and time.monotonic() - begin < _PATIENCE_S:
        time.sleep(0.005)
        now = eye.picture()
        if now != last:
            last, since = now, time.monotonic()
    return last


if __name__ == "__main__":
    sys.exit(main())
