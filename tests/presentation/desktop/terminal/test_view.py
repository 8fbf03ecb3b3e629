"""The widget: what it sends for keys and mouse, when it asks for a size, and what it shows."""

import threading
from typing import override

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt
from PySide6.QtGui import (
    QClipboard,
    QFocusEvent,
    QGuiApplication,
    QImage,
    QInputMethodEvent,
    QKeyEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.ports.terminal_core import Modes, MouseTracking
from idea.domain.ports.terminal_effects import Effect
from idea.domain.ports.terminal_images import ImagePlacement, TerminalImage
from idea.domain.ports.terminal_input import KeyPress
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.messages import (
    Input,
    InputCredit,
    InputKind,
    ResizeAsked,
    ShownChanged,
    TextAsked,
)
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.look import TerminalColors, TerminalLook
from idea.presentation.desktop.terminal.new_lines_pill import sentence
from idea.presentation.desktop.terminal.options import TerminalOptions
from idea.presentation.desktop.viewmodels.typed import Composed, Pasted, Typed
from support.shown_view import Shown, a_view

COLORS = TerminalColors()


def test_it_attaches_with_the_room_it_has_when_it_is_shown(shown: Shown) -> None:
    assert (shown.link.asked.size, shown.link.asked.shown) == (Size(40, 10), True)


def test_a_view_that_was_never_shown_attaches_nowhere(qtbot: QtBot) -> None:
    links, main = FakeTerminalLinks(), MainThread()
    view = a_view(links, FakeScreenFactory(), FakeInputEncoderFactory(), main)
    qtbot.addWidget(view)
    view.close_terminal()
    main.close()
    assert links.made == []


def test_output_is_painted(shown: Shown) -> None:
    shown.output("hello")
    assert shown.text() == "hello"
    picture = shown.view.grab().toImage()
    corner = shown.cell(0, 0)
    cell = picture.copy(QRect(8, 8, 8, 18))
    assert any(cell.pixelColor(x, y).lightness() > 150 for x in range(8) for y in range(18)), corner
    assert picture.pixel(2, 2) & 0xFFFFFF == COLORS.background


def test_the_cursor_is_a_block_where_the_next_letter_goes(shown: Shown) -> None:
    shown.output("ab")
    shown.view.activateWindow()
    shown.wait(shown.view.hasFocus)
    picture = shown.view.grab().toImage()
    inside = shown.cell(0, 2)
    assert picture.pixel(inside) & 0xFFFFFF == COLORS.cursor
    assert shown.view.cursor_rect().contains(inside)


def test_without_focus_the_cursor_is_hollow(shown: Shown) -> None:
    QApplication.sendEvent(shown.view, QFocusEvent(QEvent.Type.FocusOut))
    shown.view.clearFocus()
    picture = shown.view.grab().toImage()
    assert picture.pixel(shown.cell(0, 0)) & 0xFFFFFF == COLORS.background
    assert picture.pixel(8, 8) & 0xFFFFFF == COLORS.cursor


def test_keys_go_to_the_program_and_control_c_goes_first(shown: Shown) -> None:
    shown.press(Qt.Key.Key_A, text="a")
    shown.press(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier, "\x03")
    shown.press(Qt.Key.Key_Tab, text="\t")
    shown.press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert [(one.kind, one.data) for one in shown.inputs()] == [
        (InputKind.KEY, b"a"),
        (InputKind.INTERRUPT, b"<c>"),
        (InputKind.KEY, b"<Tab>"),
        (InputKind.KEY, b"<Tab>"),
    ]


@pytest.mark.parametrize("key", [Qt.Key.Key_W, Qt.Key.Key_R, Qt.Key.Key_F, Qt.Key.Key_D])
def test_shortcuts_do_not_steal_the_shells_keys(shown: Shown, key: Qt.Key) -> None:
    event = QKeyEvent(
        QEvent.Type.ShortcutOverride, int(key), Qt.KeyboardModifier.ControlModifier, ""
    )
    event.ignore()
    QApplication.sendEvent(shown.view, event)
    assert event.isAccepted()


def test_reserved_keys_go_to_the_window(qtbot: QtBot) -> None:
    links, encoders, main = FakeTerminalLinks(), FakeInputEncoderFactory(), MainThread()
    view = a_view(
        links,
        FakeScreenFactory(),
        encoders,
        main,
        is_reserved=lambda event, full_screen: event.key() == 0x44 and not full_screen,
    )
    qtbot.addWidget(view)
    override = QKeyEvent(QEvent.Type.ShortcutOverride, 0x44, Qt.KeyboardModifier.NoModifier, "d")
    press = QKeyEvent(QEvent.Type.KeyPress, 0x44, Qt.KeyboardModifier.NoModifier, "d")
    for event in (override, press):
        event.ignore()
        view.event(event)
    assert (override.isAccepted(), press.isAccepted()) == (False, False)
    assert encoders.made[0].pressed == []
    view.close_terminal()
    main.close()


def test_a_resize_is_asked_once_and_only_when_cells_change(shown: Shown) -> None:
    view = shown.view
    for width in (400, 420, 440):
        view.resize(width, view.height())
    view.resize(441, view.height())
    assert view.size_wish.timer.isActive()
    assert shown.screen.size == Size(40, 10)
    view.size_wish.timer.timeout.emit()
    asked = [one for one in shown.link.sent if isinstance(one, ResizeAsked)]
    assert asked == [ResizeAsked(Size(53, 10))]
    view.size_wish.timer.stop()
    view.resize(442, view.height() + 1)
    assert not view.size_wish.timer.isActive()


def test_the_core_changes_size_when_the_stream_says_so(shown: Shown) -> None:
    shown.view.resize(16 + 50 * 8, 16 + 8 * 18)
    assert shown.view.grid.size == Size(40, 10)
    shown.link.resize(Size(50, 8))
    shown.wait(lambda: shown.view.grid.size == Size(50, 8))
    assert shown.view.place.shift_rows == 0


def test_while_it_shrinks_the_bottom_line_stays_in_sight(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(10)))
    shown.view.resize(shown.view.width(), 16 + 6 * 18)
    assert shown.view.place.shift_rows == -4
    assert shown.view.place.row_at(QPointF(10, 8 + 5 * 18 + 1)) == 9
    picture = shown.view.grab().toImage()
    padding = {picture.pixel(x, y) & 0xFFFFFF for x in range(8, 80) for y in range(8)}
    assert padding == {COLORS.background}, "no half row looks in at the top"


def test_hiding_and_showing_is_told_to_the_engine(shown: Shown) -> None:
    shown.view.hide()
    shown.view.show()
    told = [one.shown for one in shown.link.sent if isinstance(one, ShownChanged)]
    assert told == [False, True]


def test_wheel_scrolls_and_typing_returns_to_the_newest_output(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(40)))
    shown.wheel(1)
    shown.wait(lambda: shown.text() == "line 27")
    assert not shown.view.terminal.follows_tail
    shown.press(Qt.Key.Key_X, text="x")
    shown.wait(lambda: shown.text(9) == "line 39")


def test_pixels_of_a_touch_pad_add_up_to_lines(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(40)))
    for _ in range(4):
        shown.wheel(0, pixels=9)
    shown.wait(lambda: shown.text() == "line 28")


def test_an_arrow_stands_as_long_as_somebody_reads_further_up(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(40)))
    pill = shown.view._chrome.pill
    assert not pill.isVisible()
    shown.wheel(2)
    shown.wait(pill.isVisible)
    assert (pill.count, sentence(pill.count)) == (0, "↓")
    shown.view.terminal.scroll_to_bottom()
    shown.wait(lambda: not pill.isVisible())


def test_new_lines_are_told_while_somebody_reads_further_up(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(40)))
    shown.wheel(2)
    shown.wait(lambda: shown.text() == "line 24")
    pill = shown.view._chrome.pill
    shown.output("\r\nmore\r\nmore")
    shown.wait(lambda: pill.count == 2)
    assert (pill.isVisible(), shown.text()) == (True, "line 24")
    pill.clicked.emit()
    shown.wait(lambda: shown.view.terminal.follows_tail and not pill.isVisible())


def test_the_wheel_is_arrow_keys_on_the_alternate_screen(shown: Shown) -> None:
    shown.modes(Modes(alternate_screen=True))
    shown.wheel(1)
    assert shown.sent() == b"<wheel -3>"


def test_the_mouse_is_reported_to_programs_that_ask(shown: Shown) -> None:
    shown.modes(Modes(mouse_tracking=MouseTracking.ANY))
    shown.bot.mousePress(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(2, 3))
    shown.bot.mouseRelease(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(2, 4))
    shown.wheel(-2)
    assert shown.sent() == (
        b"<press left 2,3><release left 2,4><press wheel_down 1,1><press wheel_down 1,1>"
    )


def test_shift_keeps_the_mouse_for_selecting(shown: Shown) -> None:
    shown.modes(Modes(mouse_tracking=MouseTracking.ANY))
    shift = Qt.KeyboardModifier.ShiftModifier
    shown.bot.mousePress(shown.view, Qt.MouseButton.LeftButton, shift, shown.cell(0, 1, 0.1))
    shown.bot.mouseMove(shown.view, shown.cell(0, 4, 0.9))
    shown.bot.mouseRelease(shown.view, Qt.MouseButton.LeftButton, shift, shown.cell(0, 4, 0.9))
    shown.wait(lambda: shown.screen.selection == ((0, 1), (0, 4)))
    assert shown.sent() == b""


def test_a_click_ends_what_the_keyboard_selected(shown: Shown) -> None:
    shown.output("hello world")
    shown.view.terminal.feed.select_all()
    shown.wait(lambda: shown.screen.selection is not None)

    shown.bot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(3, 3))

    shown.wait(lambda: shown.screen.selection is None)


def test_what_the_person_typed_is_told_so_that_others_can_be_typed_into_as_well(
    shown: Shown,
) -> None:
    told: list[Typed] = []
    shown.view.terminal.typed.connect(told.append)

    shown.press(Qt.Key.Key_A, text="a")
    shown.view.terminal.paste_text("ls")
    shown.view.terminal.commit("é")
    assert [type(one) for one in told] == [KeyPress, Pasted, Composed]

    before = shown.sent()
    program = shown.view.terminal.program
    for one in told:
        assert program.along(one)
    assert shown.sent() == before * 2
    assert len(told) == 3


@pytest.mark.parametrize("how", ["key", "paste", "composed"])
def test_typing_ends_a_selection(shown: Shown, how: str) -> None:
    shown.output("hello world")
    shown.view.terminal.feed.select_all()
    shown.wait(lambda: shown.screen.selection is not None)

    if how == "key":
        shown.press(Qt.Key.Key_A, text="a")
    elif how == "paste":
        shown.view.terminal.paste_text("ls")
    else:
        shown.view.terminal.commit("é")

    shown.wait(lambda: shown.screen.selection is None)


def test_output_that_changes_the_selected_text_ends_the_selection(shown: Shown) -> None:
    shown.output("hello world")
    shown.view.terminal.feed.select_all()
    shown.wait(lambda: bool(shown.view.frame and shown.view.frame.selection))

    shown.output("\rH")

    shown.wait(lambda: bool(shown.view.frame and not shown.view.frame.selection))
    assert shown.screen.selection is None


def test_output_elsewhere_keeps_the_selection(shown: Shown) -> None:
    shown.output("hello\r\nworld")
    shown.bot.mousePress(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(0, 0, 0.1))
    shown.bot.mouseMove(shown.view, shown.cell(0, 4, 0.9))
    shown.bot.mouseRelease(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(0, 4, 0.9))
    shown.wait(lambda: shown.screen.selection == ((0, 0), (0, 4)))

    shown.output("\r\nmore")

    assert shown.screen.selection == ((0, 0), (0, 4))


def test_an_ended_terminal_shows_no_cursor(shown: Shown) -> None:
    shown.output("bye")
    inside = shown.view.cursor_rect().center()
    before = shown.view.grab().toImage().pixel(inside) & 0xFFFFFF
    shown.link.exit(0)
    shown.wait(lambda: shown.view.terminal.has_ended)

    assert before == COLORS.cursor
    assert shown.view.grab().toImage().pixel(inside) & 0xFFFFFF == COLORS.background


def test_an_end_that_was_told_elsewhere_stays_known(shown: Shown) -> None:
    shown.output("bye")
    terminal = shown.view.terminal
    terminal.know_end()
    assert not terminal.shows_cursor

    shown.link.tell(LinkLost("The engine is gone."))
    terminal.attach_again()
    shown.wait(lambda: len(shown.links.made) == 2)
    shown.output("more")
    assert not terminal.shows_cursor


def test_a_drag_selects_and_the_selection_can_be_copied(shown: Shown) -> None:
    shown.output("hello world")
    shown.bot.mousePress(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(0, 6, 0.1))
    shown.bot.mouseMove(shown.view, shown.cell(0, 10, 0.9))
    shown.bot.mouseRelease(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(0, 10, 0.9))
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    shown.view.terminal.copy()
    shown.wait(lambda: clipboard.text() == "world")
    shown.bot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=shown.cell(3, 3))
    shown.wait(lambda: shown.screen.selection is None)


def test_a_paste_of_several_lines_is_asked_about_unless_it_is_bracketed(shown: Shown) -> None:
    asked: list[str] = []
    shown.view.terminal.paste_asked.connect(asked.append)
    QGuiApplication.clipboard().setText("one\ntwo\n", QClipboard.Mode.Clipboard)
    shown.view.terminal.paste()
    assert (asked, shown.inputs()) == (["one\ntwo\n"], [])
    shown.view.terminal.paste_text(asked[0])
    shown.modes(Modes(bracketed_paste=True))
    shown.view.terminal.paste()
    assert [(one.kind, one.data) for one in shown.inputs()] == [
        (InputKind.PASTE, b"one\ntwo\n")
    ] * 2


def test_a_paste_waits_for_credit(shown: Shown) -> None:
    shown.view.terminal.paste_text("x" * 100_000)
    assert len(shown.sent()) == 64 * 1024
    shown.link.tell(InputCredit(100_000))
    shown.wait(lambda: len(shown.sent()) == 100_000)


def test_text_for_the_program_is_encoded_here(shown: Shown) -> None:
    shown.link.tell(TextAsked("do it", enter=True))
    shown.wait(lambda: bool(shown.inputs()))
    assert shown.inputs() == [Input(InputKind.TEXT, b"do it\r")]


def test_an_input_method_shows_what_it_composes_at_the_cursor(shown: Shown) -> None:
    shown.output("ab")
    shown.view.activateWindow()
    before = shown.view.grab().toImage()
    QApplication.sendEvent(shown.view, QInputMethodEvent("に", []))
    during = shown.view.grab().toImage()
    changed = changed_rect(before, during)
    cells = QRect(8 + 2 * 8, 8, 2 * 8 + 2, 18)
    assert cells.contains(changed)
    assert shown.sent() == b""
    commit = QInputMethodEvent()
    commit.setCommitString("日本")
    QApplication.sendEvent(shown.view, commit)
    assert shown.sent() == "日本".encode()
    assert shown.view.inputMethodQuery(Qt.InputMethodQuery.ImEnabled) is True
    rect = shown.view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    assert rect == shown.view.cursor_rect()


@pytest.mark.parametrize("text", ["你好", "👩\u200d👩\u200d👧", "e\u0301", "🇫🇷"])
def test_an_input_method_types_whole_characters(shown: Shown, text: str) -> None:
    shown.output("ab")
    shown.view.activateWindow()
    before = shown.view.grab().toImage()
    units = len(text.encode("utf-16-le")) // 2
    at_end = QInputMethodEvent.Attribute(QInputMethodEvent.AttributeType.Cursor, units, 1, None)
    QApplication.sendEvent(shown.view, QInputMethodEvent(text, [at_end]))
    cells = {"你好": 4, "e\u0301": 1}.get(text, 2)
    changed = changed_rect(before, shown.view.grab().toImage())
    room = QRect(8 + 2 * 8, 8, cells * 8 + 2, 18)
    assert room.contains(changed)
    assert changed.right() >= room.right() - 2, "the bar stands behind what is composed"
    commit = QInputMethodEvent()
    commit.setCommitString(text)
    QApplication.sendEvent(shown.view, commit)
    assert shown.sent() == text.encode()
    assert shown.view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle) == (
        shown.view.cursor_rect()
    )


def changed_rect(one: QImage, other: QImage) -> QRect:
    """Return the smallest rectangle around all pixels that differ."""
    changed = QRect()
    for y in range(one.height()):
        for x in range(one.width()):
            if one.pixel(x, y) != other.pixel(x, y):
                changed = changed.united(QRect(x, y, 1, 1))
    return changed


def test_focus_is_reported_to_programs_that_ask(shown: Shown) -> None:
    shown.modes(Modes(focus_events=True))
    QApplication.sendEvent(shown.view, QFocusEvent(QEvent.Type.FocusOut))
    QApplication.sendEvent(shown.view, QFocusEvent(QEvent.Type.FocusIn))
    assert shown.sent().endswith(b"<out><in>")


def test_bell_end_gap_and_loss_are_signals(shown: Shown) -> None:
    terminal = shown.view.terminal
    heard: list[object] = []
    terminal.rang.connect(lambda: heard.append("bell"))
    terminal.ended.connect(lambda: heard.append("end"))
    terminal.gap_marked.connect(lambda gap: heard.append(gap.reason))
    terminal.link_lost.connect(heard.append)
    shown.link.output(b"\a")
    shown.link.gap("The disk was full.")
    shown.link.exit(1)
    shown.link.tell(LinkLost("The engine is gone."))
    shown.wait(lambda: len(heard) == 4)
    assert heard == ["bell", "The disk was full.", "end", "The engine is gone."]


def test_attaching_again_goes_on_where_the_screen_stands(shown: Shown) -> None:
    shown.output("one")
    end = shown.link.seq
    shown.link.tell(LinkLost("The engine is gone."))
    shown.view.terminal.attach_again()
    shown.wait(lambda: len(shown.links.made) == 2)
    assert shown.link.asked.have == end
    shown.link.accept(Size(40, 10))
    shown.output(" two")
    assert shown.text() == "one two"


class Painted(QObject):
    """Notes what is painted of a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.regions: list[QRect] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions.append(event.region().boundingRect())
        return False


def test_a_blinking_cursor_repaints_its_own_cell_only(shown: Shown) -> None:
    shown.output("ab")
    shown.view.repaint()
    painted = Painted()
    shown.view.installEventFilter(painted)
    shown.view._blink.on = False
    shown.view._blink.changed.emit()
    shown.wait(lambda: bool(painted.regions))
    shown.view.removeEventFilter(painted)
    assert painted.regions == [shown.view.cursor_rect()]
    assert shown.view.cursor_rect().width() <= 8 + 4


def test_another_theme_repaints_in_its_colours(shown: Shown) -> None:
    light = TerminalColors(foreground=0x1B1D21, background=0xFDFDFB)
    shown.view.set_look(TerminalLook(colors=light))
    assert shown.view.grab().toImage().pixel(200, 100) & 0xFFFFFF == 0xFDFDFB
    shown.wait(
        lambda: (
            shown.screen.colors is not None
            and shown.screen.colors.background & 0xFFFFFF == 0xFDFDFB
        )
    )


def test_images_are_shown_and_their_limit_is_told_at_once(shown: Shown) -> None:
    shown.wait(lambda: shown.screen.most_image_bytes == 64 << 20)
    image = TerminalImage(8, 18, 3, b"\0\xc8\0" * 8 * 18)
    shown.screen.images = (ImagePlacement(image, 2, 3, 0, 0, 8, 18, (0, 0, 8, 18)),)
    shown.output("text")
    middle = shown.cell(2, 3)
    shown.wait(lambda: shown.view.grab().toImage().pixel(middle) & 0xFFFFFF == 0x00C800)
    shown.view.set_options(TerminalOptions(image_bytes=5))
    shown.wait(lambda: shown.screen.most_image_bytes == 5)


def test_a_larger_font_asks_for_fewer_cells(shown: Shown) -> None:
    shown.view.set_look(TerminalLook(font_px=26, line_px=36))
    shown.view.size_wish.timer.timeout.emit()
    assert ResizeAsked(Size(20, 5)) in shown.link.sent


def test_closing_does_not_wait_for_what_the_core_is_at(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_inside, may_leave = threading.Event(), threading.Event()

    def feed(_data: bytes) -> tuple[Effect, ...]:
        is_inside.set()
        assert may_leave.wait(60)
        return ()

    monkeypatch.setattr(shown.screen, "feed", feed)
    shown.link.output(b"endless")
    assert is_inside.wait(60)
    shown.view.close_terminal()
    assert not shown.screen.closed
    assert not shown.view.terminal.feed.has_ended
    may_leave.set()
    assert shown.view.terminal.feed.join(60)
    assert shown.screen.closed


def test_closing_ends_the_thread_and_nothing_comes_after(shown: Shown) -> None:
    frame = shown.view.frame
    shown.view.close_terminal()
    assert shown.link.closed
    assert shown.view.terminal.feed.join(60)
    assert shown.screen.closed
    shown.link.output(b"late")
    shown.view.terminal._take(object())  # type: ignore[arg-type]
    assert shown.view.frame is frame
