"""Takes what terminals tell and ask to the parts of the window that it concerns."""

from collections.abc import Callable

from PySide6.QtCore import QPoint

from idea.domain.links import Target
from idea.presentation.desktop.shell.find_in_past import ReadPast
from idea.presentation.desktop.shell.news_desk import NewsDesk
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.terminals import TerminalNews
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.typed import Typed


def terminal_news(
    desk: Desk,
    news: NewsDesk,
    notices: Notices,
    *,
    ask_menu: Callable[[str, QPoint], None],
    ask_paste: Callable[[str, Callable[[], None]], object],
    open_link: Callable[[str, Target], None],
    read_past: ReadPast,
    typed: Callable[[str, Typed], None],
) -> TerminalNews:
    """Return who hears what; `ask_menu` is told the cell, `ask_paste` the text."""

    def menu_asked(session: str, point: QPoint) -> None:
        view = desk.state.sessions.get(session)
        if view is not None and view.cell is not None:
            ask_menu(view.cell, point)

    def refused(session: str, sentence: str) -> None:
        view = desk.state.sessions.get(session)
        notices.say(sentence, view.project if view is not None else "")

    def paste_asked(_session: str, text: str, paste: Callable[[], None]) -> None:
        ask_paste(text, paste)

    return TerminalNews(
        menu_asked=menu_asked,
        title_changed=news.titled,
        status_told=news.status_told,
        happened=news.happened,
        dressed=news.dressed,
        acted=news.acted,
        paste_asked=paste_asked,
        refused=refused,
        link_opened=open_link,
        read_past=read_past,
        typed=typed,
    )
