"""What the grid needs of a terminal's view, so that it can be tested without one."""

from typing import Protocol

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from idea.domain.copying import CopyForm
from idea.presentation.desktop.viewmodels.typed import Typed


class TerminalPart(Protocol):
    """One attached terminal; lives as long as a cell shows its session. Main thread only."""

    @property
    def widget(self) -> QWidget:
        """The widget that draws it; the grid places it and gives it the keyboard."""
        ...

    def copy(self, form: CopyForm = CopyForm.PLAIN) -> None:
        """Copy the selected text."""
        ...

    def paste(self) -> None:
        """Type the clipboard's text."""
        ...

    def paste_selection(self) -> None:
        """Type what is selected anywhere."""
        ...

    def type_key(self, event: QKeyEvent) -> None:
        """Type a key although it is one of the window's."""
        ...

    def select_all(self) -> None:
        """Select screen and scrollback."""
        ...

    def find(self) -> None:
        """Let the person look for something in screen and scrollback."""
        ...

    def find_next(self, *, down: bool) -> None:
        """Go to the next hit below or above; asks what to look for when nothing is."""
        ...

    def scroll_pages(self, pages: int) -> None:
        """Scroll; negative is towards older output."""
        ...

    def scroll_to_end(self, *, oldest: bool) -> None:
        """Show the oldest output, or follow the newest."""
        ...

    def show_prompt(self, *, down: bool) -> None:
        """Show the next prompt below or above."""
        ...

    def select_output(self) -> None:
        """Select what a command printed: the one pointed at, at the top, else the newest."""
        ...

    def copy_output(self) -> None:
        """Copy what that command printed."""
        ...

    def run_again(self) -> None:
        """Type that command at the prompt and run it."""
        ...

    def wake(self, columns: int, rows: int) -> None:
        """Attach although it was never shown, with the size that the session has."""
        ...

    def type_along(self, typed: Typed) -> None:
        """Type what the person typed into another terminal."""
        ...

    def hold_size(self, *, held: bool) -> None:
        """Ask for no other size while a divider is dragged; ask once after it."""
        ...

    def know_end(self) -> None:
        """Hear that the program is gone, which a screen shown after that does not say."""
        ...

    def close(self) -> None:
        """Detach from the session and take the widget away."""
        ...


class TerminalParts(Protocol):
    """Makes views of sessions."""

    def create(self, session: str, parent: QWidget) -> TerminalPart:
        """Attach a new view to a session."""
        ...

    def fitting(self, width: int, height: int, cell: str) -> tuple[int, int]:
        """Return the columns and rows for which a cell of so many logical pixels has room."""
        ...
