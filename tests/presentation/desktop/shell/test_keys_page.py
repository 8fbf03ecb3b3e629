"""The page of keys in the window: found by words and by keys, changed, taken away, given back."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.settings.set_keys import KeysChange, SetKeysRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.views import KeymapShown, KeymapView, SettingShown
from idea.domain.actions.catalogue import CATALOGUE
from idea.presentation.desktop.panels.key_list import KeyList
from idea.presentation.desktop.panels.keymap_page import KeymapPage
from idea.presentation.desktop.viewmodels.keymap_page import KeyRow
from support.accessibility import nameless
from support.desktop import a_session
from support.window import Stand, a_grid, an_engine, play, settle

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

    def use(self, preset: str, leader: str = "") -> None:
        """Let the engine tell another preset."""
        shown = (SettingShown("keys.leader", leader), SettingShown("keys.preset", preset))
        play(self._qtbot, self.stand, *shown)

    def row(self, action: str) -> KeyRow:
        return next(row for row in self.list.rows if row.id == action)

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


def test_a_preset_is_chosen_at_the_top_and_its_leader_explained(keys: Open) -> None:
    keys.stand.use_cases.answer(SetSettingRequest, lambda _: {})
    assert keys.page.said[0] == ""
    keys.page.presets.setFocus()
    keys.press(Key.Key_Right)
    [asked] = keys.stand.asked(SetSettingRequest)
    assert asked == SetSettingRequest(name="keys.preset", value="tmux")

    keys.use("tmux", "Ctrl+A")
    assert keys.row("cell.split_right").keys == ("Ctrl+A %", "Ctrl+Shift+R")
    assert keys.row("cell.split_right").note == ""
    assert keys.page.presets.at == 1
    assert keys.page.said[0] == (
        "Ctrl+A is the leader: press it, then the second key. "
        "Programs get Ctrl+A only when it is pressed twice."
    )
    assert "Ctrl+A" in keys.window.shortcuts.made
    keys.use("idea")
    assert keys.page.presets.at == 0
    assert "Ctrl+A" not in keys.window.shortcuts.made


def test_the_action_and_the_palette_choose_a_preset(keys: Open) -> None:
    keys.stand.use_cases.answer(SetSettingRequest, lambda _: {})
    keys.use("vscode")  # The engine tells the change before it answers.
    keys.window.invoke("window.choose_keys", "VS Code")
    keys.settle()
    assert keys.window.banner.sentence.startswith("Ctrl+K is the leader: press it, then")
    keys.window.invoke("window.choose_keys")
    keys.settle()
    offered = keys.window.palette_box.entries
    assert [(one.title, one.detail) for one in offered] == [
        ("IdeA", "no leader"),
        ("tmux", "Ctrl+B is the leader"),
        ("VS Code", "Ctrl+K is the leader"),
    ]
    keys.window.palette_box.close_palette()
    keys.window.invoke("window.choose_keys", "emacs")
    keys.settle()

    assert [one.value for one in keys.stand.asked(SetSettingRequest)] == ["vscode"]  # type: ignore[attr-defined]
    assert keys.window.banner.sentence.startswith("There are no keys like 'emacs'")


def test_a_key_after_the_leader_is_recorded(keys: Open) -> None:
    keys.use("tmux")
    keys.at("view.toggle_strips")
    keys.press(Key.Key_Return)
    keys.press(Key.Key_B, CTRL)
    assert keys.list.said == "Ctrl+B, and then? Escape leaves all as it is."
    keys.press(Key.Key_L)

    assert keys.asked() == [(KeysChange(action="view.toggle_strips", keys=("Ctrl+B L",)),)]


def test_any_two_keys_are_recorded_on_purpose_with_what_they_cost(keys: Open) -> None:
    keys.at("view.toggle_strips")
    keys.press(Key.Key_Return, SHIFT)
    assert keys.list.said.startswith("Press the first key, then the second")
    keys.press(Key.Key_X)
    assert keys.list.said == "X is what people type, so it stays with programs."
    keys.press(Key.Key_G, CTRL)
    keys.press(Key.Key_G, CTRL)
    assert keys.list.said == "Ctrl+G twice gives Ctrl+G to the program, so it starts nothing."

    keys.press(Key.Key_Escape)
    keys.page.two.click()
    keys.press(Key.Key_G, CTRL)
    keys.press(Key.Key_Return)
    assert keys.list.said.startswith("Programs in cells would get Ctrl+G only when it is pressed")
    keys.press(Key.Key_Return)
    [changes] = keys.asked()
    assert changes == (KeysChange(action="view.toggle_strips", keys=("Ctrl+G Return",)),)


def test_what_is_taken_from_programs_is_shown_alone(keys: Open) -> None:
    keys.page.only_taken.setFocus()
    keys.press(Key.Key_Space)
    assert all(row.keys for row in keys.list.rows)
    assert keys.page.said[1].endswith(
        "programs in cells get every other one. They have a use for none of those."
    )
    keys.use("vscode")
    assert keys.page.said[1].endswith("Shells and programs have a use for Ctrl+K.")


def test_the_leader_s_setting_is_one_press_away(keys: Open) -> None:
    keys.use("tmux")
    keys.page.other_leader.click()
    keys.settle()

    assert keys.window.front.front is keys.window.desks.settings.page


def test_a_leader_waits_in_the_status_line_and_lists_what_may_follow(keys: Open) -> None:
    keys.use("tmux")
    keys.press(Key.Key_Escape)
    window, leader = keys.window, keys.window.leader
    keys.press(Key.Key_B, CTRL)
    assert window.status.waiting == "Ctrl+B and…"
    assert leader.hesitation.isActive()
    assert leader.choices.isHidden()
    leader.hesitation.timeout.emit()
    assert leader.choices.isVisible()
    assert ("%", "Split right") in leader.choices.choices
    assert leader.choices.choices[-2:] == (
        ("Ctrl+B", "Give it to the program"),
        ("Escape", "Do nothing"),
    )
    assert window.rect().contains(leader.choices.geometry())
    assert not window.grab().isNull()

    keys.press(Key.Key_B, CTRL)
    assert (window.status.waiting, leader.choices.isHidden()) == ("", True)
    assert keys.stand.terminals.made[-1].said[-1:] == ["key 0x42"]


def test_the_next_cell_and_the_next_arrangement_follow_the_leader(keys: Open) -> None:
    keys.stand.use_cases.answer(ApplyPresetRequest, lambda _: a_grid("a / b"))
    keys.use("tmux")
    keys.press(Key.Key_Escape)
    for wanted in ("b", "a"):
        keys.press(Key.Key_B, CTRL)
        keys.press(Key.Key_O)
        assert keys.window.desk.focused_cell == wanted
    keys.press(Key.Key_B, CTRL)
    keys.press(Key.Key_Space)

    assert [one.preset for one in keys.stand.asked(ApplyPresetRequest)] == ["rows-2"]  # type: ignore[attr-defined]


def test_own_keys_that_cannot_be_are_one_sentence_and_nothing_else_is_lost(keys: Open) -> None:
    own = {
        "cell.close": ("Ctrl+B", "Ctrl+G X Y"),
        "edit.copy": ("Ctrl+B C",),
        "view.toggle_strips": ("Ctrl+B L",),
        "edit.find": ("F7",),
    }
    keys.use("tmux")
    keys.own = dict(own)
    keys.told()
    sentence = keys.window.banner.sentence
    assert sentence.startswith("keymap.json: cell.close: 'Ctrl+G X Y' is not a key, nor one after")
    assert sentence.endswith("and 1 more.")
    assert keys.row("edit.find").keys == ("F7",)
    assert keys.row("edit.copy").keys == ("Ctrl+B C",)
    assert keys.row("cell.close").keys == ()
