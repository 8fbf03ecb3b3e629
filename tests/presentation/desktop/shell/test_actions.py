import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from idea.application.views import LayoutShown
from idea.domain.actions.catalogue import CATALOGUE, menu_groups
from idea.domain.actions.spec import Menu
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
SOURCES = Path(__file__).parents[4] / "src" / "idea" / "presentation" / "desktop"


@pytest.mark.parametrize("menu", Menu)
def test_every_menu_builds_from_the_catalogue(stand: Stand, menu: Menu) -> None:
    built = stand.window.menus.build(menu, stand.window)
    wanted = [each.id for group in menu_groups(menu) for each in group]

    assert [each.objectName() for each in built.actions() if each.objectName()] == wanted
    built.deleteLater()


def test_the_menu_says_what_undo_and_redo_would_change(qtbot: QtBot, stand: Stand) -> None:
    grid = a_grid("a | b", can_undo=True)
    stand.feed.say(an_engine("a | b"))
    stand.feed.say(LayoutShown(replace(grid, revision=2, undo_name="merge A1:B2")))
    qtbot.waitUntil(lambda: stand.window.desk.words().get("undo") == "merge A1:B2")
    built = stand.window.menus.build(Menu.LAYOUT, stand.window)

    assert [action.text() for action in built.actions()][:2] == [
        "Undo merge A1:B2\tCtrl+Shift+Z",
        "Redo layout change\tCtrl+Shift+Y",
    ]
    built.deleteLater()


def test_the_palette_offers_every_action_that_can_be_used_and_starts_it(
    qtbot: QtBot, stand: Stand
) -> None:
    window = stand.window
    stand.feed.say(an_engine("[a b; c d]", (a_session("s1", cell="a"),)))
    qtbot.waitUntil(lambda: window.desk.current == "p1")
    invoked: list[str] = []
    window.opener.invoke = lambda action, _argument: invoked.append(action)
    wanted = [
        each for each in CATALOGUE if each.in_palette and each.id in window.registry.enabled()
    ]

    for spec in wanted:
        window.opener.open_all()
        window.palette_box.box.setText(spec.title)
        found = [entry.id for entry in window.palette_box.entries]
        assert spec.id in found
        window.palette_box._at = window.palette_box._rows.index(
            next(entry for entry in window.palette_box.entries if entry.id == spec.id)
        )
        qtbot.keyClick(window.palette_box.box, Qt.Key.Key_Return)

    assert invoked == [each.id for each in wanted]
    assert len(wanted) > 50


def test_every_action_that_can_be_used_runs_without_a_mistake(qtbot: QtBot, stand: Stand) -> None:
    window = stand.window
    stand.feed.say(an_engine("[a b; c d]", (a_session("s1", cell="a"),)))
    qtbot.waitUntil(lambda: window.desk.current == "p1")
    dialogs = {"window.quit", "project.open_folder", "view.toggle_full_screen"}

    for spec in CATALOGUE:
        if spec.id not in dialogs:
            window.invoke(spec.id)
            heard: list[int] = []
            stand.main.post(lambda heard=heard: heard.append(1))
            qtbot.waitUntil(lambda heard=heard: heard == [1])
            assert "mistake" not in window.banner.sentence, spec.id


@pytest.mark.parametrize(
    ("key", "held", "reserved"),
    [
        (Qt.Key.Key_P, CTRL | SHIFT, True),
        (Qt.Key.Key_Plus, CTRL | SHIFT, True),
        (Qt.Key.Key_Minus, CTRL | ALT, True),
        (Qt.Key.Key_Plus, CTRL | ALT | SHIFT, True),
        (Qt.Key.Key_B, CTRL | ALT, False),
        (Qt.Key.Key_Backtab, CTRL | SHIFT, True),
        (Qt.Key.Key_Comma, CTRL, True),
        (Qt.Key.Key_C, CTRL, False),
        (Qt.Key.Key_W, CTRL, False),
        (Qt.Key.Key_R, CTRL, False),
        (Qt.Key.Key_C, CTRL | SHIFT, True),
        (Qt.Key.Key_Insert, SHIFT, True),
        (Qt.Key.Key_PageUp, SHIFT, True),
        (Qt.Key.Key_Tab, NONE, False),
    ],
)  # fmt: skip
def test_terminals_are_told_which_keys_are_the_windows(
    stand: Stand, key: Qt.Key, held: Qt.KeyboardModifier, reserved: bool
) -> None:
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key.value, held)

    assert stand.terminals.is_reserved(event, full_screen=False) is reserved


def test_full_screen_programs_get_the_keys_that_scroll(stand: Stand) -> None:
    page_up = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_PageUp.value, SHIFT)
    palette = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_P.value, CTRL | SHIFT)

    assert not stand.terminals.is_reserved(page_up, full_screen=True)
    assert stand.terminals.is_reserved(palette, full_screen=True)


def test_qt_actions_and_shortcuts_are_made_in_two_places_only() -> None:
    makers = {
        path.name
        for path in SOURCES.rglob("*.py")
        if re.search(r"\b(QAction|QShortcut)\(", path.read_text(encoding="utf-8"))
    }

    assert makers == {"menus.py", "shortcuts.py"}


def test_nothing_opens_an_event_loop_of_its_own() -> None:
    nested = [
        path.name
        for path in SOURCES.rglob("*.py")
        if re.search(r"\.exec(_)?\(|processEvents|QEventLoop\(", path.read_text(encoding="utf-8"))
    ]

    assert nested == []
