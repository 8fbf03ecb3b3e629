"""From the command to the painted prompt, beside a bare PySide6 window on the same display.

Both are seen from outside: the prompt of the shell is a block of a colour that nothing else has,
and a start is over when that colour, or the first pixel of the bare window, is in the frame buffer.
Kinds of starts take turns, so that whatever else the machine does meets all of them alike.
Processor time is that of every process of IdeA's; programs in cells are not counted.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from display import FrameCounter, VirtualDisplay
from product import Product, bytecode
from table import print_table

REPEATS = 7
_PATIENCE_S = 60
_LOOK_EVERY_S = 0.001
_PROMPT_COLOR = (1, 254, 3)
_BARE = """
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([]); label = QLabel("bare"); label.show()
app.exec()
"""
_IMPORTS = {
    "PySide6.QtWidgets": "PySide6.QtWidgets",
    "the window": "idea.bootstrap.window, idea.bootstrap.desktop",
    "the engine": "idea.bootstrap.engine_services, idea.bootstrap.engine_serving",
    "nothing": "builtins",
}


class _Start(NamedTuple):
    wait_ms: float
    processor_ms: float


def main() -> int:
    """Print how long starts and imports take, in milliseconds."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else REPEATS
    starts: dict[str, list[_Start]] = {}
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        base = display.environment | bytecode(Path(scratch))
        eye = FrameCounter(display)
        for repeat in range(repeats):
            folder = Path(scratch) / str(repeat)
            product = Product(folder, base | _home_with_prompt(folder / "user"))
            for name, one in {
                "bare PySide6 window painted": _until_bare_window(base, eye),
                "prompt painted, engine running": _until_prompt(product, eye, engine=True),
                "prompt painted, no engine": _until_prompt(product, eye, engine=False),
            }.items():
                starts.setdefault(name, []).append(one)
        eye.close()
        imports = [(name, _import_ms(what, base)) for name, what in _IMPORTS.items()]
    print(f"{repeats} starts each, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    bare = next(iter(starts.values()))
    rows = [(name, *_figures(times, bare)) for name, times in starts.items()]
    headings = ("best ms", "median ms", "best : bare", "median : bare", "processor ms", ": bare")
    print_table(("start", *headings), rows)
    print_table(("a Python that imports", "best ms"), imports)
    return 0


def _figures(times: Sequence[_Start], bare: Sequence[_Start]) -> tuple[float, ...]:
    def of(starts: Sequence[_Start]) -> tuple[float, float, float]:
        waits = [one.wait_ms for one in starts]
        return min(waits), statistics.median(waits), min(one.processor_ms for one in starts)

    (best, median, worked), (bare_best, bare_median, bare_worked) = of(times), of(bare)
    ratios = best / bare_best, median / bare_median
    return best, median, *ratios, worked, worked / bare_worked


def _home_with_prompt(home: Path) -> dict[str, str]:
    """Return variables for a shell whose prompt is a block of the colour."""
    home.mkdir(parents=True)
    red, green, blue = _PROMPT_COLOR
    prompt = rf"PS1='\[\e[48;2;{red};{green};{blue}m\]   \[\e[0m\] '" + "\n"
    for name in (".bashrc", ".bash_profile"):
        (home / name).write_text(prompt)
    return {"HOME": str(home), "SHELL": "/bin/bash"}


def _until_prompt(product: Product, eye: FrameCounter, *, engine: bool) -> _Start:
    """Open the window on a new project and wait until the display has the prompt.

    Raises:
        TimeoutError: It has none within a minute.
    """
    product.project = product.project.with_name(f"project, {engine=}")
    product.project.mkdir()
    before_s = 0.0
    if engine:
        product.idea("engine", "start")
        before_s = _worked_s(product.processes().values())
    blank = eye.picture()
    begin = time.monotonic()
    product.window = _run(["-m", "idea", str(product.project)], product.environment)
    _wait(lambda: eye.shows(*_PROMPT_COLOR))
    wait_ms = (time.monotonic() - begin) * 1000
    worked_s = _worked_s(product.processes().values()) - before_s
    product.close()
    _wait(lambda: eye.picture() == blank)
    return _Start(wait_ms, worked_s * 1000)


def _until_bare_window(environment: Mapping[str, str], eye: FrameCounter) -> _Start:
    blank = eye.picture()
    begin = time.monotonic()
    window = _run(["-c", _BARE], environment)
    _wait(lambda: eye.picture() != blank)
    wait_ms = (time.monotonic() - begin) * 1000
    worked_s = _worked_s([psutil.Process(window.pid)])
    window.kill()
    window.wait()
    _wait(lambda: eye.picture() == blank)
    return _Start(wait_ms, worked_s * 1000)


def _import_ms(modules: str, environment: Mapping[str, str]) -> float:
    times = []
    for _ in range(5):
        begin = time.monotonic()
        _run(["-c", f"import {modules}"], environment).wait()
        times.append((time.monotonic() - begin) * 1000)
    return min(times)


def _run(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _worked_s(processes: Iterable[psutil.Process]) -> float:
    """Return the processor time of processes so far, in ticks of 10 ms."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def _wait(is_so: Callable[[], bool]) -> None:
    """Look again and again.

    Raises:
        TimeoutError: It is not so within a minute.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("The display did not show within a minute what was waited for.")
        time.sleep(_LOOK_EVERY_S)


if __name__ == "__main__":
    sys.exit(main())
