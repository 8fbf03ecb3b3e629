"""Puts a moment of the past in the place of the present, which goes on behind it."""

from idea.domain.ports.terminal_core import Frame
from idea.presentation.desktop.terminal.frame_gate import merged
from idea.presentation.desktop.terminal.painter import GridPainter


class PastView:
    """What a view shows instead of the present, and the present meanwhile."""

    def __init__(self) -> None:
        self._present: Frame | None = None
        """All rows of the present while something of the past is shown."""

    @property
    def is_shown(self) -> bool:
        """Whether the past is shown."""
        return self._present is not None

    def hides(self, frame: Frame) -> bool:
        """Take a frame of the present; returns whether it must not be shown."""
        if self._present is None:
            return False
        self._present = merged(self._present, frame)
        return True

    def switch(self, past: Frame | None, grid: GridPainter, newest: Frame | None) -> Frame | None:
        """Go to a frame of the past, or back for None; returns what to show, None for no change.

        `grid` shows what `newest` was the last change of.
        """
        if past is None:
            present, self._present = self._present, None
            return present
        if self._present is None:
            if newest is None:
                return None
            rows = {row: grid.row_at(row) for row in range(newest.size.rows)}
            self._present = newest._replace(rows=rows, full=True)
        return past
