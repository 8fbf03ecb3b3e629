"""Programs that talk with their terminal; scripts to run inside sessions.

    talker.py ask TIMES WAIT_S GO_FILE     asks CSI 6n, each time after the last answer
    talker.py recite FILE START NEXT GO    prints a file as soon as START is there, tells what it
                                           heard until NEXT is as `first: HEX;`, listens until GO is
    talker.py sip RESULT_FILE              reads slowly and keeps what it read

Each says `ready` when it begins, and what it heard, compressed, as `heard: HEX;`.
"""

import os
import select
import sys
import termios
import time
import tty
import zlib
from pathlib import Path

_LISTEN_S = 0.5
_SIP_BYTES = 1024
_SIP_EVERY_S = 0.005


def _listen(seconds: float, *, enough: bytes = b"") -> bytes:
    """Return what arrives until the time is over, or what arrived ends so."""
    until = time.monotonic() + seconds
    heard = b""
    while (left := until - time.monotonic()) > 0 and not (enough and heard.endswith(enough)):
        if select.select([0], [], [], left)[0]:
            heard += os.read(0, 4096)
    return heard


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def _listen_for(path: Path) -> bytes:
    """Return what arrives until a file is there, and a little longer."""
    heard = b""
    while not path.exists():
        heard += _listen(0.01)
    return heard + _listen(_LISTEN_S)


def _tell(what: str, heard: bytes) -> None:
    _write(b"\r\n%s: %s;\r\n" % (what.encode(), zlib.compress(heard).hex().encode()))


def _ask(times: int, wait_s: float) -> bytes:
    heard = b""
    for turn in range(times):
        _write(b"\x1b[%d;%dH\x1b[6n" % place(turn))
        heard += _listen(wait_s, enough=b"R")
    return heard + _listen(_LISTEN_S)


def place(turn: int) -> tuple[int, int]:
    """Return row and column from which the cursor's place is asked, counted from 1."""
    return turn % 9 + 1, turn % 30 + 1


def _sip(result: Path) -> None:
    with result.open("wb", buffering=0) as file:
        while True:
            file.write(os.read(0, _SIP_BYTES))
            time.sleep(_SIP_EVERY_S)


def main() -> None:
    """Do what the first argument says."""
    tty.setraw(0, termios.TCSANOW)
    what, *rest = sys.argv[1:]
    _write(b"ready\r\n")
    if what == "ask":
        _listen_for(Path(rest[2]))
        heard = _ask(int(rest[0]), float(rest[1]))
    elif what == "recite":
        _listen_for(Path(rest[1]))
        _write(Path(rest[0]).read_bytes())
        _write(b"\r\nrecited\r\n")
        _tell("first", _listen_for(Path(rest[2])))
        heard = _listen_for(Path(rest[3]))
    else:
        _sip(Path(rest[0]))
        return
    _tell("heard", heard)
    os.read(0, 1)


if __name__ == "__main__":
    main()
