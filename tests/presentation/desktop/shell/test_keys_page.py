"""The page of keys in the window: found by words and by keys, changed, taken away, given back."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.application.settings.set_keys import KeysChange, SetKeysRequest
from idea.application.views import KeymapShown, KeymapView
from idea.domain.actions.catalogue import CATALOGUE
from idea.presentation.desktop.panels.key_list import KeyList
from idea.presentation.desktop.panels.keymap_page import KeymapPage
from support.accessibility import nameless
from support.desktop import a_session
from support.window import Stand, an_engine, play, settle

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PALETTE, COPY = "window.open_palette", "edit.copy"


class Open:
    """The window with the page in front, and an engine that keeps keys."""

    def __init__(self, qtbot: QtBot, stand: Stand) -> None:
        self._qtbot, self.stand, self.window = qtbot, stand, stand.window
        self.own: dict[str, tuple[str, ...]] = {}
        stand.use_cases.answer(SetKeysRequest, self._set)
        play(qtbot, stand, an_engine("a | b", (a_session("s1", cell="a"),)))
        self.window.resize(1280, 800)
        self.window.activateWindow()
        self.window.invoke("window.open_keys")
        self.settle()

    def _set(self, request: SetKeysRequest) -> KeymapView:
        for change in request.changes:
            self.own.pop(change.action, None)
            if change.keys is not None:
                self.own[change.action] = change.keys
        return KeymapView(keys=dict(self.own))

    @property
    def page(self) -> KeymapPage:
        return self.window.desks.keys.page

    @property
    def list(self) -> KeyList:
        return self.page.list

    def at(self, query: str) -> None:
        """Go to the first action that matches."""
        self.page.begin()
        self.page.box.setText(query)
        self.press(Key.Key_Down)
        assert holder() is self.list

    def press(self, key: Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(holder(), key, held)
        self.settle()

    def settle(self) -> None:
        settle(self._qtbot, self.stand)

    def told(self) -> None:
        """Let the window hear of the keys as they are kept."""
        play(self._qtbot, self.stand, KeymapShown(KeymapView(keys=dict(self.own))))

    def asked(self) -> Sequence[tuple[KeysChange, ...]]:
        return [one.changes for one in self.stand.asked(SetKeysRequest)]  # type: ignore[attr-defined]


def holder() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


@pytest.fixture
def keys(qtbot: QtBot, stand: Stand) -> Open:
    return Open(qtbot, stand)


def test_every_action_is_listed_with_a_name_for_those_who_do_not_see(keys: Open) -> None:
    assert [row.id for row in keys.list.rows] == [each.id for each in CATALOGUE]
    assert holder() is keys.page.box
    assert nameless(keys.page) == []
    assert keys.list.spoken_parts()[0].name == "Open project, Ctrl+Shift+O"


def test_an_action_gets_the_keys_that_are_pressed_and_works_with_them(keys: Open) -> None:
    keys.at("edit.copy copies selected text focused")
    assert keys.list.current is not None
    action = keys.list.current.id
    keys.press(Key.Key_Return)
    assert keys.list.said == "Press the keys; Escape leaves all as it is."
    keys.press(Key.Key_F12, CTRL | SHIFT)

    assert keys.asked() == [(KeysChange(action=action, keys=("Ctrl+Shift+F12",)),)]
    keys.told()
    assert keys.list.current.keys == ("Ctrl+Shift+F12",)
    assert keys.page.only_changed.text() == "Changed only (1)"
    assert [one.key().toString() for one in keys.window.shortcuts.made[action]] == [
        "Ctrl+Shift+F12"
    ]


def test_a_key_of_another_action_is_taken_only_on_purpose(keys: Open) -> None:
    keys.at("edit.copy copies selected text focused")
    keys.press(Key.Key_Return)
    keys.press(Key.Key_P, CTRL | SHIFT)
    assert keys.list.said.startswith("Ctrl+Shift+P is the key of “Find anything, do anything”.")
    assert keys.asked() == []
    assert not keys.window.palette_box.is_open

    keys.press(Key.Key_Escape)
    assert not keys.list.is_waiting
    assert keys.window.front.front is keys.page
    keys.press(Key.Key_Return)
    keys.press(Key.Key_P, CTRL | SHIFT)
    keys.press(Key.Key_Return)
    [changes] = keys.asked()
    assert [(one.action, one.keys) for one in changes][1:] == [(PALETTE, ())]


def test_what_people_type_is_no_key(keys: Open) -> None:
    keys.at("window.open_palette")
    keys.press(Key.Key_Return)
    keys.press(Key.Key_X)
    assert keys.list.said == "X is what people type, so it stays with programs."
    keys.press(Key.Key_Tab)
    assert keys.list.said == "Tab is what people type, so it stays with programs."
    assert keys.asked() == []


def test_keys_are_taken_away_and_given_back(keys: Open) -> None:
    keys.at("window.open_palette")
    keys.press(Key.Key_Delete)
    keys.told()
    assert keys.own == {PALETTE: ()}
    assert PALETTE not in keys.window.shortcuts.made
    keys.press(Key.Key_Backspace)
    keys.told()
    assert keys.own == {}

    keys.press(Key.Key_Delete)
    keys.told()
    keys.page.all_usual.setFocus()
    keys.press(Key.Key_Space)
    keys.told()
    assert keys.own == {}


def test_actions_are_found_by_their_keys(keys: Open) -> None:
    keys.page.by_keys.setFocus()
    keys.press(Key.Key_Space)
    keys.press(Key.Key_P, CTRL | SHIFT)
    assert [row.id for row in keys.list.rows] == [PALETTE]

    keys.page.by_keys.click()
    keys.press(Key.Key_F9, CTRL)
    assert keys.list.rows == ()
    assert keys.page.empty == "Ctrl+F9 is free."
    keys.page.begin()
    keys.page.box.setText("copy")
    assert COPY in [row.id for row in keys.list.rows]


def test_the_page_is_left_for_the_grid(keys: Open) -> None:
    keys.at("window.open_palette")
    keys.press(Key.Key_Escape)

    assert keys.window.front.front is None
