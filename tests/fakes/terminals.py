"""Terminals of a window that show no session."""

from typing import override

from idea.presentation.desktop.shell.terminals import TerminalNews, Terminals
from idea.presentation.desktop.terminal.typing_desk import Reserved, reserves_nothing
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from support.desktop import PlainParts


class FakeTerminals(PlainParts, Terminals):
    """Keeps what it was told; `news` lets a test be a terminal that tells something."""

    def __init__(self) -> None:
        super().__init__()
        self.is_reserved: Reserved = reserves_nothing
        self.news: TerminalNews | None = None
        self.followed: list[DeskState] = []
        self.attached_again: list[str] = []

    @override
    def serve(self, is_reserved: Reserved, news: TerminalNews) -> None:
        self.is_reserved = is_reserved
        self.news = news

    @override
    def follow(self, state: DeskState) -> None:
        self.followed.append(state)

    @override
    def attach_again(self, session: str = "") -> None:
        self.attached_again.append(session)

    @override
    def join(self) -> None:
        pass
