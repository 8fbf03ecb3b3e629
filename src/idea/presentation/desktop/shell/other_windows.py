"""What a window knows of the other windows of its process."""

from collections.abc import Callable, Sequence
from typing import Protocol, override

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from idea.application.workspace.save_window import SaveWindowRequest


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
    def when_saved(self, then: Callable[[], object]) -> None:
        then()

    @override
    def places(self) -> Sequence[SaveWindowRequest]:
        return ()

    @override
    def widgets(self) -> Sequence[QWidget]:
        return ()
