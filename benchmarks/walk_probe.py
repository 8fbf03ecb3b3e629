"""What a terminal says of itself, asked by a program that runs in it.

Usage: walk_probe.py modes FILE, or walk_probe.py mouse FILE, which waits for the pointer to move
and tells where the terminal has its first pixel and how large a character is.
"""

import os
import re
import sys
import termios
import tty
from pathlib import Path

_MODES = (1, 7, 9, 12, 25, 45, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016)
_LATER_MODES = (1049, 2004, 2026, 2027, 2031)
_ANSWERED = re.compile(rb"\x1b\[\?[\d;]*c")
_SIZE = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
_MOVED = re.compile(rb"\x1b\[<35;(\d+);(\d+)M")


def main() -> None:
    """Ask, and write the answers to a file."""
    what, path = sys.argv[1], Path(sys.argv[2])
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        path.write_text(_modes() if what == "modes" else _mouse(path))
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


def _modes() -> str:
    """Return modes, kitty's flags, xterm's keys, cursor shape, character set and colours."""
    questions = [f"\x1b[?{mode}$p" for mode in (*_MODES, *_LATER_MODES)]
    questions += ["\x1b[?u", "\x1b[?4m", "\x1bP$q q\x1b\\", "\x1bP$qr\x1b\\", "\x1bP$qm\x1b\\"]
    questions += [f"\x1b]{colour};?\x1b\\" for colour in (10, 11, 12)]
    _say("".join(questions) + "\x1b[c")
    answers = _hear(_ANSWERED).decode(errors="replace")
    return "\n".join(repr(one)[1:-1] for one in re.split("(?=\x1b[P\\[\\]])", answers) if one)


def _mouse(path: Path) -> str:
    _say("\x1b[16t")
    heard = _SIZE.search(_hear(_SIZE))
    assert heard is not None
    _say("\x1b[?1003h\x1b[?1006h\x1b[?1016h")
    path.with_suffix(".waits").touch()
    moved = _MOVED.search(_hear(_MOVED))
    _say("\x1b[?1016l\x1b[?1006l\x1b[?1003l")
    assert moved is not None
    return " ".join(part.decode() for part in (*moved.groups(), *heard.groups()))


def _say(text: str) -> None:
    os.write(1, text.encode())


def _hear(last: re.Pattern[bytes]) -> bytes:
    heard = b""
    while not last.search(heard):
        heard += os.read(0, 4096)
    return heard


if __name__ == "__main__":
    main()
