"""Remembers the commands whose prompts one terminal keeps.

The library keeps with each row whether a prompt begins in it, but not what became of its command.
So each prompt is pinned: the pin says where it is now, the row whether it still is one.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from idea.domain.commands import Command
from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_effects import CommandEnded
from idea.domain.shell_marks import LONGEST_LINE, MarkKind, ShellMark
from idea.infrastructure.screen.ghostty.pins import Cell, Pin, Pins

MOST_COMMANDS: Final = 500
"""Older ones are forgotten: every pin costs each line 20 ns that scrolls in a part of the page."""
_MOST_SAVED_TEXT: Final = 256 * 1024

type TextBetween = Callable[[Cell, Cell], str]


@dataclass(slots=True, kw_only=True)
class _Entry:
    prompt: Pin | None
    input: Pin | None = None
    output: Pin | None = None
    end: Pin | None = None
    line: str = ""
    began: bool = False
    ended: bool = False
    exit: int | None = None
    began_ms: int = 0
    took_ms: int | None = None


class CommandLog:
    """The commands of one terminal, the oldest first; the last may be one that is being typed."""

    def __init__(self, pins: Pins, text_between: TextBetween) -> None:
        """`text_between` reads one line of text between two cells of all there is."""
        self._pins = pins
        self._text_between = text_between
        self._entries: list[_Entry] = []

    @property
    def at_prompt(self) -> bool:
        """Whether a prompt waits for a command."""
        return bool(self._entries) and not self._entries[-1].began

    @property
    def input_begins(self) -> Cell | None:
        """Where what is typed at the waiting prompt begins, if the shell tells that."""
        return self._pins.place(self._entries[-1].input) if self.at_prompt else None

    def take(self, mark: ShellMark, cursor: Cell) -> CommandEnded | None:
        """Take a mark that stands at the cursor; tells when it ended a command."""
        match mark.kind:
            case MarkKind.PROMPT:
                self._begin_prompt(cursor)
            case MarkKind.INPUT if self.at_prompt:
                entry = self._entries[-1]
                self._pins.free(entry.input)
                entry.input = self._pins.at_cursor(cursor)
            case MarkKind.OUTPUT if self.at_prompt:
                self._begin_output(mark, cursor)
            case MarkKind.END:
                return self._end(mark, cursor)
            case _:
                pass
        return None

    def commands(self) -> tuple[Command, ...]:
        """Return the commands whose prompts are still there."""
        self._forget_old()
        return tuple(self._read(*found) for found in self._newest_first())[::-1]

    def shown(self, top: int, rows: int) -> dict[int, Command]:
        """Return the commands whose prompts are among some lines, by their row there."""
        shown = {}
        for _, command in self._newest_first():
            if command.prompt < top:
                break
            if command.prompt < top + rows:
                shown[command.prompt - top] = command
        return shown

    def output_around(self, line: int, cursor: Cell, width: int) -> tuple[Cell, Cell] | None:
        """Return first and last cell of the output of the command a line belongs to.

        `cursor` is where the output of a command that runs ends; None when there is no output.
        """
        for entry, command in self._newest_first():
            if command.prompt <= line:
                first = self._pins.place(entry.output)
                end = self._pins.place(entry.end) if command.ended else cursor
                if entry.output is not None and first is None:
                    first = (0, 0)  # Its beginning was trimmed.
                if first is None or end is None or end <= first:
                    return None
                row, column = end
                return first, (row, column - 1) if column else (row - 1, width - 1)
        return None

    def saved(self) -> bytes:
        """Return all this for a snapshot; the newest commands, as many as a limit allows."""
        kept: list[list[Any]] = []
        room = _MOST_SAVED_TEXT
        for entry in reversed(self._entries):
            prompt = self._pins.place(entry.prompt)
            room -= len(entry.line)
            if prompt is None or room < 0:
                break
            places = [self._pins.place(pin) for pin in (entry.input, entry.output, entry.end)]
            state = (entry.began, entry.ended, entry.exit, entry.began_ms, entry.took_ms)
            kept.append([prompt, *places, entry.line, *state])
        return json.dumps(kept[::-1]).encode() if kept else b""

    def restore(self, saved: bytes) -> None:
        """Take over what `saved` returned for a terminal with the same lines.

        Raises:
            InvalidError: `saved` did not return this.
        """
        try:
            self._restore(saved)
        except (ValueError, TypeError) as error:
            raise InvalidError("The saved commands of this terminal cannot be read.") from error

    def _restore(self, saved: bytes) -> None:
        for prompt, *places, line, began, ended, code, began_ms, took_ms in json.loads(saved):
            pins = [None if cell is None else self._pins.at(tuple(cell)) for cell in places]
            self._entries.append(
                _Entry(
                    prompt=self._pins.at(tuple(prompt)),
                    input=pins[0],
                    output=pins[1],
                    end=pins[2],
                    line=line,
                    began=began,
                    ended=ended,
                    exit=code,
                    began_ms=began_ms,
                    took_ms=took_ms,
                )
            )

    def close(self) -> None:
        """Let go of every pin."""
        while self._entries:
            self._drop(-1)

    def _begin_prompt(self, cursor: Cell) -> None:
        if self._entries and not self._entries[-1].began:
            self._drop(-1)  # The same prompt, drawn again, or one at which nothing was run.
        elif self._entries:
            self._entries[-1].ended = True  # Its shell told no end.
        pin = self._pins.at_cursor(cursor)
        place = self._pins.place(pin)
        if pin is None or place is None or not self._pins.begins_prompt(pin):
            self._pins.free(pin)  # The library saw no mark here.
            return
        # What stood below was cleared away: prompts come in the order of their lines.
        while self._entries and (self._pins.place(self._entries[-1].prompt) or (-1, 0)) >= place:
            self._drop(-1)
        self._entries.append(_Entry(prompt=pin))
        self._forget_old()

    def _begin_output(self, mark: ShellMark, cursor: Cell) -> None:
        entry = self._entries[-1]
        entry.began = True
        entry.began_ms = mark.at_ms
        entry.output = self._pins.at_cursor(cursor)
        entry.line = mark.line

    def _read(self, entry: _Entry, command: Command) -> Command:
        """Return a command with its line compared with the screen, or read from it."""
        typed = self._typed(entry)
        line = command.line or typed
        # A prompt at the right may stand behind it, far enough to be told from it.
        return command._replace(
            line=line, shown=bool(typed) and (typed == line or typed.startswith(f"{line}  "))
        )

    def _typed(self, entry: _Entry) -> str:
        first, end = self._pins.place(entry.input), self._pins.place(entry.output)
        return "" if first is None or end is None else self._text_between(first, end)[:LONGEST_LINE]

    def _end(self, mark: ShellMark, cursor: Cell) -> CommandEnded | None:
        if not self._entries or self._entries[-1].ended:
            return None
        entry = self._entries[-1]
        if not entry.began:
            return None  # An empty line was entered; a prompt follows.
        entry.ended = True
        entry.exit = mark.exit
        entry.took_ms = mark.took_ms
        entry.end = self._pins.at_cursor(cursor)
        return CommandEnded(entry.line, entry.exit, entry.took_ms)

    def _newest_first(self) -> Iterator[tuple[_Entry, Command]]:
        below: int | None = None
        for entry in reversed(self._entries):
            place = self._pins.place(entry.prompt)
            if place is None:
                return  # Trimmed, and so is what is older.
            if below is not None and place[0] >= below:
                continue  # Its line was taken away by a program that moves lines.
            below = place[0]
            if entry.began and self._begins(entry):
                yield (
                    entry,
                    Command(
                        prompt=place[0],
                        line=entry.line,
                        ended=entry.ended,
                        exit=entry.exit,
                        began_ms=entry.began_ms,
                        took_ms=entry.took_ms,
                    ),
                )

    def _begins(self, entry: _Entry) -> bool:
        return entry.prompt is not None and self._pins.begins_prompt(entry.prompt)

    def _forget_old(self) -> None:
        while self._entries and (
            len(self._entries) > MOST_COMMANDS or self._pins.is_gone(self._entries[0].prompt)
        ):
            self._drop(0)

    def _drop(self, index: int) -> None:
        entry = self._entries.pop(index)
        self._pins.free(entry.prompt, entry.input, entry.output, entry.end)
