"""Asks real xterm, under Xvfb, what it shows of a stream: text, cursor, and the looks of each cell.

`python benchmarks/xterm_judge.py` records the looks of the alacritty recordings for the tests. The
judge knows characters of the BMP only, one code per cell; its wide cells tell nothing of use.
"""

import itertools
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import tty
from pathlib import Path
from typing import NamedTuple, Self

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.domain.terminal import Size

NEEDED = ("Xvfb", "xterm")
_HEAD = struct.Struct(">III")
_WITHIN_S = 60.0
_RESOURCES = (
    "decTerminalID: 520", "allowWindowOps: true", "disallowedWindowOps:", "checksumExtension: 63",
    "utf8: 2", "c132: false", "boldColors: false", "font: fixed",
)  # fmt: skip
_CELL = re.compile(rb"1!~([0-9A-F]{4})|\x1b\[([0-9;:]*)m")


class Seen(NamedTuple):
    """What xterm showed."""

    rows: list[str]
    cursor: list[int]
    looks: list[list[str]]
    """Of each cell the parameters of the SGR that brings them about."""


def is_installed() -> bool:
    """Whether xterm and a display without a screen are here."""
    return all(shutil.which(name) for name in NEEDED)


class XtermJudge:
    """One xterm on a display of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="idea-bench-")
        reading, writing = os.pipe()
        self._display = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                "3000x2000x24",
                "-nolisten",
                "tcp",
            ],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as told:
            display = f":{told.readline().strip()}"
        path = f"{self._folder.name}/judge"
        resources = [part for one in _RESOURCES for part in ("-xrm", f"*{one}")]
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path)
            listening.listen(1)
            listening.settimeout(_WITHIN_S)
            self._xterm = subprocess.Popen(
                ["xterm", "-display", display, *resources, "-e", sys.executable, __file__, path],
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                stderr=subprocess.DEVNULL,
            )
            self._link, _ = listening.accept()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()
        for process in (self._xterm, self._display):
            process.terminate()
            process.wait()
        self._folder.cleanup()

    def ask(self, data: bytes, size: Size) -> Seen:
        """Return what a fresh screen shows of a stream.

        Raises:
            ValueError: xterm did not tell of each cell.
        """
        self._link.sendall(_HEAD.pack(len(data), size.columns, size.rows) + data)
        _, here, told = _HEAD.unpack(_received(self._link, _HEAD.size))
        row, column = divmod(here, 1 << 16)
        cells = _CELL.findall(_received(self._link, told))
        count = size.columns * size.rows
        if len(cells) != 2 * count:
            raise ValueError(f"xterm told {len(cells)} facts of {count} cells")
        texts = [chr(int(code, 16) or 32) for code, _ in cells[:count]]
        looks = [look.decode().removeprefix("0").lstrip(";") for _, look in cells[count:]]
        starts = range(0, count, size.columns)
        return Seen(
            ["".join(texts[at : at + size.columns]).rstrip() for at in starts],
            [row - 1, column - 1],
            [looks[at : at + size.columns] for at in starts],
        )


def _received(link: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = link.recv(count - len(data))
        if not piece:
            raise ConnectionError("the judge is gone")
        data += piece
    return data


def _answer_within_xterm(path: str) -> None:
    """Be the program inside xterm: write what comes, ask, and tell."""
    tty.setraw(0, termios.TCSANOW)
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    while True:
        try:
            length, columns, rows = _HEAD.unpack(_received(link, _HEAD.size))
        except ConnectionError:
            return
        data = _received(link, length)
        # A reset leaves the text of the alternate screen.
        _write(b"\x1b[!p\x1bc\x1b[?47h\x1b[2J\x1b[?47l\x1bc\x1b[8;%d;%dt" % (rows, columns))
        while b"8;%d;%dt" % (rows, columns) not in _asked(b"\x1b[18t", b"t"):
            pass
        _asked(b"\x1b[?40l\x1b[c", b"c")
        reported = _asked(data + b"\x18\x1b\\\x1b[6n", b"R")
        row, column = map(int, re.findall(rb"\x1b\[(\d+);(\d+)R", reported)[-1])
        places = [(y, x) for y in range(1, rows + 1) for x in range(1, columns + 1)]
        query = b"\x1b[?6l\x1b[?69l\x1b[r"
        query += b"".join(b"\x1b[1;1;%d;%d;%d;%d*y" % (y, x, y, x) for y, x in places)
        query += b"".join(b"\x1b[%d;%d;%d;%d#|" % (y, x, y, x) for y, x in places)
        told = _asked(query + b"\x1b[5n", b"\x1b[0n")
        link.sendall(_HEAD.pack(0, row << 16 | column, len(told)) + told)


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def _asked(query: bytes, end: bytes) -> bytes:
    _write(query)
    told = b""
    while not told.endswith(end):
        told += os.read(0, 1 << 16)
    return told


def _record() -> int:
    from support.conformance import LOOKS, data_folder, recordings  # noqa: PLC0415

    lines = []
    with XtermJudge() as judge:
        for one in recordings(data_folder() / "conformance"):
            if one.suite == "alacritty":
                seen = judge.ask(one.recording.data, one.recording.size)
                for number, looks in enumerate(seen.looks):
                    runs = [f"{len(list(same))}*{look}" for look, same in itertools.groupby(looks)]
                    if any(looks):
                        lines.append(f"{one.recording.name}\t{number}\t{' '.join(runs)}\n")
    LOOKS.write_text("".join(lines), "utf-8")
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _answer_within_xterm(sys.argv[1])
    else:
        sys.exit(_record())
