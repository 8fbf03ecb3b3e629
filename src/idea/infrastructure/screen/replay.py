"""Replays recorded bytes on a core and tells what it showed: `idea screen replay`."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.ports.terminal_effects import Effect, Reply
from idea.domain.terminal import Size

_SLICE = 64 << 10
_WHERE = b"\x18\x1b\\\x1b[6n"
"""Asks for the cursor, whatever is unfinished before."""
_HERE = re.compile(rb"\x1b\[([0-9]+);([0-9]+)R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """Bytes of a program, and the screen they were written to."""

    name: str
    size: Size
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What a core showed at the end."""

    name: str
    rows: tuple[str, ...]
    cursor: tuple[int, int]
    """Row and column as the terminal reports them (`CSI 6n`), but counted from 0.

    A pending wrap is the last column; in origin mode both count from the margins.
    """
    replies: bytes
    title: str

    def as_json(self) -> str:
        """Return one line of JSON."""
        return json.dumps(
            {
                "name": self.name,
                "rows": list(self.rows),
                "cursor": list(self.cursor),
                "replies": self.replies.hex(),
                "title": self.title,
            },
            ensure_ascii=False,
        )


def parse_recording(line: str, number: int) -> Recording:
    """Return the recording of one line of JSON: name, cols, rows, hex.

    Raises:
        InvalidError: The line is not of that form; the sentence names its number.
    """
    try:
        fields = json.loads(line)
        return Recording(
            name=str(fields.get("name", number)),
            size=Size(columns=int(fields["cols"]), rows=int(fields["rows"])),
            data=bytes.fromhex(fields["hex"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidError(
            f"Line {number} is not a recording with cols, rows and hex ({error!r})."
        ) from error


def replay(factory: ScreenFactory, recording: Recording) -> Replayed:
    """Feed a recording to a fresh core that answers, and return what it shows."""
    screen = factory.create(recording.size, scrollback_lines=1000)
    try:
        screen.mute(muted=False)
        replies = b""
        for start in range(0, len(recording.data), _SLICE):
            effects = screen.feed(recording.data[start : start + _SLICE])
            replies += b"".join(effect.data for effect in effects if isinstance(effect, Reply))
        # A recording may end in a held frame; what the core has is judged.
        screen.release_hold()
        frame = screen.take_frame()
        rows = tuple(frame.rows[row].text for row in range(frame.size.rows))
        cursor = _reported(screen.feed(_WHERE)) or (frame.cursor.row, frame.cursor.column)
        return Replayed(
            name=recording.name, rows=rows, cursor=cursor, replies=replies, title=frame.title
        )
    finally:
        screen.close()


def _reported(effects: Iterable[Effect]) -> tuple[int, int] | None:
    """Return the cursor in what a core answers."""
    answers = b"".join(effect.data for effect in effects if isinstance(effect, Reply))
    found = _HERE.fullmatch(answers)
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


def replay_lines(factory: ScreenFactory, lines: Iterable[str]) -> Iterator[str]:
    """Yield a line of JSON for each recording; blank lines are skipped.

    Raises:
        InvalidError: A line is not a recording.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield replay(factory, parse_recording(line, number)).as_json()
