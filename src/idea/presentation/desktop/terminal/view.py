"""A terminal cell: the widget that shows a session and takes what the person does to it.

It follows its session (see `terminal`) from the first time it is shown until `close_terminal`.
Nothing here parses or waits: a frame comes, is painted into the back buffer and put on the screen.
"""

from typing import override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from idea.domain.ids import SessionId
from idea.domain.ports.pictures import Pictures
from idea.domain.ports.terminal_core import Frame, ScreenFactory
from idea.domain.ports.terminal_input import InputEncoderFactory
from idea.domain.ports.terminal_link import TerminalLinks
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import Poster
from idea.presentation.desktop.terminal.bell import BellLine
from idea.presentation.desktop.terminal.chrome import Chrome
from idea.presentation.desktop.terminal.command_desk import CommandDesk
from idea.presentation.desktop.terminal.cursor_overlay import CursorBlink
from idea.presentation.desktop.terminal.drop_taker import DropTaker
from idea.presentation.desktop.terminal.feed import Marking, unmarked
from idea.presentation.desktop.terminal.geometry import GridPlace, shift_of
from idea.presentation.desktop.terminal.hints import Hints
from idea.presentation.desktop.terminal.html_text import html_of
from idea.presentation.desktop.terminal.live_terminal import LiveTerminal
from idea.presentation.desktop.terminal.look import TerminalLook
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.terminal.past_view import PastView
from idea.presentation.desktop.terminal.paste_progress import PasteProgress
from idea.presentation.desktop.terminal.picture import Picture
from idea.presentation.desktop.terminal.pointer import Pointer
from idea.presentation.desktop.terminal.screen_reading import ReadableView, ScreenReading
from idea.presentation.desktop.terminal.size_wish import SizeWish
from idea.presentation.desktop.terminal.theme_colors import default_colors
from idea.presentation.desktop.terminal.typing_desk import (
    Reserved,
    TypingDesk,
    reserves_nothing,
)


class TerminalView(ReadableView):
    """Shows one session and sends it what the person types."""

    menu_asked = Signal(QPoint)
    """A context menu is wanted at this global point."""
    link_opened = Signal(object)
    """Carries the `Target` of a link that was Ctrl+clicked."""
    focused = Signal()
    """The keyboard is here now."""

    def __init__(
        self,
        *,
        session: SessionId,
        links: TerminalLinks,
        screens: ScreenFactory,
        encoders: InputEncoderFactory,
        main: Poster,
        look: TerminalLook,
        options: TerminalOptions,
        pictures: Pictures,
        is_reserved: Reserved = reserves_nothing,
        marking: Marking = unmarked,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.terminal = LiveTerminal(
            session=session,
            links=links,
            screens=screens,
            encoders=encoders,
            main=main,
            options=options,
            pictures=pictures,
            marking=marking,
            parent=self,
        )
        """The session as it is followed: its signals, and what can be asked of it."""
        self.typing = TypingDesk(self.terminal, is_reserved)
        self._look = look
        self._started = False
        self._picture = Picture(self, look)
        self.terminal.as_html = lambda rows: html_of(rows, self.grid.table, self._look.family)
        self._blink = CursorBlink(self)
        self._blink.changed.connect(self._picture.update_cursor)
        self.size_wish = SizeWish(self)
        self._chrome = Chrome(self)
        self._past = PastView()
        self._pasting = PasteProgress(
            self.terminal.program, self._chrome.pasting, self._chrome.arrange
        )
        self._bell = BellLine(self)
        self._hints = Hints(self, self._picture, self._chrome.label, lambda: self.frame)
        self.commands = CommandDesk(self.terminal)
        """What can be done with the commands that were run."""
        self._pointer = Pointer(
            surface=self,
            program=self.terminal.program,
            feed=self.terminal.feed,
            scroll_by=self.terminal.scroll_by,
            links=self._hints.links,
            open_link=self.link_opened.emit,
            selected=self.terminal.finish_selection,
            paste_primary=self.terminal.paste_primary,
        )
        self.reading = ScreenReading(
            self, lambda: self.grid, lambda: self.place, lambda: self.frame
        )
        self._connect()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        DropTaker(self, self.terminal)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self._wear_look()

    def _connect(self) -> None:
        terminal = self.terminal
        terminal.frame_taken.connect(self._on_frame_taken)
        terminal.ended.connect(self._set_blinking)
        terminal.ended.connect(self._picture.update_cursor)
        terminal.rang.connect(self._bell.ring)
        terminal.pasted.connect(self._pasting.begin)
        terminal.holding_changed.connect(self._settle)
        self.size_wish.asked.connect(terminal.feed.ask_size)
        self._chrome.bar.moved.connect(terminal.scroll_to)
        self._chrome.pill.clicked.connect(terminal.scroll_to_bottom)

    @property
    def frame(self) -> Frame | None:
        """The newest frame shown; its rows are only the changed ones."""
        return self.terminal.frame

    @property
    def grid(self) -> GridPainter:
        """The back buffer and the rows in it."""
        return self._picture.grid

    @property
    def place(self) -> GridPlace:
        """Where the grid lies in this widget."""
        return self._picture.place

    @property
    def wheel_lines(self) -> int:
        """How many lines one notch of the wheel scrolls."""
        return self.terminal.options.wheel_lines

    @property
    def room(self) -> Size:
        """How many cells there is room for."""
        return self._picture.room

    def close_terminal(self) -> None:
        """Detach from the session; the feed thread ends by itself, the session goes on."""
        self.size_wish.timer.stop()
        self._blink.set_active(active=False)
        self._pointer.stop()
        self._pasting.stop()
        self._bell.stop()
        self.terminal.close()

    def wake(self, room: Size) -> None:
        """Attach to the session unless that is done; seen or not, with room for so many cells."""
        if not self._started and not self.terminal.closed:
            self._started = True
            self.size_wish.settle(room)
            self.terminal.feed.set_shown(shown=self.isVisible())
            self.terminal.start(room)

    def set_look(self, look: TerminalLook) -> None:
        """Change font, colours or padding."""
        if look == self._look:
            return
        self._look = look
        self._picture.wear(look)
        self._settle()
        self._wear_look()

    def set_options(self, options: TerminalOptions) -> None:
        """Change how the view behaves."""
        self.terminal.options = options
        self.terminal.feed.limit_images(options.image_bytes)

    def hold_size(self, *, held: bool) -> None:
        """Ask for no other size while a divider is dragged; ask once after it."""
        self.size_wish.hold(held=held)

    def cursor_rect(self) -> QRect:
        """Return the logical pixels of the cursor's cell, wherever the cursor is."""
        frame = self.frame
        if frame is None:
            return QRect()
        return self._picture.cell_rect(frame.cursor)

    # Frames and painting.

    def show_past(self, past: Frame | None, marks: tuple[tuple[int, int, int], ...] = ()) -> None:
        """Show something of the past in place of the present, or the present again."""
        frame = self._past.switch(past, self.grid, self.frame)
        if frame is not None:
            if self._picture.take(frame):
                self._settle()
            self._picture.mark(marks if past is not None else self.terminal.marks.spans)
            self._set_blinking()

    def _on_frame_taken(self, frame: Frame) -> None:
        if self._past.hides(frame):
            return
        if self._picture.take(frame):
            self._settle()
        self._picture.mark(self.terminal.marks.spans)
        self._blink.restart()
        self._set_blinking()
        self._chrome.show(frame, self.terminal.new_lines.count)
        self._hints.look()
        self.reading.see_frame()
        if self.hasFocus():
            self.updateMicroFocus()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint(painter, event.rect())
        self._bell.paint(painter, self._look.colors.bell)
        painter.end()

    def _paint(self, painter: QPainter, exposed: QRect) -> None:
        painter.save()
        canvas = self._picture.paint(painter, exposed)
        frame = self.frame
        if frame is not None and not self._past.is_shown:
            if self.typing.pre_edit is not None:
                canvas.draw_pre_edit(frame.cursor, self.typing.pre_edit)
            elif self.terminal.shows_cursor and self._blink.on:
                canvas.draw_cursor(frame.cursor, focused=self.hasFocus())
        painter.restore()

    # Size and look.

    def _measure(self) -> None:
        self._picture.measure()
        self._settle()

    def _wear_look(self) -> None:
        look, metrics, feed = self._look, self.grid.metrics, self.terminal.feed
        self._chrome.wear(look.colors)
        self.terminal.wear(default_colors(look.colors), (metrics.width, metrics.height))
        feed.set_default_cursor(look.cursor_shape, blinking=look.cursor_blinks)
        self.update()

    def _settle(self) -> None:
        """Lay the grid out in the room there is, and wish for a grid that fits it."""
        room = self.room
        if self._started:
            self.size_wish.change(room)
        self._picture.shift(shift_of(self.frame, room, holding=self.terminal.holding))
        self._chrome.arrange()
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._settle()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self._measure()
        self.wake(self.room)
        self.terminal.feed.set_shown(shown=True)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.terminal.feed.set_shown(shown=False)

    # What the program told.

    def _set_blinking(self) -> None:
        frame = self.frame
        blinking = frame is not None and frame.cursor.blinking and self.terminal.shows_cursor
        self._blink.set_active(active=blinking and self.hasFocus() and self.typing.pre_edit is None)

    # Keyboard and input methods.

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self.typing.claims(event):
                event.accept()  # The key comes back as a key press, whatever shortcuts there are.
                return True
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self._measure()
            self._wear_look()
        return super().event(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # Tab belongs to the program.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.show_past(None)
        self.commands.forget()
        if self.typing.press(event):
            self._blink.restart()

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.typing.release(event)

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.typing.compose(event)
        self._set_blinking()
        self.update()

    @override
    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        answer = self.typing.answer(query, self.cursor_rect())
        return super().inputMethodQuery(query) if answer is None else answer

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.terminal.program.focus(focused=True)
        self.commands.forget_soon()
        self._set_blinking()
        self.update()
        self.reading.take_keyboard()
        self.focused.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.terminal.program.focus(focused=False)
        self.typing.leave()
        self._set_blinking()
        self.update()

    # Mouse.

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pointer.press(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.press(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event)
        self._hints.move(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer.release(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hints.leave()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self._pointer.wheel(event)
        event.accept()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        if not (by_mouse and self._pointer.reports(event.modifiers())):
            if by_mouse:
                self.commands.point(self.place.row_at(QPointF(event.pos())))
            self.menu_asked.emit(event.globalPos())
        event.accept()
