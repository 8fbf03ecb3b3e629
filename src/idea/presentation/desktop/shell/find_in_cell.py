"""Connects a terminal with its find bar, which is made when somebody first looks for something."""

from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QObject, Qt

from idea.domain.ports.text_search import TextSearch
from idea.domain.search import SearchQuery
from idea.presentation.desktop.panels.find_bar import FindBar
from idea.presentation.desktop.terminal.feed_events import Found
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.theme.theme import Skin


def found_sentence(found: Found) -> str:
    """Return what the bar says of a search."""
    if found.sentence:
        return found.sentence
    if not found.count:
        return "Nothing found" if found.complete else ""
    count = f"{found.count:,}" if found.complete else f"{found.count:,}+"
    return f"{found.ordinal:,} of {count}" if found.ordinal else count


class FindInCell(QObject):
    """The search of one view; lives as long as the view."""

    def __init__(self, view: TerminalView, search: TextSearch, skin: Skin) -> None:
        super().__init__(view)
        self._view = view
        self._search = search
        self._skin = skin
        self._bar: FindBar | None = None

    @property
    def bar(self) -> FindBar | None:
        """The bar, if there ever was one."""
        return self._bar

    def open(self) -> None:
        """Let the person type what to look for; what was looked for before is there."""
        if self._bar is None:
            self._bar = self._new_bar()
        self._bar.open()

    def step(self, *, down: bool) -> None:
        """Go to another hit, or ask what to look for."""
        if self._bar is None or self._bar.isHidden() or not self._bar.box.text():
            self.open()
        else:
            self._view.terminal.feed.find_next(down=down)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._bar is not None:
            self._bar.arrange()
        return False

    def _new_bar(self) -> FindBar:
        bar, feed = FindBar(self._skin, self._view), self._view.terminal.feed
        bar.asked.connect(self._ask)
        bar.stepped.connect(lambda down: feed.find_next(down=down))
        bar.closed.connect(lambda: self._view.setFocus(Qt.FocusReason.OtherFocusReason))
        self._view.terminal.found.connect(self._show)
        self._view.installEventFilter(self)
        return bar

    def _ask(self, query: SearchQuery | None) -> None:
        feed = self._view.terminal.feed
        feed.find(None if query is None else partial(self._search.matcher, query))

    def _show(self, found: Found) -> None:
        if self._bar is not None:
            self._bar.say(found_sentence(found), wrong=bool(found.sentence))
