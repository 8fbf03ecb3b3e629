"""What stands in the window stays inside it and apart, in the room that each scale leaves.

Everything grows alike, so a larger scale is a smaller window: a screen of 1600 by 1000 pixels has
room for 533 by 333 at 300 percent.
"""

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from idea.domain.ports.terminal_effects import ClipboardWritten
from idea.presentation.desktop.panels.find_bar import FindBar
from idea.presentation.desktop.panels.survivors_line import SurvivorsLine
from idea.presentation.desktop.panels.tab_strip import FindBox
from idea.presentation.desktop.shell.dialogs import LeaveDialog, PasteDialog
from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote
from support.desktop import a_session
from support.window import Stand, an_engine, play

SIZES = {
    "50 %": QSize(3200, 2000),
    "100 %": QSize(1600, 1000),
    "150 %": QSize(1067, 667),
    "200 %": QSize(800, 500),
    "300 %": QSize(533, 333),
    "300 % of a small screen": QSize(426, 256),
}
SESSIONS = (
    a_session("s1", name="make bench-storage", cell="a"),
    a_session("s2", cell="b", status="exited", code=1, reason="It ended with exit code 1."),
    a_session("s3", name="indexer"),
)
LONG = "A sentence that is long enough to need all of the room there is, and then some more."


def room_of(widget: QWidget) -> QRect:
    """Return where a widget is in its window."""
    return QRect(widget.mapTo(widget.window(), widget.rect().topLeft()), widget.size())


def faults(window: QWidget) -> Iterator[str]:
    """Yield what is cut off, or lies over something else that can be pressed."""
    shown = [one for one in window.findChildren(QWidget) if one.isVisibleTo(window)]
    pressed = [one for one in shown if isinstance(one, QAbstractButton | QLineEdit)]
    for one in pressed:
        parent = one.parentWidget()
        inside = not isinstance(parent, QScrollArea) and parent.objectName() != "qt_scrollarea"
        if inside and not parent.rect().contains(one.geometry()):
            yield f"{name_of(one)} leaves {type(parent).__name__}"
        wanted = one.sizeHint() if isinstance(one, QAbstractButton) else QSize(40, 16)
        shortens = isinstance(one, FindBox | SurvivorsLine)
        if not shortens and (one.width() < wanted.width() or one.height() < wanted.height()):
            yield f"{name_of(one)} is cut off"
    for one, other in combinations(pressed, 2):
        if one.parent() is other.parent() and one.geometry().intersects(other.geometry()):
            yield f"{name_of(one)} lies over {name_of(other)}"


def name_of(widget: QWidget) -> str:
    return widget.accessibleName() or getattr(widget, "text", lambda: "")() or type(widget).__name__


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("drawing", ["a | b", "a | b | c", "a / b"])
def test_nothing_is_cut_off_or_lies_over_another(
    qtbot: QtBot, stand: Stand, size: QSize, drawing: str
) -> None:
    window = stand.window
    play(qtbot, stand, an_engine(drawing, SESSIONS))
    window.resize(size)
    qtbot.waitUntil(lambda: window.size() == size)
    grid = window.pages.grid("p1")
    assert grid is not None
    assert stand.terminals.news is not None
    stand.terminals.news.happened("s1", ClipboardWritten("text"))
    window.desk.mark_between("a", "b")
    window.side_bar.show_survivors(SurvivorsNote(words="2 programs left running", memory="6 MiB"))
    window.banner.say(LONG, word="Undo", todo=lambda: None)
    frame = grid.frame("a")
    assert frame is not None
    frame.set_hovered(hovered=True)
    play(qtbot, stand)
    assert list(faults(window)) == []

    window.opener.open_all()
    assert window.rect().contains(room_of(window.palette_box.box))
    assert len(window.palette_box.spoken_parts()) >= 1
    assert list(faults(window.palette_box)) == []
    window.palette_box.close_palette()

    assert grid.width() >= window.width() / 2
    parts = (window.tabs, window.side_bar, window.pages.stack, window.status)
    assert [type(one) for one in parts if not window.rect().contains(room_of(one))] == []
    for one, other in combinations(parts, 2):
        assert not room_of(one).intersects(room_of(other))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_welcome_and_a_find_bar_stay_inside(qtbot: QtBot, stand: Stand, size: QSize) -> None:
    window = stand.window
    window.resize(size)
    qtbot.waitUntil(lambda: window.size() == size)
    play(qtbot, stand)
    assert list(faults(window)) == []

    host = QWidget()
    qtbot.addWidget(host)
    host.resize(max(size.width() // 3, 240), 110)
    bar = FindBar(stand.themes.skin, host)
    host.show()
    bar.open("text")
    bar.say("3 of 2,000")
    assert host.rect().contains(bar.geometry())
    assert list(faults(bar)) == []


@pytest.mark.parametrize("size", [SIZES["300 %"], SIZES["300 % of a small screen"]])
def test_dialogs_fit_over_a_small_window(qtbot: QtBot, stand: Stand, size: QSize) -> None:
    window, skin = stand.window, stand.themes.skin
    window.resize(size)
    qtbot.waitUntil(lambda: window.size() == size)
    for dialog in (
        LeaveDialog.ask(2, skin, window, lambda _leave: None),
        PasteDialog.ask("\n".join(["x" * 200] * 30), skin, window, lambda: None),
    ):
        qtbot.waitExposed(dialog)
        assert dialog.minimumSizeHint().width() <= dialog.width() <= size.width()
        assert list(faults(dialog)) == []
        labels = dialog.findChildren(QLabel)
        assert [one.text() for one in labels if one.width() < one.minimumSizeHint().width()] == []
        dialog.close()


def test_a_preview_says_where_it_cuts_a_line(qtbot: QtBot, stand: Stand) -> None:
    stand.window.resize(SIZES["300 %"])
    qtbot.waitUntil(lambda: stand.window.width() == 533)
    dialog = PasteDialog.ask("short\n" + "x" * 200, stand.themes.skin, stand.window, lambda: None)

    short, long = dialog.preview.text().splitlines()
    assert (short, long[-2:]) == ("short", "x…")
    dialog.close()
