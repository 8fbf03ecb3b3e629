"""What a session shows and has shown, as plain values that travel to clients."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView:
    """What a session shows, as text."""

    id: str
    title: str
    columns: int
    rows: int
    cursor: tuple[int, int]
    """Row and column of the page, 0 at the top left."""
    lines: tuple[str, ...]
    """Scrollback as far as asked for, then the page; trailing blanks left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLineView:
    """A line in which something was found."""

    number: int
    """Counted from 1 at the oldest line kept."""
    text: str
    spans: tuple[tuple[int, int], ...]
    """First character and one past the last of each hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundView:
    """What was found in a session."""

    id: str
    hits: int
    """All of them, also those in lines beyond the limit."""
    lines: tuple[FoundLineView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceView:
    """Records of a session that follow each other without a hole."""

    start: int
    """The seq of the first one."""
    end: int
    at_ms: int
    """When the first one was recorded: milliseconds since 1970 in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryView:
    """What is kept of a session's past, oldest first."""

    id: str
    pieces: tuple[PieceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsView:
    """Records of a session, framed as in its log."""

    start: int
    end: int
    frames: str
    """Base64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointView:
    """A part of a whole screen as it was at `seq`."""

    seq: int
    kind: str
    """`native`, which only this `core` restores, or `portable`, which any core can be fed."""
    core: str
    columns: int
    rows: int
    size_bytes: int
    """Of the whole."""
    data: str
    """This part, in base64."""
