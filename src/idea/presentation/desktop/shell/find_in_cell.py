"""Connects a terminal with its find bar, which is made when somebody first looks for something."""

from collections.abc import Callable
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QObject, Qt, QTimer

from idea.domain.ports.text_search import LineMatcher, TextSearch
from idea.domain.search import SearchQuery
from idea.presentation.desktop.panels.find_bar import FindBar
from idea.presentation.desktop.shell.find_in_past import FindInPast, Say
from idea.presentation.desktop.terminal.feed_events import Found
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.theme.theme import Skin

_TYPED_WITHIN_MS = 300
"""Looking back reads the whole log, so it waits until the person has typed."""

type NewPast = Callable[[TerminalView, Say], FindInPast]


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

    def __init__(
        self, view: TerminalView, search: TextSearch, skin: Skin, past: NewPast | None = None
    ) -> None:
        """`past` makes what looks back, where a session's log can be read."""
        super().__init__(view)
        self._view = view
        self._search = search
        self._skin = skin
        self._bar: FindBar | None = None
        self._past = past(view, self._say) if past is not None else None
        self._make: Callable[[], LineMatcher] | None = None
        self._look_back = QTimer(self, singleShot=True, interval=_TYPED_WITHIN_MS)
        self._look_back.timeout.connect(self._seek_in_past)

    @property
    def bar(self) -> FindBar | None:
        """The bar, if there ever was one."""
        return self._bar

    def open(self) -> None:
        """Let the person type what to look for; what was looked for before is there."""
        if self._bar is None:
            self._bar = self._new_bar()
        self._bar.open()

    def close(self) -> None:
        """Look for nothing any more; the view goes away."""
        self._look_back.stop()
        self._make = None
        if self._past is not None:
            self._past.stop()

    def step(self, *, down: bool) -> None:
        """Go to another hit, or ask what to look for."""
        if self._bar is None or self._bar.isHidden() or not self._bar.box.text():
            self.open()
        else:
            self._step(down)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._bar is not None:
            self._bar.arrange()
        return False

    def _new_bar(self) -> FindBar:
        bar = FindBar(self._skin, self._view)
        bar.asked.connect(self._ask)
        bar.stepped.connect(self._step)
        bar.closed.connect(lambda: self._view.setFocus(Qt.FocusReason.OtherFocusReason))
        self._view.terminal.found.connect(self._show)
        self._view.installEventFilter(self)
        return bar

    def _ask(self, query: SearchQuery | None) -> None:
        self._make = None if query is None else partial(self._search.matcher, query)
        self._view.terminal.feed.find(self._make)
        if self._past is not None:
            self._past.stop()
            self._look_back.start()

    def _seek_in_past(self) -> None:
        """Look back where a full-screen program leaves nothing to scroll to."""
        frame = self._view.frame
        full_screen = frame is not None and frame.modes.alternate_screen
        if self._past is not None and self._make is not None and full_screen:
            self._past.seek(self._make)

    def _step(self, down: bool) -> None:  # noqa: FBT001 - a signal's value.
        if self._past is not None and self._past.is_active:
            self._past.step(down=down)
        else:
            self._view.terminal.feed.find_next(down=down)

    def _show(self, found: Found) -> None:
        if self._past is None or not self._past.is_active:
            self._say(found_sentence(found), wrong=bool(found.sentence))

    def _say(self, sentence: str, *, wrong: bool = False) -> None:
        if self._bar is not None:
            self._bar.say(sentence, wrong=wrong)
