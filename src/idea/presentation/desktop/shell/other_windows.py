"""What a window knows of the other windows of its process."""

from collections.abc import Callable, Sequence
from typing import Protocol, override

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from idea.application.workspace.save_window import SaveWindowRequest


class PlaceForCells(Protocol):
    """A window that a cell may be dragged over and let go in; main thread only."""

    def hover(self, project: str, cell: str, point: QPoint) -> str:
        """Show what letting a cell go at a global position would do, and say it in words."""
        ...

    def leave(self) -> None:
        """Show nothing of a cell that is carried elsewhere."""
        ...

    def drop(self, project: str, cell: str, point: QPoint) -> None:
        """Let a cell go at a global position."""
        ...


class OtherWindows(Protocol):
    """Main thread only; each window has one of its own."""

    @property
    def speaks(self) -> bool:
        """Whether this window was used last: it says and does what concerns no window."""
        ...

    def go_to(self, session: str, project: str) -> bool:
        """Show a session in the window that has its project's tab; False when none has."""
        ...

    def show_next(self) -> None:
        """Give the keyboard to the next window."""
        ...

    def point_at(self, point: QPoint | None) -> tuple[str, int] | None:
        """Show in the strip at a global position where a dragged tab would go, and return that.

        It is the window and how many tabs would be left of it; None for nowhere.
        """
        ...

    def place_in(self, window: QWidget) -> PlaceForCells | None:
        """Return what becomes of cells that are dragged over another window; None for no such."""
        ...

    def when_saved(self, then: Callable[[], object]) -> None:
        """Do something once no other window holds unsaved text."""
        ...

    def places(self) -> Sequence[SaveWindowRequest]:
        """Return what keeps every other window as it is now."""
        ...

    def widgets(self) -> Sequence[QWidget]:
        """Return every other window."""
        ...


class NoOtherWindows(OtherWindows):
    """The window is alone."""

    @property
    @override
    def speaks(self) -> bool:
        return True

    @override
    def go_to(self, session: str, project: str) -> bool:
        return False

    @override
    def show_next(self) -> None:
        pass

    @override
    def point_at(self, point: QPoint | None) -> tuple[str, int] | None:
        return None

    @override
    def place_in(self, window: QWidget) -> PlaceForCells | None:
        return None

    @override
    def when_saved(self, then: Callable[[], object]) -> None:
        then()

    @override
    def places(self) -> Sequence[SaveWindowRequest]:
        return ()

    @override
    def widgets(self) -> Sequence[QWidget]:
        return ()
