"""Bytes per second through a visible terminal, ours beside the others, in one run.

A program writes 30 MB and waits for the answer to `CSI 6n`; frames are counted while it does.
"""

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from corpora import write_corpora
from display import FrameCounter, VirtualDisplay
from product import running_window
from table import print_table

TIMES = 30
_PATIENCE_S = 180

OTHERS: dict[str, Callable[[list[str]], list[str]]] = {
    "alacritty": lambda argv: [
        "alacritty",
        "-o",
        "window.dimensions.columns=120",
        "-o",
        "window.dimensions.lines=40",
        "-e",
        *argv,
    ],
    "kitty": lambda argv: [
        "kitty",
        "-o",
        "initial_window_width=120c",
        "-o",
        "initial_window_height=40c",
        "-o",
        "remember_window_size=no",
        *argv,
    ],
    "qterminal": lambda argv: ["qterminal", "--geometry", "1000x740", "-e", " ".join(argv)],
    "xterm": lambda argv: ["xterm", "-geometry", "120x40", "-e", *argv],
}


def main() -> int:
    """Print MB/s, frames per second and size, a row a terminal and corpus."""
    rows: list[tuple[float | str, ...]] = []
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        folder = Path(scratch)
        for corpus, path in write_corpora(folder).items():
            for name, command in OTHERS.items():
                if shutil.which(name) is None:
                    rows.append((corpus, name, "not installed", "", ""))
                    continue
                argv, result = _flood(folder, path, name, corpus)
                with _running(command(argv), display):
                    rows.append((corpus, name, *_measure(display, result)))
            argv, result = _flood(folder, path, "idea", corpus)
            with running_window(folder / f"idea-{corpus}", display) as product:
                product.replace_shell(argv)
                rows.append((corpus, "idea", *_measure(display, result)))
    print_table(("corpus", "terminal", "MB/s", "frames/s", "cells"), rows)
    return 0


def _flood(folder: Path, corpus: Path, name: str, kind: str) -> tuple[list[str], Path]:
    result = folder / f"{name}-{kind}.result"
    program = Path(__file__).with_name("flood.py")
    return [sys.executable, str(program), str(corpus), str(TIMES), str(result)], result


@contextmanager
def _running(command: list[str], display: VirtualDisplay) -> Iterator[None]:
    process = subprocess.Popen(
        command, env=display.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _measure(display: VirtualDisplay, result: Path) -> tuple[float | str, ...]:
    if not appears(result.with_suffix(".started")):
        return "did not start", "", ""
    counter = FrameCounter(display)
    counter.start()
    finished = appears(result)
    frames = counter.stop()
    if not finished:
        return "did not answer", frames, ""
    size, seconds, columns, rows = result.read_text().split()
    return int(size) / float(seconds) / 1e6, frames, f"{columns}x{rows}"


def appears(path: Path) -> bool:
    """Wait until there is such a file; return whether it came in time."""
    deadline = time.monotonic() + _PATIENCE_S
    while not path.exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


if __name__ == "__main__":
    sys.exit(main())
