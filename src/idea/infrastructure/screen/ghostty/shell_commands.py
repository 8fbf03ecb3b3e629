"""The commands of one terminal, as its shell's marks tell them while it is fed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from idea.domain.commands import Command
from idea.domain.ports.terminal_core import Scrollback
from idea.domain.ports.terminal_effects import CommandEnded
from idea.domain.shell_marks import MarkScanner, ShellMark
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.abi import Abi
from idea.infrastructure.screen.ghostty.commands import CommandLog
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.pins import Cell, Pins
from idea.infrastructure.screen.ghostty.selection import Selector

_NONE: Mapping[int, Command] = MappingProxyType({})


class ShellCommands:
    """Takes the marks of the primary screen; a full-screen program tells nothing of a shell."""

    def __init__(self, abi: Abi, terminal: Any, facts: TerminalFacts, selector: Selector) -> None:
        """Follow the terminal of a handle."""
        self._facts = facts
        self._selector = selector
        self._log = CommandLog(Pins(abi, abi.address(terminal)), self._line_between)
        self._scanner = MarkScanner()
        self._shown = _NONE
        self._waiting = b""
        """Saved commands that wait for the primary screen, where their prompts are."""

    def cut(self, data: bytes) -> Sequence[tuple[bytes, ShellMark | None]]:
        """Return the data in parts to be fed one after the other, each with its mark at the end."""
        return self._scanner.cut(data)

    def take(self, mark: ShellMark) -> CommandEnded | None:
        """Take a mark that was just fed; tells when it ended a command."""
        if self._facts.is_alternate():
            return None
        self._settle()
        return self._log.take(mark, self._facts.cursor())

    def before_resize(self) -> None:
        """Hear that the lines are about to change without what waits for them."""
        self._settle()
        self._waiting = b""

    def shown(
        self, scrollback: Scrollback, rows: int, *, is_current: bool
    ) -> Mapping[int, Command]:
        """Return the commands whose prompts are shown; those of before while output is held."""
        if is_current:
            self._settle()
            hidden = self._facts.is_alternate()
            self._shown = _NONE if hidden else self._log.shown(scrollback.top, rows)
        return self._shown

    @property
    def at_prompt(self) -> bool:
        """Whether a shell waits for a command, and nothing is typed: nothing is where it begins."""
        begins = None if self._facts.is_alternate() else self._log.input_begins
        if begins is None or begins != self._cursor():
            return False
        return not self._selector.text_of(begins, begins).strip()

    def all(self) -> tuple[Command, ...]:
        """Return every command whose prompt is kept."""
        self._settle()
        found = self._log.commands()
        if self._facts.is_alternate():
            return tuple(command._replace(prompt=-1) for command in found)
        return found

    def output_around(self, line: int, size: Size) -> tuple[Cell, Cell] | None:
        """Return first and last cell of what the command printed that a line belongs to."""
        if self._facts.is_alternate():
            return None
        self._settle()
        return self._log.output_around(line, self._cursor(), size.columns)

    def saved(self) -> bytes:
        """Return the commands for a snapshot."""
        return self._waiting or self._log.saved()

    def restore(self, saved: bytes) -> None:
        """Take over the commands of a snapshot whose terminal this is.

        Raises:
            InvalidError: They are damaged.
        """
        self._waiting = saved
        self._settle()

    def close(self) -> None:
        """Let go of all places in the terminal."""
        self._log.close()

    def _cursor(self) -> Cell:
        """Return the absolute line and the column of the cursor."""
        row, column = self._facts.cursor()
        return self._facts.scrollback().total - self._facts.rows + row, column

    def _settle(self) -> None:
        if self._waiting and not self._facts.is_alternate():
            saved, self._waiting = self._waiting, b""
            self._log.restore(saved)

    def _line_between(self, first: Cell, end: Cell) -> str:
        """Return what was typed between two cells, when that was one line."""
        if self._facts.is_alternate():
            return ""
        row, column = end
        last = (row, column - 1) if column else (row - 1, self._facts.columns - 1)
        text = self._selector.text_of(first, last) if last >= first else ""
        return "" if "\n" in text else text.rstrip()
