"""From a key to its painted glyph, seen from outside: IdeA beside other terminals, in one run.

One process presses keys by XTEST and looks at the pixels of the very cell the glyph belongs to,
through shared memory, until they differ. `cat` echoes in a window, or a cell, of a ninth of the
display; beside it is nothing, or eight windows, or cells, of the same terminal that flood. The
terminals take turns, so that whatever else the machine does meets all of them alike.

The floor is what the same way costs without a terminal: a plain X window that paints itself for
each key. Looks are half a millisecond apart, so that looking does not take a processor from what is
measured. Usage: latency.py [KEYS [SITUATION]].
"""

import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from display import HEIGHT, WIDTH, VirtualDisplay
from product import running_window
from table import print_table
from x_display import Area, Eye, XDisplay

KEYS = 300
ROUNDS = 3
_PATIENCE_S = 5
_START_S = 60
_LOOK_EVERY_S = 0.0005
_STILL_S = 0.05
_LETTERS = "abcdefgh"
_KEYS_PER_LINE = 24
_TILE = Area(0, 0, WIDTH // 3, HEIGHT // 3)
_FIRST_CELL = Area(left=290, top=92, width=310, height=195)
"""Inside the first of three by three cells of IdeA, below its header."""
_OTHER_CELLS = ("B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
_OTHERS: dict[str, tuple[str, ...]] = {
    "xterm": ("xterm", "-e"),
    "kitty": ("kitty", "-o", "remember_window_size=no", "-o", "cursor_blink_interval=0"),
    "alacritty": ("alacritty", "-e"),
}
_SITUATIONS = {"idle": 0, "8 visible floods": 8}


def main() -> int:
    """Print percentiles in milliseconds, a row a terminal and situation."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else KEYS
    wanted = sys.argv[2:] or [*_SITUATIONS]
    times: dict[tuple[str, str], list[float]] = {}
    looks: list[float] = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        VirtualDisplay() as display,
        XDisplay(display.name) as x,
    ):
        for turn in range(ROUNDS):
            for situation, floods in ((one, _SITUATIONS[one]) for one in wanted):
                for name in _OTHERS:
                    if shutil.which(name) is not None:
                        with _other(name, floods, display, x):
                            times.setdefault((situation, name), []).extend(
                                _typing(x, _TILE, keys // ROUNDS)
                            )
                with _idea(Path(scratch) / f"{turn}{floods}", floods, display, x):
                    times.setdefault((situation, "idea"), []).extend(
                        _typing(x, _FIRST_CELL, keys // ROUNDS)
                    )
                    with _plain_window(display, x):
                        waits, took = _painting(x, keys // ROUNDS)
                        times.setdefault((situation, "plain X window"), []).extend(waits)
                        looks += took
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"one look takes {statistics.median(looks) * 1000:.2f} ms; looks are 0.5 ms apart")
    _print(times)
    return 0


def _print(times: dict[tuple[str, str], list[float]]) -> None:
    figures = {key: _figures(waits) for key, waits in times.items()}
    rows = [(*key, len(times[key]), *found) for key, found in figures.items()]
    headings = ("situation", "terminal", "keys", "p50 ms", "p95 ms", "p99 ms", "longest ms")
    print_table(headings, rows)
    ratios = [
        (situation, other, *(a / b for a, b in zip(ours[:3], found[:3], strict=True)))
        for (situation, other), found in figures.items()
        if other != "idea" and (ours := figures[situation, "idea"])
    ]
    print_table(("situation", "idea is so many times", "at p50", "at p95", "at p99"), ratios)


def _figures(waits: Sequence[float]) -> tuple[float, ...]:
    ordered = sorted(wait * 1000 for wait in waits)
    shares = [ordered[int(len(ordered) * share) - 1] for share in (0.95, 0.99)]
    return statistics.median(ordered), *shares, ordered[-1]


# What is measured.


@contextmanager
def _idea(folder: Path, floods: int, display: VirtualDisplay, x: XDisplay) -> Iterator[None]:
    with running_window(folder, display) as product:
        product.layout("preset", "grid-3x3")
        product.replace_shell(("cat",))
        for cell in _OTHER_CELLS[:floods]:
            product.open_terminal(("yes",), at=cell)
        x.focus(max(x.windows(), key=lambda one: x.windows()[one].width))
        time.sleep(2)
        yield


@contextmanager
def _other(name: str, floods: int, display: VirtualDisplay, x: XDisplay) -> Iterator[None]:
    with ExitStack() as open_windows:
        for number in range(1, floods + 1):
            tile = _TILE._replace(left=number % 3 * _TILE.width, top=number // 3 * _TILE.height)
            open_windows.enter_context(_window([*_OTHERS[name], "yes"], tile, display, x))
        x.focus(open_windows.enter_context(_window([*_OTHERS[name], "cat"], _TILE, display, x)))
        time.sleep(2)
        yield


@contextmanager
def _plain_window(display: VirtualDisplay, x: XDisplay) -> Iterator[None]:
    program = Path(__file__).with_name("x_display.py")
    with _window([sys.executable, str(program), display.name], _TILE, display, x) as window:
        x.focus(window)
        yield


@contextmanager
def _window(
    command: Sequence[str], place: Area, display: VirtualDisplay, x: XDisplay
) -> Iterator[int]:
    """Run a program until the block ends, and give its window a place."""
    before = x.windows()
    process = subprocess.Popen(
        command, env=display.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(lambda: x.windows().keys() > before.keys(), _START_S)
        [window] = x.windows().keys() - before.keys()
        x.place(window, place)
        yield window
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        _wait(lambda: x.windows().keys() <= before.keys(), _START_S)


# Measuring.


def _typing(x: XDisplay, area: Area, keys: int) -> list[float]:
    """Return the seconds from each key to a change of its cell."""
    first = _first_cell(x, area)
    eye = x.eye(first)
    chance = random.Random(5)
    waits = []
    for index in range(keys):
        column = index % _KEYS_PER_LINE
        if column == 0:
            _clear_line(x, eye)
        eye.move_to(first.left + column * first.width, first.top)
        # At any moment of a terminal's frames, not always at the same.
        time.sleep(chance.uniform(0, 0.03))
        waits.append(_until_painted(x, eye, _LETTERS[index % len(_LETTERS)]))
    eye.close()
    return waits


def _painting(x: XDisplay, keys: int) -> tuple[list[float], list[float]]:
    """Return the seconds from each key to the plain window's paint, and those each look takes."""
    eye = x.eye(Area(left=40, top=40, width=10, height=20))
    chance = random.Random(5)
    waits, looks = [], []
    for _ in range(keys):
        time.sleep(chance.uniform(0, 0.03))
        waits.append(_until_painted(x, eye, "a"))
        begin = time.monotonic()
        eye.picture()
        looks.append(time.monotonic() - begin)
    eye.close()
    return waits, looks


def _until_painted(x: XDisplay, eye: Eye, key: str) -> float:
    before = _settled(eye)
    begin = time.monotonic()
    x.press(key)
    while eye.picture() == before and time.monotonic() - begin < _PATIENCE_S:
        time.sleep(_LOOK_EVERY_S)
    return time.monotonic() - begin


def _first_cell(x: XDisplay, area: Area) -> Area:
    """Return the cell of a line's first character, found by typing two."""
    eye = x.eye(area)
    boxes = []
    for key in "MM":
        before = _settled(eye)
        x.press(key)
        _wait(lambda before=before: eye.picture() != before, _START_S)
        boxes.append(eye.changed(before, _settled(eye)))
    eye.close()
    first, second = boxes
    assert first is not None
    assert second is not None
    return first._replace(width=second.left - first.left)


def _clear_line(x: XDisplay, eye: Eye) -> None:
    x.press("Control_L", "u")
    time.sleep(_STILL_S)
    _settled(eye)


def _settled(eye: Eye) -> bytes:
    """Wait until the picture stands still, and return it."""
    last = eye.picture()
    begin = since = time.monotonic()
    while time.monotonic() - since < _STILL_S and time.monotonic() - begin < _PATIENCE_S:
        time.sleep(0.005)
        now = eye.picture()
        if now != last:
            last, since = now, time.monotonic()
    return last


def _wait(is_so: Callable[[], bool], within_s: float) -> None:
    """Look again and again.

    Raises:
        TimeoutError: It is not so in time.
    """
    deadline = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("The display did not show in time what was waited for.")
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
