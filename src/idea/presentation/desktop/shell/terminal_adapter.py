"""Fits the terminal's view to what the grid needs of it."""

import logging
from collections.abc import Callable
from functools import cached_property, partial
from typing import override

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from idea.domain.copying import CopyForm
from idea.domain.ids import SessionId
from idea.domain.ports.pictures import Pictures
from idea.domain.ports.terminal_core import CursorShape, ScreenFactory
from idea.domain.ports.terminal_effects import Bell, ClipboardWritten, DirectoryChanged
from idea.domain.ports.terminal_input import InputEncoderFactory
from idea.domain.ports.terminal_link import LinkLost, TerminalLinks
from idea.domain.ports.text_search import LineMatcher, TextSearch
from idea.domain.stream.client import GoLive, Mark
from idea.domain.terminal import UNSEEN_SIZE, Size
from idea.domain.text_size import USUAL
from idea.presentation.desktop.bridge.main_thread import Poster
from idea.presentation.desktop.grid.terminal_parts import TerminalPart
from idea.presentation.desktop.shell.activity_pace import ActivityPace
from idea.presentation.desktop.shell.find_in_cell import FindInCell
from idea.presentation.desktop.shell.find_in_past import FindInPast, ReadPast, Say
from idea.presentation.desktop.shell.terminals import TerminalNews, Terminals
from idea.presentation.desktop.terminal.feed import Marking, TerminalFeed, unmarked
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.look import TerminalColors, TerminalLook
from idea.presentation.desktop.terminal.metrics import cell_metrics, font_choice
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.past_search import PastSearch
from idea.presentation.desktop.terminal.theme_colors import default_colors
from idea.presentation.desktop.terminal.typing_desk import Reserved, reserves_nothing
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.theme.theme import Skin, Theme
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.typed import Typed

_log = logging.getLogger(__name__)


class _Part(TerminalPart):
    """One view."""

    def __init__(
        self, view: TerminalView, finding: FindInCell, gone: Callable[[TerminalView], None]
    ) -> None:
        self._view = view
        self._finding = finding
        self._gone = gone

    @property
    @override
    def widget(self) -> QWidget:
        return self._view

    @override
    def copy(self, form: CopyForm = CopyForm.PLAIN) -> None:
        self._view.terminal.copy(form)

    @override
    def paste(self) -> None:
        self._view.show_past(None)
        self._view.terminal.paste()

    @override
    def paste_selection(self) -> None:
        self._view.show_past(None)
        self._view.terminal.paste_primary()

    @override
    def type_key(self, event: QKeyEvent) -> None:
        self._view.typing.give(event)

    @override
    def select_all(self) -> None:
        self._view.terminal.feed.select_all()

    @override
    def find(self) -> None:
        self._finding.open()

    @override
    def find_next(self, *, down: bool) -> None:
        self._finding.step(down=down)

    @override
    def scroll_pages(self, pages: int) -> None:
        self._view.show_past(None)
        self._view.terminal.scroll_pages(pages)

    @override
    def scroll_to_end(self, *, oldest: bool) -> None:
        self._view.show_past(None)
        if oldest:
            self._view.terminal.scroll_to(0)
        else:
            self._view.terminal.scroll_to_bottom()

    @override
    def show_prompt(self, *, down: bool) -> None:
        self._view.commands.show_prompt(down=down)

    @override
    def select_output(self) -> None:
        self._view.commands.select_output()

    @override
    def copy_output(self) -> None:
        self._view.commands.copy_output()

    @override
    def run_again(self) -> None:
        self._view.commands.run_again()

    @override
    def type_along(self, typed: Typed) -> None:
        self._view.terminal.program.along(typed)

    @override
    def wake(self, columns: int, rows: int) -> None:
        self._view.wake(Size(columns, rows))

    @override
    def hold_size(self, *, held: bool) -> None:
        self._view.hold_size(held=held)

    @override
    def know_end(self) -> None:
        self._view.terminal.know_end()

    @override
    def close(self) -> None:
        self._gone(self._view)
        self._finding.close()
        self._view.close_terminal()
        self._view.hide()
        self._view.deleteLater()


class LiveTerminals(Terminals):
    """Makes views that follow theme and settings."""

    def __init__(
        self,
        *,
        links: TerminalLinks,
        screens: Callable[[], ScreenFactory],
        encoders: Callable[[], InputEncoderFactory],
        main: Poster,
        skin: Skin,
        search: TextSearch,
        pictures: Pictures,
        marking: Marking = unmarked,
    ) -> None:
        """Make views with what `screens` and `encoders` load, each called once.

        That happens when the main thread first comes round: the engine opens a project meanwhile.
        """
        self._links = links
        self._load_screens = screens
        self._load_encoders = encoders
        self._main = main
        self._skin = skin
        self._search = search
        self._pictures = pictures
        self._marking = marking
        self._views: list[TerminalView] = []
        self._ending: list[TerminalFeed] = []
        """Feeds of closed views whose threads may still be at work."""
        self._cut_off: list[TerminalView] = []
        self._look = terminal_look(skin.theme, DeskState())
        self._engine_knows: TerminalLook | None = None
        self._state = DeskState()
        self._is_reserved: Reserved = reserves_nothing
        self._news: TerminalNews | None = None
        main.post(self._prepare)

    @cached_property
    def _screens(self) -> ScreenFactory:
        return self._load_screens()

    @cached_property
    def _encoders(self) -> InputEncoderFactory:
        return self._load_encoders()

    def _prepare(self) -> None:
        _ = self._screens, self._encoders

    @override
    def serve(self, is_reserved: Reserved, news: TerminalNews) -> None:
        self._is_reserved = is_reserved
        self._news = news

    @override
    def create(self, session: str, parent: QWidget) -> TerminalPart:
        view = TerminalView(
            session=SessionId(session),
            links=self._links,
            screens=self._screens,
            encoders=self._encoders,
            main=self._main,
            look=self._look_of(session),
            options=terminal_options(self._state.within(session)),
            pictures=self._pictures,
            is_reserved=self._is_reserved,
            marking=self._marking,
            parent=parent,
        )
        self._views.append(view)
        view.terminal.link_lost.connect(lambda _sentence: self._cut_off.append(view))
        if self._news is not None:
            self._tell(session, view, self._news)
        past = None if self._news is None else partial(self._past, self._news.read_past)
        finding = FindInCell(view, self._search, self._skin, past)
        return _Part(view, finding, self._forget)

    @override
    def fitting(self, width: int, height: int, cell: str) -> tuple[int, int]:
        ratio, look = self._ratio, self._look_in(cell)
        metrics = cell_metrics(font_choice(look, ratio))
        room = GridPlace(metrics, round(look.padding_px * ratio)).room(QSizeF(width, height))
        return room.columns, room.rows

    def _look_of(self, session: str) -> TerminalLook:
        view = self._state.sessions.get(session)
        cell = view.cell if view is not None else None
        return terminal_look(self._skin.theme, self._state.within(session), cell)

    def _look_in(self, cell: str | None) -> TerminalLook:
        return terminal_look(self._skin.theme, self._state, cell)

    @property
    def _ratio(self) -> float:
        if self._views:
            return self._views[0].devicePixelRatioF()
        return QGuiApplication.primaryScreen().devicePixelRatio()

    @override
    def attach_again(self, session: str = "") -> None:
        cut_off = [view for view in self._cut_off if session in {"", view.terminal.session.value}]
        for view in cut_off:
            self._cut_off.remove(view)
            view.terminal.attach_again()

    def _past(self, read: ReadPast, view: TerminalView, say: Say) -> FindInPast:
        def new_search(matcher: LineMatcher) -> PastSearch:
            size = view.frame.size if view.frame is not None else UNSEEN_SIZE
            return PastSearch(self._screens, matcher, size)

        return FindInPast(view, new_search, read, self._main, say)

    def _tell(self, session: str, view: TerminalView, news: TerminalNews) -> None:
        terminal = view.terminal
        view.menu_asked.connect(lambda point: news.menu_asked(session, point))
        terminal.title_changed.connect(
            lambda title: news.title_changed(session, title, terminal.holding)
        )
        terminal.status_told.connect(lambda told: news.status_told(session, told, terminal.holding))
        terminal.told.connect(lambda told: news.happened(session, told))
        terminal.rang.connect(lambda: news.happened(session, Bell()))
        terminal.directory_changed.connect(
            lambda uri: news.happened(session, DirectoryChanged(uri))
        )
        terminal.clipboard_asked.connect(
            lambda text: news.happened(session, ClipboardWritten(text))
        )
        terminal.gap_marked.connect(lambda gap: news.happened(session, Mark(gap)))
        terminal.link_lost.connect(lambda sentence: news.happened(session, LinkLost(sentence)))
        terminal.went_live.connect(lambda: news.happened(session, GoLive()))
        pace = ActivityPace(lambda: news.acted(session), view)
        terminal.frame_taken.connect(pace.note)
        terminal.refused.connect(lambda sentence: news.refused(session, sentence))
        view.link_opened.connect(lambda target: news.link_opened(session, target))
        terminal.typed.connect(lambda typed: news.typed(session, typed))
        terminal.paste_asked.connect(
            lambda text: news.paste_asked(session, text, lambda: terminal.paste_text(text))
        )

    def _forget(self, view: TerminalView) -> None:
        self._views.remove(view)
        if view in self._cut_off:
            self._cut_off.remove(view)
        still = [feed for feed in self._ending if not feed.has_ended]
        self._ending = [*still, view.terminal.feed]

    @override
    def join(self) -> None:
        for feed in self._ending:
            if not feed.join():
                _log.error("The thread of a closed terminal did not end in time.")
        self._ending.clear()

    @override
    def follow(self, state: DeskState) -> None:
        self._state = state
        self._look = self._look_in(None)
        self._tell_engine(state)
        for view in self._views:
            view.set_look(self._look_of(view.terminal.session.value))
            options = terminal_options(state.within(view.terminal.session.value))
            if options != view.terminal.options:
                view.set_options(options)

    def _tell_engine(self, state: DeskState) -> None:
        """Tell each engine how terminals look now, once."""
        if not state.connected:
            self._engine_knows = None
        elif self._news is not None and self._engine_knows != self._look:
            self._engine_knows = self._look
            metrics = cell_metrics(font_choice(self._look, self._ratio))
            colors = default_colors(self._look.colors)
            self._news.dressed(colors, (metrics.width, metrics.height))


def terminal_look(theme: Theme, state: DeskState, cell: str | None = None) -> TerminalLook:
    """Return how a cell's terminal looks in a theme, with the person's font; None for no cell."""
    size = state.setting("terminal.font_size", 13.0) * state.text_percent(cell) / USUAL
    height = state.setting("terminal.line_height", 1.38)
    colors, terminal = theme.colors, theme.terminal
    return TerminalLook(
        family=state.setting("terminal.font_family", theme.fonts.mono_family),
        font_px=size,
        line_px=float(round(size * height)),
        ligatures=state.setting("terminal.ligatures", default=False),
        cursor_shape=CursorShape(state.setting("terminal.cursor_shape", "block")),
        cursor_blinks=state.setting("terminal.cursor_blink", default=False),
        colors=TerminalColors(
            foreground=terminal.foreground,
            background=terminal.background,
            cursor=terminal.cursor,
            cursor_text=terminal.cursor_text,
            selection=terminal.selection,
            ansi=terminal.ansi,
            float_ground=_rgb(colors.bg3),
            float_line=_rgb(colors.line_strong),
            float_text=_rgb(colors.text2),
            scroll_bar=_rgb(colors.text3),
            bell=_rgb(colors.need),
            mark=_rgb(colors.need),
            outcome=_rgb(colors.text3),
            failed=_rgb(colors.error),
            bold_is_bright=state.setting("terminal.bold_is_bright", default=False),
            least_contrast=max(
                state.setting("terminal.minimum_contrast", 1.0), theme.tokens.least_contrast
            ),
        ),
    )


def terminal_options(state: DeskState) -> TerminalOptions:
    """Return how terminals behave by the person's settings."""
    return TerminalOptions(
        scrollback_lines=state.setting("terminal.scrollback_lines", 10_000),
        wheel_lines=state.setting("terminal.wheel_lines", 3),
        copy_on_select=state.setting("terminal.copy_on_select", default=False),
        confirm_multiline_paste=state.setting("terminal.confirm_multiline_paste", default=True),
        image_bytes=state.setting("terminal.image_memory", 64) << 20,
    )


def _rgb(color: QColor) -> int:
    return color.rgb() & 0xFFFFFF
