"""Takes what terminals tell and ask to the parts of the window that it concerns."""

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.shell.dialogs import PasteDialog
from idea.presentation.desktop.shell.news_desk import NewsDesk
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.opening import Opening
from idea.presentation.desktop.shell.past_reading import PastReader
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.terminals import TerminalNews
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.terminal.typing_desk import Reserved
from idea.presentation.desktop.viewmodels.typed import Typed


def serve_terminals(
    services: WindowServices,
    stage: Stage,
    news: NewsDesk,
    notices: Notices,
    *,
    is_reserved: Reserved,
    ask_menu: Callable[[str, QPoint], None],
    front: Callable[[], QWidget],
    typed: Callable[[str, Typed], None],
) -> None:
    """Say who hears what; `ask_menu` is told the cell, `front` tells where to ask the person."""
    desk = stage.desk

    def menu_asked(session: str, point: QPoint) -> None:
        view = desk.state.sessions.get(session)
        if view is not None and view.cell is not None:
            ask_menu(view.cell, point)

    def refused(session: str, sentence: str) -> None:
        view = desk.state.sessions.get(session)
        notices.say(sentence, view.project if view is not None else "")

    def paste_asked(_session: str, text: str, paste: Callable[[], None]) -> None:
        PasteDialog.ask(text, services.themes.skin, front(), paste)

    told = TerminalNews(
        menu_asked=menu_asked,
        title_changed=news.titled,
        status_told=news.status_told,
        happened=news.happened,
        dressed=news.dressed,
        acted=news.acted,
        paste_asked=paste_asked,
        refused=refused,
        link_opened=Opening(desk, services.outside, notices.say).open,
        read_past=PastReader(stage.runner).read,
        typed=typed,
    )
    services.terminals.serve(is_reserved, told)
