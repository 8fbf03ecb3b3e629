"""What a program causes outside its screen, as a terminal core tells it."""

from typing import Final, NamedTuple

from idea.domain.attention import Urgency
from idea.domain.program_status import StatusNews

LONG_COMMAND_MS: Final = 1_000
"""Of a command that took less nobody wants to hear."""


class Reply(NamedTuple):
    """Bytes the core wants to write to the program."""

    data: bytes


class Bell(NamedTuple):
    """The program rang."""


class TitleChanged(NamedTuple):
    """The program named its window; empty for none."""

    title: str


class DirectoryChanged(NamedTuple):
    """The program named its working folder (OSC 7), as it wrote it."""

    uri: str


class ClipboardWritten(NamedTuple):
    """The program asked to put text on the clipboard (OSC 52)."""

    text: str


class Notified(NamedTuple):
    """The program asked for a desktop notification (OSC 9, 777 or 99)."""

    title: str
    body: str
    urgency: Urgency = Urgency.NORMAL
    id: str = ""
    """What the program calls it, to close it later; empty when it cannot."""


class ProgressChanged(NamedTuple):
    """The program told its progress (OSC 9;4); state 0 none, 1 normal, 2 error, 3 busy, 4 held."""

    state: int
    percent: int


class CommandEnded(NamedTuple):
    """A command at a shell's prompt ended (OSC 133)."""

    line: str
    """Its command line, when the shell told it."""
    exit: int | None
    took_ms: int | None

    @property
    def took_long(self) -> bool:
        """Whether it took so long that somebody may want to hear; few enough do."""
        return (self.took_ms or 0) >= LONG_COMMAND_MS


class NotificationClosed(NamedTuple):
    """The program takes back what it notified of under this id."""

    id: str


class StatusTold(NamedTuple):
    """The program told what it is doing (OSC 7501), or that this holds no more."""

    news: tuple[StatusNews, ...]
    """In order, without what later ones outdo."""


type Effect = (
    Reply
    | Bell
    | TitleChanged
    | DirectoryChanged
    | ClipboardWritten
    | Notified
    | NotificationClosed
    | ProgressChanged
    | CommandEnded
    | StatusTold
)
