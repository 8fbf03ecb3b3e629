"""Commands that were run at prompts, as their shell told with its marks."""

from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    """What became of a command."""

    RUNNING = "running"
    OK = "ok"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """It ended, and the shell did not tell how."""


class Command(NamedTuple):
    """One command; times are milliseconds."""

    prompt: int
    """The absolute line its prompt begins in; -1 while the alternate screen hides it."""
    line: str = ""
    """What was typed; empty when it is not known."""
    shown: bool = False
    """Whether the screen shows just that where it was typed: a program may tell another line."""
    ended: bool = False
    exit: int | None = None
    began_ms: int = 0
    """Since 1970 in UTC; 0 when the shell did not tell."""
    took_ms: int | None = None

    @property
    def outcome(self) -> Outcome:
        """What became of it."""
        if not self.ended:
            return Outcome.RUNNING
        if self.exit is None:
            return Outcome.UNKNOWN
        return Outcome.OK if self.exit == 0 else Outcome.FAILED


def command_sentence(command: Command) -> str:
    """Return in one line how a command ended and how long it ran."""
    words = {
        Outcome.RUNNING: "running",
        Outcome.OK: "ok",
        Outcome.FAILED: f"failed with {command.exit}",
        Outcome.UNKNOWN: "ended",
    }[command.outcome]
    return words if command.took_ms is None else f"{words} after {run_time(command.took_ms)}"


def run_time(milliseconds: int) -> str:
    """Return a run time as people say it: `840 ms`, `3.2 s`, `4 min 5 s`, `2 h 10 min`."""
    if milliseconds < 1_000:
        return f"{milliseconds} ms"
    seconds = milliseconds / 1_000
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes_left = divmod(minutes, 60)
    return f"{hours} h {minutes_left} min" if hours else f"{minutes} min {rest} s"


def command_at(commands: tuple[Command, ...], line: int) -> Command | None:
    """Return the command whose prompt or output an absolute line belongs to."""
    found = None
    for command in commands:
        if command.prompt > line:
            break
        found = command
    return found


def prompt_beyond(commands: tuple[Command, ...], line: int, *, down: bool) -> int | None:
    """Return the line of the nearest prompt above `line`, or below it."""
    prompts = [command.prompt for command in commands if command.prompt >= 0]
    if down:
        return next((prompt for prompt in prompts if prompt > line), None)
    return next((prompt for prompt in reversed(prompts) if prompt < line), None)
