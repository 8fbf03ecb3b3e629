"""What the shell needs of the terminals of a window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPoint

from idea.domain.links import Target
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.program_status import StatusNews
from idea.presentation.desktop.grid.terminal_parts import TerminalParts
from idea.presentation.desktop.shell.find_in_past import ReadPast
from idea.presentation.desktop.terminal.typing_desk import Reserved
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.session_news import Told
from idea.presentation.desktop.viewmodels.typed import Typed


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalNews:
    """Whom the views tell what happens in them; each function hears of a session first."""

    menu_asked: Callable[[str, QPoint], None]
    title_changed: Callable[[str, str, bool], None]
    """Hears the title, and whether this view is the one that answers for the session."""
    status_told: Callable[[str, Sequence[StatusNews], bool], None]
    """Hears what the program is doing by its own word, and whether this view answers for it."""
    happened: Callable[[str, Told], None]
    """Hears what a program told that is not on its screen."""
    dressed: Callable[[DefaultColors, tuple[int, int]], None]
    """Hears the colours and the pixels of a cell that programs are told, for every engine."""
    acted: Callable[[str], None]
    """Hears, not too often, that the program wrote something."""
    paste_asked: Callable[[str, str, Callable[[], None]], None]
    """Hears the text of several lines, and what pastes it when the person agrees."""
    typed: Callable[[str, Typed], None]
    """Hears what the person typed into it."""
    refused: Callable[[str, str], None]
    link_opened: Callable[[str, Target], None]
    read_past: ReadPast
    """Reads a session's log for a search."""


class Terminals(TerminalParts, Protocol):
    """Makes views and keeps all of them in step with the window. Main thread only."""

    def serve(self, is_reserved: Reserved, news: TerminalNews) -> None:
        """Tell every later view which keys are not its own, and whom it tells its news."""
        ...

    def follow(self, state: DeskState) -> None:
        """Take theme and settings as they are now."""
        ...

    def attach_again(self, session: str = "") -> None:
        """Attach a view that lost its link, or all of them after the engine came back."""
        ...

    def join(self) -> None:
        """Wait until the threads of closed views have ended; for the end of the window alone."""
        ...
