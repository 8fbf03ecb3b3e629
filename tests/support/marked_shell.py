"""A real shell in a pseudo-terminal with a core behind it, started so that it tells its marks."""

import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from idea.domain.commands import Command
from idea.domain.ports.terminal_core import Screen
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.infrastructure.shells.integration import integrated
from support.outer_terminal import OuterTerminal

_PATIENCE_S = 60.0
_SIZE = Size(columns=80, rows=24)


def program_of(shell: str) -> str:
    """Return the path of a shell, or skip where there is none."""
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    return path


class MarkedShell:
    """One interactive shell; a context, which ends it."""

    def __init__(
        self,
        shell: str,
        home: Path,
        *options: str,
        variables: Mapping[str, str] | None = None,
        marks: bool = True,
        size: Size = _SIZE,
    ) -> None:
        given = {
            "HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "USER": "person",
            **(variables or {}),
        }
        command = (program_of(shell), *options)
        if marks:
            command, started = integrated(command, given)
            given = dict(started)
        self.screen: Screen = select_core("ghostty").create(size, 1000)
        self._terminal = OuterTerminal(command, given, size.columns, size.rows)
        self.raw = b""
        """Everything the shell wrote."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._terminal.__exit__(kind, error, trace)
        self.screen.close()

    @property
    def text(self) -> str:
        """What the screen and its scrollback say."""
        return "\n".join(self.screen.lines(0, 10_000)).rstrip()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that were told, the oldest first."""
        return self.screen.commands()

    def is_at_prompt(self) -> bool:
        """Whether the shell waits at an empty prompt with marks."""
        return self.screen.take_frame().at_prompt

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Read until something is so."""
        deadline = time.monotonic() + _PATIENCE_S
        while not done():
            piece = self._terminal.read_some(deadline)
            self.raw += piece
            self.screen.feed(piece)
            if not piece:
                raise AssertionError(f"never came: {what}; there was\n{self.text}\n{self.raw!r}")

    def ready(self) -> Self:
        """Wait for a prompt with marks."""
        self.until(self.is_at_prompt, "a prompt with marks")
        return self

    def run(self, line: str) -> Command:
        """Type a line at the prompt and wait for the next one; returns the command it was."""
        known = len(self.commands)
        self.type(f"{line}\r")
        self.until(
            lambda: len(self.commands) > known and self.is_at_prompt(), f"the end of {line!r}"
        )
        return self.commands[-1]

    def type(self, keys: str) -> None:
        """Press keys."""
        self._terminal.type(keys.encode())

    def shows(self, text: str) -> None:
        """Wait until the screen says something."""
        self.until(lambda: text in self.text, f"{text!r}")

    def resize(self, columns: int, rows: int) -> None:
        """Give core and shell another size, in the order in which a session does it."""
        self.screen.resize(Size(columns=columns, rows=rows))
        self._terminal.resize(columns, rows)
