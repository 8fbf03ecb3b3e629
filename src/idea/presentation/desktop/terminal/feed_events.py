"""What a feed thread tells its view; frozen values that cross threads."""

from dataclasses import dataclass
from enum import Enum

from idea.domain.ports.terminal_core import Frame, Row, SelectionUnit
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    CommandEnded,
    DirectoryChanged,
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
    TitleChanged,
)
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.client import Ended, HoldingChanged, InputAllowed, Mark, TextWanted


@dataclass(frozen=True, slots=True)
class Joined:
    """The session accepted this view; input credit starts from nothing."""


@dataclass(frozen=True, slots=True)
class WentLive:
    """The screen is as the session is now; what came before was history."""


class CopyTarget(Enum):
    """Where copied text goes."""

    CLIPBOARD = "clipboard"
    PRIMARY = "primary"


@dataclass(frozen=True, slots=True)
class TextCopied:
    """The selected text was read."""

    text: str
    target: CopyTarget
    rows: tuple[Row, ...] = ()
    """The same with its looks, when that was asked for."""


@dataclass(frozen=True, slots=True)
class LineRecalled:
    """A command line that shall be typed again."""

    line: str
    run: bool
    """Whether to press Enter behind it."""


@dataclass(frozen=True, slots=True)
class Unable:
    """Something the person asked for cannot be done, in a sentence."""

    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSelection:
    """What to select; a place is an absolute line and a column, both ends inside."""

    start: tuple[int, int]
    end: tuple[int, int]
    unit: SelectionUnit = SelectionUnit.CELL
    block: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search knows so far."""

    count: int = 0
    """How many hits were counted."""
    ordinal: int = 0
    """Which of them is shown, from 1; 0 for none, or not known yet."""
    complete: bool = False
    """Whether everything was looked at."""
    sentence: str = ""
    """Why nothing is looked for."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Which cells of the next frame are hits: row, first column, one past the last.

    The hit that is shown is selected instead.
    """

    spans: tuple[tuple[int, int, int], ...] = ()


type FeedEvent = (
    Frame
    | Bell
    | TitleChanged
    | DirectoryChanged
    | ClipboardWritten
    | Notified
    | NotificationClosed
    | StatusTold
    | ProgressChanged
    | CommandEnded
    | Mark
    | Ended
    | HoldingChanged
    | InputAllowed
    | TextWanted
    | LinkLost
    | Joined
    | WentLive
    | TextCopied
    | LineRecalled
    | Unable
    | Found
    | Marks
)
