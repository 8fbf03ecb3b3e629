"""Runs inside a terminal: writes a file several times and waits for the answer to CSI 6n.

Usage: flood.py FILE TIMES RESULT [GO]. The result file gets bytes, seconds, columns and rows;
RESULT.started appears when the writing begins, or, with GO, when it may: once there is such a file.
"""

import os
import sys
import termios
import time
import tty
from pathlib import Path


def main() -> None:
    """Write, ask, wait, tell."""
    payload = Path(sys.argv[1]).read_bytes() * int(sys.argv[2])
    result = Path(sys.argv[3])
    before = termios.tcgetattr(0)
    _wait_for_size()
    columns, rows = os.get_terminal_size()
    tty.setcbreak(0)
    result.with_suffix(".started").touch()
    while len(sys.argv) > 4 and not Path(sys.argv[4]).exists():
        time.sleep(0.001)
    begin = time.monotonic()
    view = memoryview(payload)
    while view:
        view = view[os.write(1, view[: 1 << 16]) :]
    os.write(1, b"\x1b[6n")
    answer = b""
    while not answer.endswith(b"R"):
        answer += os.read(0, 64)
    seconds = time.monotonic() - begin
    termios.tcsetattr(0, termios.TCSANOW, before)
    written = result.with_suffix(".tmp")
    written.write_text(f"{len(payload)} {seconds} {columns} {rows}")
    written.rename(result)


def _wait_for_size() -> None:
    """Wait until the window has given the terminal its size, and has come to rest."""
    last, since = os.get_terminal_size(), time.monotonic()
    while time.monotonic() - since < 1:
        time.sleep(0.05)
        if os.get_terminal_size() != last:
            last, since = os.get_terminal_size(), time.monotonic()


main()
