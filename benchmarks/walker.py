"""Hands and eyes before the real window: keys, mouse and clipboard go in, pictures come out."""

import fcntl
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import psutil
from PySide6.QtGui import QImage

from display import HEIGHT, WIDTH, VirtualDisplay
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from product import Product
from x_display import Area, XDisplay

PROMPT = "walk$"
FIRST_LINE = "BEFORE-IT"
_PATIENCE_S = 60
_WHOLE = Area(0, 0, WIDTH, HEIGHT)
_STORM = (
    *((1000, 600), (700, 420), (1280, 500), (620, 800), (1100, 700), (640, 400)),
    *((1200, 760), (800, 800), (1280, 430), (900, 640), (1024, 768), (860, 560)),
)
"""The last one leaves a window that is smaller than before, so that something must change."""
_BETWEEN_S = 0.12


class Walker:
    """A person at the window, which has one cell with a shell."""

    def __init__(
        self, product: Product, display: VirtualDisplay, x: XDisplay, folder: Path
    ) -> None:
        self._display, self._x, self._folder = display, x, folder
        self._home = Path(product.environment["HOME"])
        self._engine = EngineStarter(find_places(product.environment)).ensure_running()
        self._window = max(x.windows(), key=lambda one: x.windows()[one].width)
        self._origin, self._character = (0, 0), (1, 1)
        self.prefix = ""
        self.faults: list[str] = []
        self.pictures: list[Path] = []

    # What a person does.

    def key(self, *names: str) -> None:
        """Press keys one after the other, by the names that xdotool has for them."""
        for name in names:
            self._do("key", "--clearmodifiers", name)

    def say(self, text: str) -> None:
        """Type characters; a line end is Enter."""
        for line in text.splitlines(keepends=True):
            if line.rstrip("\n"):
                self._do("type", "--delay", "15", "--", line.rstrip("\n"))
            if line.endswith("\n"):
                self._do("key", "Return")

    def paste(self, text: str) -> None:
        """Put a text on the clipboard and press the keys that paste it."""
        owner = ["xclip", "-selection", "clipboard"]
        subprocess.run(
            owner, input=text.encode(), env=self._display.environment, check=True, timeout=20
        )
        self.key("ctrl+shift+v")

    def click(self, column: int, row: int, button: int = 1, held: str = "") -> None:
        """Press and release a mouse button on a character."""
        self.point(column, row)
        hold, release = (["keydown", held], ["keyup", held]) if held else ([], [])
        self._do(*hold, "click", str(button), *release)

    def wheel(self, clicks: int) -> None:
        """Turn the wheel where the pointer is, up when negative."""
        self._do("click", "--repeat", str(abs(clicks)), "--delay", "40", "4" if clicks < 0 else "5")

    def drag(self, start: tuple[int, int], end: tuple[int, int], held: str = "") -> None:
        """Draw with the left button from one character to another."""
        if held:
            self._do("keydown", held)
        self.point(*start)
        self._do("mousedown", "1")
        self.point((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self.point(*end)
        self._do("mouseup", "1")
        if held:
            self._do("keyup", held)

    def point(self, column: int, row: int) -> None:
        """Move the pointer onto a character; the first is 1, 1."""
        (left, top), (width, height) = self._origin, self._character
        where = (left + (column - 0.5) * width, top + (row - 0.5) * height)
        self._do("mousemove", *(str(round(one)) for one in where))

    def storm(self) -> None:
        """Resize the window again and again while the program draws."""
        for width, height in _STORM:
            self._x.place(self._window, Area(0, 0, width, height))
            time.sleep(_BETWEEN_S)

    def focus(self) -> None:
        """Give the window the keys; without a window manager a dialog leaves nobody with them."""
        self._x.focus(self._window)

    def unfold(self) -> None:
        """Give the window the whole display again."""
        self._x.place(self._window, _WHOLE)
        self.settle()

    # What a person sees.

    def see(self, text: str, why: str = "", within_s: float = _PATIENCE_S) -> bool:
        """Wait for a text on the screen; a fault when it does not come."""
        return self.expect(lambda: text in self.screen(), f"{text!r} not seen {why}", within_s)

    def expect(self, is_so: Callable[[], bool], fault: str, within_s: float = 20) -> bool:
        """Wait for something to be so; a fault when it never is."""
        deadline = time.monotonic() + within_s
        while not is_so():
            if time.monotonic() > deadline:
                self.faults.append(fault.strip())
                return False
            time.sleep(0.1)
        return True

    def screen(self) -> str:
        """Return the text of the cell."""
        session = {"session": self._session()["id"], "history": 0}
        shown = cast(Mapping[str, Any], call_once(self._engine, "terminals.read_screen", session))
        return "\n".join(shown["lines"])

    def lines(self) -> list[str]:
        """Return the lines of the cell as far as there is something in them."""
        return [line.rstrip() for line in self.screen().rstrip().splitlines()]

    def settle(self, still_s: float = 1.0) -> None:
        """Wait until the size is that of the window, and the text stands still or has had time."""
        deadline = time.monotonic() + 5
        before, since = "", time.monotonic()
        while time.monotonic() < deadline and time.monotonic() - since < still_s:
            now = f"{self.size_of_cell()} {self.screen()}"
            if now != before:
                before, since = now, time.monotonic()

    def size_of_cell(self) -> tuple[int, int]:
        """Return columns and rows as the engine has them."""
        session = self._session()
        return session["columns"], session["rows"]

    def size_for_programs(self) -> tuple[int, int]:
        """Return columns and rows as the kernel tells the programs in the cell."""
        with Path(self._terminal()).open("rb", buffering=0) as opened:
            told = fcntl.ioctl(opened, termios.TIOCGWINSZ, bytes(8))
        rows, columns, _, _ = struct.unpack("4H", told)
        return columns, rows

    def shot(self, name: str) -> None:
        """Keep a picture of the window."""
        raw = self._display.frame_buffer.read_bytes()
        header = struct.unpack(">25I", raw[:100])
        pixels = raw[header[0] + header[19] * 12 :]
        image = QImage(pixels, WIDTH, HEIGHT, header[12], QImage.Format.Format_RGB32)
        around = self._x.windows()[self._window]
        path = self._folder / f"{self.prefix}-{name}.png"
        image.copy(around.left, around.top, around.width, around.height).save(str(path))
        self.pictures.append(path)

    # The shell around the programs.

    def begin(self) -> None:
        """Take the window and learn where its characters are."""
        self._x.place(self._window, _WHOLE)
        self.focus()
        self.expect(lambda: PROMPT in self.screen(), "no prompt", _PATIENCE_S)
        self.key("ctrl+shift+b")
        self.settle()
        asked, pointer = self._home / "mouse", (600, 400)
        self.say(f"{self._probe('mouse', asked)}\n")
        self.expect(asked.with_suffix(".waits").exists, "the probe for the mouse did not start")
        self._do("mousemove", *map(str, pointer))
        self.expect(lambda: asked.exists() and bool(asked.read_text()), "no pointer was reported")
        right, below, height, width = map(int, asked.read_text().split())
        self._character = width, height
        self._origin = pointer[0] - right, pointer[1] - below

    def fresh_shell(self) -> str:
        """Clear the screen, leave one line to come back to, and return what the terminal says."""
        self.unfold()
        said = self.ask_modes()
        self.say(f"clear; echo {FIRST_LINE}\n")
        self.expect(lambda: self.lines() == [FIRST_LINE, PROMPT], "the shell's screen is not clear")
        return said

    def ask_modes(self) -> str:
        """Return what the terminal says of its modes to a program."""
        answers = self._home / "modes"
        answers.unlink(missing_ok=True)
        self.say(f"{self._probe('modes', answers)}\n")
        self.expect(lambda: answers.exists() and bool(answers.read_text()), "no answers to queries")
        return answers.read_text() if answers.exists() else ""

    def is_at_prompt(self) -> bool:
        """Whether the last line is a prompt with nothing behind it."""
        return self.lines()[-1:] == [PROMPT]

    def end_what_runs(self) -> None:
        """End what a walk left behind, so that the next one has a shell."""
        shell = psutil.Process(self._session()["pid"])
        children = shell.children(recursive=True)
        for child in children:
            child.kill()
        psutil.wait_procs(children, timeout=10)
        self.say("\nreset\n")

    def _probe(self, what: str, answers: Path) -> str:
        program = Path(__file__).with_name("walk_probe.py")
        return f"{sys.executable} {program} {what} {answers}"

    def _session(self) -> Mapping[str, Any]:
        found = call_once(self._engine, "terminals.list_sessions", {"project": ""})
        return cast(Sequence[Mapping[str, Any]], found)[0]

    def _terminal(self) -> str:
        return str(psutil.Process(self._session()["pid"]).terminal())

    def _do(self, *words: str) -> None:
        done: Sequence[str] = ["xdotool", *words]
        subprocess.run(done, env=self._display.environment, check=True, timeout=60)
