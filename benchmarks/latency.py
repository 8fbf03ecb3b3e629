"""From a key press to the painted glyph, in a quiet window and beside floods.

A key is pressed by XTEST while `cat` echoes in the cell; the picture is looked at until it differs.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from display import FrameCounter, VirtualDisplay
from keyboard import Keyboard
from product import Product, running_window
from table import print_table

KEYS = 100
_PATIENCE_S = 5


def main() -> int:
    """Print p50 and p99 in milliseconds, a row a situation."""
    rows = []
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        with running_window(Path(scratch) / "quiet", display) as product:
            rows.append(("quiet", *_typing(product, display)))
        with running_window(Path(scratch) / "floods", display) as product:
            for _ in range(8):
                product.open_terminal(("yes",))
            rows.append(("8 floods in the background", *_typing(product, display)))
    print_table(("situation", "keys", "p50 ms", "p99 ms"), rows)
    return 0


def _typing(product: Product, display: VirtualDisplay) -> tuple[int, float, float]:
    product.replace_shell(("cat",))
    keyboard = Keyboard(display.name)
    eye = FrameCounter(display)
    _settle(eye)
    waits = []
    for index in range(KEYS):
        before = eye.picture()
        begin = time.monotonic()
        keyboard.press("Return" if index % 40 == 39 else "abcdefgh"[index % 8])
        while eye.picture() == before:
            if time.monotonic() - begin > _PATIENCE_S:
                break
        waits.append((time.monotonic() - begin) * 1000)
        _settle(eye)
    keyboard.close()
    ordered = sorted(waits)
    return len(waits), statistics.median(ordered), ordered[int(len(ordered) * 0.99) - 1]


def _settle(eye: FrameCounter, quiet_s: float = 0.1) -> None:
    """Wait until the picture stands still."""
    last, since = eye.picture(), time.monotonic()
    begin = since
    while time.monotonic() - since < quiet_s and time.monotonic() - begin < _PATIENCE_S:
        time.sleep(0.01)
        now = eye.picture()
        if now != last:
            last, since = now, time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
