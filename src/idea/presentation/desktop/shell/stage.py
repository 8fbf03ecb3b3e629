"""What commands act on: the model, the way to the engine, and the grid in front."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from idea.application.views import SessionView
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.grid.terminal_parts import TerminalPart, TerminalParts
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.viewmodels.cells import Body
from idea.presentation.desktop.viewmodels.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Main thread only."""

    desk: Desk
    runner: Runner
    parts: TerminalParts
    grid: Callable[[], GridView | None]
    """The grid in front."""
    popped_out: Callable[[str], GridView | None]
    """What the window of a popped-out cell shows; None for a cell that is in its grid."""
    environment: Mapping[str, str]
    """The variables of this window that new sessions need: display, bus, keys."""

    def part(self) -> TerminalPart | None:
        """Return the terminal of the focused cell."""
        session = self.desk.focused_session
        return self.terminal(session) if session is not None else None

    def terminal(self, session: SessionView) -> TerminalPart | None:
        """Return the terminal that shows a session of the project in front."""
        grid = self.shown_in(session.cell or "")
        return grid.terminal(session.id) if grid is not None else None

    def shown_in(self, cell: str) -> GridView | None:
        """Return what shows a cell of the project in front: its own window, or the grid."""
        return self.popped_out(cell) or self.grid()

    def room(self, cell: str) -> tuple[int, int]:
        """Return the columns and rows a cell has room for; zeros when it is not known."""
        grid = self.shown_in(cell)
        frame = grid.frame(cell) if grid is not None else None
        if frame is None or frame.body is Body.CARD:
            return 0, 0
        box = frame.body_room()
        return self.parts.fitting(box.width(), box.height(), cell)
