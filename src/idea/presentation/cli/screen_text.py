"""What a core shows, as text and as an answer for programs."""

from collections.abc import Iterator

from idea.domain.ports.terminal_core import Screen
from idea.domain.styled_text import styled


def screen_answer(session: str, screen: Screen, history: int) -> dict[str, object]:
    """Return the page with `history` lines of scrollback above it, as `session screen` does."""
    frame = screen.take_frame()
    first, count = _extent(frame.scrollback.total, frame.size.rows, history)
    return {
        "id": session,
        "title": frame.title,
        "columns": frame.size.columns,
        "rows": frame.size.rows,
        "cursor": [frame.cursor.row, frame.cursor.column],
        "lines": list(screen.lines(first, count)),
    }


def styled_lines(screen: Screen, history: int) -> Iterator[str]:
    """Yield the same lines with their colours; blank ones at the end are left out."""
    frame = screen.take_frame()
    rows = screen.rows(*_extent(frame.scrollback.total, frame.size.rows, history))
    filled = max((index + 1 for index, row in enumerate(rows) if row.runs), default=0)
    for row in rows[:filled]:
        yield (styled(row) + b"\x1b[m").decode()


def _extent(total: int, page: int, history: int) -> tuple[int, int]:
    first = max(0, total - page - history)
    return first, total - first
