"""The part of a terminal cell that cannot be seen: its feed, its input and what it announces.

Lives on the GUI thread. Frames come in one at a time; the next is asked for when the last one has
been taken and its share of a second is over.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from idea.domain.copying import CopyForm
from idea.domain.ids import SessionId
from idea.domain.paste import quoted_paths
from idea.domain.ports.pictures import Pictures
from idea.domain.ports.terminal_core import (
    DefaultColors,
    Frame,
    Row,
    Screen,
    ScreenFactory,
    Scrollback,
)
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    CommandEnded,
    DirectoryChanged,
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
    TitleChanged,
)
from idea.domain.ports.terminal_input import InputEncoderFactory, KeyPress
from idea.domain.ports.terminal_link import LinkLost, TerminalLinks
from idea.domain.screen_look import is_dark
from idea.domain.stream.client import Ended, HoldingChanged, InputAllowed, Mark, TextWanted
from idea.domain.terminal import Size
from idea.domain.visible import visible
from idea.presentation.desktop.bridge.main_thread import Poster
from idea.presentation.desktop.terminal.copied_text import put_on_clipboard
from idea.presentation.desktop.terminal.dropped import PicturePaste, pasted_text
from idea.presentation.desktop.terminal.feed import Marking, TerminalFeed, unmarked
from idea.presentation.desktop.terminal.feed_events import (
    CopyTarget,
    FeedEvent,
    Found,
    Joined,
    LineRecalled,
    Marks,
    TextCopied,
    Unable,
    WentLive,
)
from idea.presentation.desktop.terminal.new_lines_pill import NewLines
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.program_input import ProgramInput
from idea.presentation.desktop.viewmodels.typed import Composed, Pasted

_FRAME_S = 1 / 60
_MODIFIERS = frozenset({"Shift", "Control", "Alt", "Meta", "CapsLock", "NumLock", "ScrollLock"})


class LiveTerminal(QObject):
    """One session as a view follows it."""

    frame_taken = Signal(object)
    """Carries a `Frame` to paint."""
    title_changed = Signal(str)
    """Carries the program's title, control characters made visible; at most ten times a second."""
    rang = Signal()
    directory_changed = Signal(str)
    """Carries the URI of the program's working folder, as it wrote it."""
    clipboard_asked = Signal(str)
    """The program wants this text on the clipboard; nothing happens unless somebody does it."""
    told = Signal(object)
    """Carries a `Notified`, a `NotificationClosed`, a `ProgressChanged` or a `CommandEnded`."""
    status_told = Signal(object)
    """Carries a tuple of `StatusNews`."""
    paste_asked = Signal(str)
    """Several lines would be run at once; call `paste_text` with them when the person agrees."""
    typed = Signal(object)
    """Carries a `Typed`: what the person sent to the program, also when it meant nothing to it."""
    found = Signal(object)
    """Carries a `Found`: what the search knows so far."""
    pasted = Signal()
    """Something was pasted; it may be on its way for a while."""
    went_live = Signal()
    """The screen is as the session is now."""
    holding_changed = Signal(bool)
    """Whether this view decides the session's size and answers its queries."""
    gap_marked = Signal(object)
    """Carries the `Gap`: something of the session is missing here."""
    ended = Signal()
    """The program is gone, its screen stays."""
    link_lost = Signal(str)
    """The engine cannot be reached, in a sentence; see `attach_again`."""
    refused = Signal(str)
    """Why something the person did was not sent, in a sentence."""

    def __init__(
        self,
        *,
        session: SessionId,
        links: TerminalLinks,
        screens: ScreenFactory,
        encoders: InputEncoderFactory,
        main: Poster,
        options: TerminalOptions,
        pictures: Pictures,
        marking: Marking = unmarked,
        clock: Callable[[], float] = monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.options = options
        self.frame: Frame | None = None
        """The newest frame; its rows are only the changed ones."""
        self.as_html: Callable[[Sequence[Row]], str] = lambda _rows: ""
        """Writes rows in the colours of the view, for copies with looks."""
        self.marks = Marks()
        """What of the newest frame is found."""
        self.new_lines = NewLines()
        self.holding = False
        """Whether this view decides the session's size."""
        self.has_ended = False
        """Whether its program is gone, as far as was told."""
        self._is_over = False
        """Whether the end was told from elsewhere; a screen that is shown anew does not undo it."""
        self._clock = clock
        self._closed = False
        self._title = ""
        self._title_unknown = True
        self._scrolled = False
        self._is_dark: bool | None = None
        """Whether the view is dark; None before it told."""
        self.feed = TerminalFeed(
            session=session,
            links=links,
            screens=screens,
            scrollback_lines=options.scrollback_lines,
            marking=marking,
            deliver=lambda event: main.post(partial(self._take, event)),
        )
        self.feed.limit_images(options.image_bytes)
        self.program = ProgramInput(
            encoder=encoders.create_encoder(), send=self.feed.send, refused=self.refused.emit
        )
        self._picture = PicturePaste(pictures, main, self._paste_path, self.refused.emit)
        self._pace = QTimer(self)
        self._pace.setSingleShot(True)
        self._pace.setTimerType(Qt.TimerType.PreciseTimer)
        self._pace.timeout.connect(self.feed.want_frame)
        # A view that is destroyed without being closed must not leave its thread behind.
        self.destroyed.connect(self.feed.stop)

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    @property
    def follows_tail(self) -> bool:
        """Whether the newest output is shown."""
        frame = self.frame
        return frame is None or frame.scrollback.top + frame.size.rows >= frame.scrollback.total

    @property
    def shows_cursor(self) -> bool:
        """Whether there is a cursor: a program that is gone waits nowhere."""
        return self.frame is not None and self.frame.cursor.visible and not self.has_ended

    def know_end(self) -> None:
        """Hear from elsewhere that the program is gone."""
        self._is_over = True
        if not self.has_ended:
            self.has_ended = True
            self.ended.emit()

    def start(self, room: Size) -> None:
        """Attach to the session; `room` is how many cells the view has."""
        self.feed.start(room)
        self.feed.want_frame()

    def close(self) -> None:
        """Detach and let the feed thread end by itself; the session goes on.

        The thread may be in the middle of a long call, for which the window does not wait.
        """
        if not self._closed:
            self._closed = True
            self._pace.stop()
            self.feed.stop()

    def wear(self, colors: DefaultColors, cell_pixels: tuple[int, int]) -> None:
        """Let programs be told these colours and this size of cells.

        One that wants to know hears that the view turned dark or light, from who answers for it.
        """
        before, self._is_dark = self._is_dark, is_dark(colors)
        self.feed.set_appearance(colors, cell_pixels)
        if self.holding and before is not None and before is not self._is_dark:
            self.program.color_scheme(is_dark=self._is_dark)

    def attach_again(self) -> None:
        """Attach once more from where the screen stands, after `link_lost`."""
        if not self._closed:
            self.feed.attach_again()

    def key(self, press: KeyPress) -> bool:
        """Send a key and show where it acts; returns whether the program got anything."""
        sent = self.program.key(press)
        self.typed.emit(press)
        # Some programs hear of bare modifiers; holding them to copy is not typing.
        return sent if press.key in _MODIFIERS else self._typed(sent=sent)

    def commit(self, text: str) -> bool:
        """Send text that an input method composed."""
        self.typed.emit(Composed(text))
        return self._typed(sent=self.program.commit(text))

    def copy(self, form: CopyForm = CopyForm.PLAIN) -> None:
        """Copy the selected text to the clipboard."""
        self.feed.copy(CopyTarget.CLIPBOARD, form)

    def finish_selection(self) -> None:
        """Offer what was just selected where the system and the person want it."""
        if QGuiApplication.clipboard().supportsSelection():
            self.feed.copy(CopyTarget.PRIMARY)
        if self.options.copy_on_select:
            self.copy()

    def paste(self) -> None:
        """Paste the clipboard; several lines that would be run at once are asked about first."""
        self._paste_from(QClipboard.Mode.Clipboard)

    def paste_primary(self) -> None:
        """Paste what is selected anywhere, or the clipboard where there is no such thing."""
        selection = QGuiApplication.clipboard().supportsSelection()
        self._paste_from(QClipboard.Mode.Selection if selection else QClipboard.Mode.Clipboard)

    def paste_text(self, text: str) -> None:
        """Send text as a paste, without asking."""
        self._typed(sent=self.program.paste(text))
        self.typed.emit(Pasted(text))
        self.pasted.emit()

    def paste_content(self, content: QMimeData) -> None:
        """Paste what was copied or dropped: text, paths of files, or a picture as a file."""
        text = pasted_text(content)
        if text:
            self._ask_or_paste(text)
        else:
            self._picture.take(content)

    def scroll_by(self, lines: int) -> None:
        """Move the shown part; negative is towards older output."""
        self._scrolled = True
        self.feed.scroll_by(lines)

    def scroll_to(self, line: int) -> None:
        """Show an absolute line at the top."""
        self._scrolled = True
        self.feed.scroll_to(line)

    def scroll_to_bottom(self) -> None:
        """Follow the newest output again."""
        self._scrolled = True
        self.feed.scroll_to_bottom()

    def act(
        self, act: Callable[[Screen, Scrollback], FeedEvent | None], *, moves: bool = False
    ) -> None:
        """Act on the screen, on its thread; `moves` says that this may move the shown part."""
        self._scrolled = self._scrolled or moves
        self.feed.act(act)

    def scroll_pages(self, pages: int) -> None:
        """Move by pages, one line less than the screen has; negative is towards older output."""
        if self.frame is not None:
            self.scroll_by(pages * max(self.frame.size.rows - 1, 1))

    def _typed(self, *, sent: bool) -> bool:
        if sent:
            self.feed.clear_selection()
        if sent and not self.follows_tail:
            self.scroll_to_bottom()
        return sent

    def _paste_from(self, mode: QClipboard.Mode) -> None:
        # There is none where nothing was ever copied, whatever the stubs say.
        content: QMimeData | None = QGuiApplication.clipboard().mimeData(mode)
        if content is not None:
            self.paste_content(content)

    def _paste_path(self, path: str) -> None:
        if not self._closed:
            self.paste_text(quoted_paths([path]))

    def _ask_or_paste(self, text: str) -> None:
        several = "\n" in text.strip("\r\n") or "\r" in text.strip("\r\n")
        runs_at_once = several and not self.program.modes.bracketed_paste
        if runs_at_once and self.options.confirm_multiline_paste:
            self.paste_asked.emit(text)
        else:
            self.paste_text(text)

    def _take(self, event: FeedEvent) -> None:
        """Act on what the feed thread told; runs on the GUI thread."""
        if self._closed:
            return
        match event:
            case Frame():
                self._take_frame(event)
            case InputAllowed(bytes_allowed):
                self.program.allow(bytes_allowed)
            case TextWanted(text, enter):
                self.program.text(text, enter=enter)
            case Found() | Marks():
                self._take_found(event)
            case TextCopied() | LineRecalled() | Unable() | CommandEnded():
                self._take_answer(event)
            case TitleChanged(title):
                self._set_title(title)
            case Joined():
                self.program.restart()
                self._title_unknown = True
                self.has_ended = self._is_over
            case HoldingChanged(holding):
                self.holding = holding
                self.holding_changed.emit(holding)
            case _:
                self._announce(event)

    def _take_answer(self, event: TextCopied | LineRecalled | Unable | CommandEnded) -> None:
        match event:
            case TextCopied():
                put_on_clipboard(event, self.as_html)
            case LineRecalled(line, run):
                self._typed(sent=self.program.line(line, enter=run))
            case Unable(sentence):
                self.refused.emit(sentence)
            case CommandEnded():
                self.told.emit(event)

    def _take_found(self, event: Found | Marks) -> None:
        if isinstance(event, Found):
            self.found.emit(event)
        else:
            self.marks = event

    def _announce(self, event: FeedEvent) -> None:
        match event:
            case Bell():
                self.rang.emit()
            case DirectoryChanged(uri):
                self.directory_changed.emit(uri)
            case ClipboardWritten(text):
                self.clipboard_asked.emit(text)
            case Notified() | NotificationClosed() | ProgressChanged():
                self.told.emit(event)
            case StatusTold(news):
                self.status_told.emit(news)
            case Mark(gap):
                self.gap_marked.emit(gap)
            case Ended():
                self.has_ended = True
                self.ended.emit()
            case LinkLost(sentence):
                # What is typed from here on waits for the next link, which brings new credit.
                self.program.restart()
                self.link_lost.emit(sentence)
            case WentLive():
                self.went_live.emit()
            case _:
                pass

    def _take_frame(self, frame: Frame) -> None:
        begun = self._clock()
        self.program.set_modes(frame.modes)
        self.new_lines.see(frame, moved=self._scrolled)
        self._scrolled = False
        self.frame = frame
        if self._title_unknown:
            # A screen restored from a checkpoint tells its title only here.
            self._title_unknown = False
            self._set_title(frame.title)
        self.frame_taken.emit(frame)
        left_s = _FRAME_S - (self._clock() - begun)
        self._pace.start(max(round(left_s * 1000), 0))

    def _set_title(self, title: str) -> None:
        shown = visible(title)
        if shown != self._title:
            self._title = shown
            self.title_changed.emit(shown)
