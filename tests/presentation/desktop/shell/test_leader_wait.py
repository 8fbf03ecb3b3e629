"""Keys on their way: what the window takes, what programs get, and what follows a leader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_input import FakeInputEncoder, FakeInputEncoderFactory
from fakes.terminal_link import FakeTerminalLinks
from idea.domain.actions.key_presets import KeyPreset
from idea.domain.actions.keys import Chord, Platform, parse_chord
from idea.domain.actions.taken_keys import taken_keys
from idea.domain.ports.terminal_input import KeyAction
from idea.domain.terminal import Size
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.leader_wait import LeaderWait
from idea.presentation.desktop.shell.shortcuts import Shortcuts
from idea.presentation.desktop.terminal.view import TerminalView
from idea.presentation.desktop.viewmodels.keymap import Keymap, qt_chord
from support.shown_view import WAIT_MS, a_view

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@dataclass
class Typist:
    """A window with a terminal in it, and what became of the keys that were pressed."""

    keymap: Keymap
    window: QWidget
    view: TerminalView
    other: QLineEdit
    encoder: FakeInputEncoder
    shortcuts: Shortcuts
    wait: LeaderWait
    invoked: list[str] = field(default_factory=list)

    def use(self, preset: KeyPreset, leader: str = "") -> None:
        self.keymap.use_preset(preset.value, leader)
        self.shortcuts.follow()

    def press(self, key: Key, held: Qt.KeyboardModifier = NONE, text: str = "") -> None:
        """Press a key and let it go."""
        if text:
            for action in (QTest.KeyAction.Press, QTest.KeyAction.Release):
                QTest.sendKeyEvent(action, self.view, key, text, held)
        else:
            QTest.keyClick(self.view, key, held)

    def repeat(self, key: Key, held: Qt.KeyboardModifier = NONE, text: str = "") -> None:
        """Hold a key so long that the keyboard repeats it."""
        self.send(key, held, text, again=True)

    def send(
        self, key: Key, held: Qt.KeyboardModifier, text: str = "", *, again: bool = False
    ) -> None:
        """Press a key that no shortcut has."""
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            event = QKeyEvent(kind, key.value, held, text, again)
            event.ignore()
            QApplication.sendEvent(self.view, event)

    @property
    def heard(self) -> list[tuple[str, KeyAction]]:
        """What the program heard of keys, modifiers aside."""
        held = {"Shift", "Control", "Alt"}
        return [(one.key, one.action) for one in self.encoder.pressed if one.key not in held]

    @property
    def got(self) -> list[str]:
        """What the program got, without the ends of keys."""
        return [key for key, action in self.heard if action is not KeyAction.RELEASE]


@pytest.fixture
def typist(qtbot: QtBot) -> Iterator[Typist]:
    keymap, window, main = Keymap(Platform.LINUX), QWidget(), MainThread()
    qtbot.addWidget(window)
    links, encoders, found = FakeTerminalLinks(), FakeInputEncoderFactory(), list[Typist]()

    def invoke(action: str) -> None:
        found[0].invoked.append(action)

    def send(event: QKeyEvent) -> None:
        found[0].view.typing.give(event)

    wait = LeaderWait(keymap, invoke, send, window)
    shortcuts = Shortcuts(keymap, window, invoke, wait.begin)
    view = a_view(
        links,
        FakeScreenFactory(),
        encoders,
        main,
        is_reserved=shortcuts.is_reserved,
        parent=window,
    )
    other = QLineEdit(window)
    column = QVBoxLayout(window)
    column.addWidget(view, 1)
    column.addWidget(other)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: bool(links.made), timeout=WAIT_MS)
    links.last.accept(Size(40, 10))
    qtbot.waitUntil(lambda: view.frame is not None and view.terminal.holding, timeout=WAIT_MS)
    view.setFocus()
    qtbot.waitUntil(view.hasFocus, timeout=WAIT_MS)
    found.append(Typist(keymap, window, view, other, encoders.made[0], shortcuts, wait))
    yield found[0]
    wait.cancel()
    view.close_terminal()
    main.close()


def every_chord() -> Iterator[Chord]:
    keys = [
        *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        *(f"F{number}" for number in range(1, 13)),
        *("Left", "Right", "Up", "Down", "PageUp", "PageDown", "Home", "End"),
        *("Tab", "Return", "Escape", "Space", "Insert", "Delete", "Backspace"),
    ]
    signs = [*"-=[];',./\\`"]
    held = ["", "Ctrl+", "Alt+", "Ctrl+Alt+", "Shift+", "Ctrl+Shift+", "Alt+Shift+"]
    for modifiers in [*held, "Ctrl+Alt+Shift+"]:
        for key in keys if "Shift" in modifiers else [*keys, *signs]:
            yield parse_chord(modifiers + key)


@pytest.mark.parametrize("preset", KeyPreset)
def test_programs_get_every_key_but_those_on_the_list(typist: Typist, preset: KeyPreset) -> None:
    typist.use(preset)
    taken = {each.chord: each for each in taken_keys(typist.keymap.keys)}
    wrong = []
    for chord in every_chord():
        text = qt_chord(chord, Platform.LINUX)
        combination = cast("Sequence[QKeyCombination]", QKeySequence(text))[0]
        before = len(typist.got)
        typist.press(combination.key(), combination.keyboardModifiers())
        leads = typist.wait.leader is not None
        typist.wait.cancel()
        if (chord in taken) is (len(typist.got) > before):
            wrong.append(str(chord))
        if leads is not (chord in taken and taken[chord].is_leader):
            wrong.append(f"{chord} leads" if leads else f"{chord} does not lead")

    assert wrong == []
    assert set(typist.invoked) == {
        each.actions[0]
        for chord, each in taken.items()
        if chord in set(every_chord()) and not each.is_leader
    }


def test_a_key_after_the_leader_starts_its_action_and_no_program_hears_of_it(
    typist: Typist,
) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    assert str(typist.wait.leader) == "Ctrl+B"
    typist.press(Key.Key_Shift)
    typist.press(Key.Key_Percent, SHIFT, "%")

    assert typist.invoked == ["cell.split_right"]
    assert typist.wait.leader is None
    assert typist.heard == []
    typist.press(Key.Key_Percent, SHIFT, "%")
    assert typist.got[-1:] == ["%"]


def test_second_keys_may_have_modifiers_and_names(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    for key, held in (
        (Key.Key_Left, NONE),
        (Key.Key_Right, CTRL),
        (Key.Key_Space, NONE),
        (Key.Key_X, SHIFT),
    ):
        typist.press(Key.Key_B, CTRL)
        typist.press(key, held)

    assert typist.invoked == [
        "cell.focus_left",
        "cell.make_wider",
        "layout.arrange_next",
        "session.stop",
    ]
    assert typist.got == []


def test_the_leader_pressed_twice_goes_to_the_program_once(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    typist.press(Key.Key_B, CTRL)

    assert typist.heard == [
        ("b", KeyAction.PRESS),
        ("b", KeyAction.RELEASE),
    ]
    assert (typist.invoked, typist.wait.leader) == ([], None)


@pytest.mark.parametrize(
    ("key", "held"), [(Key.Key_Escape, NONE), (Key.Key_Q, NONE), (Key.Key_P, CTRL | SHIFT)]
)
def test_a_key_that_starts_nothing_ends_the_wait_and_types_nothing(
    typist: Typist, key: Key, held: Qt.KeyboardModifier
) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    typist.press(key, held)

    assert (typist.invoked, typist.got, typist.wait.leader) == ([], [], None)
    typist.press(Key.Key_Q)
    assert typist.got == ["q"]


def test_a_leader_that_is_held_is_pressed_once(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    for _ in range(3):
        typist.repeat(Key.Key_B, CTRL, "\x02")
    assert typist.wait.leader is not None
    typist.press(Key.Key_Z)

    assert (typist.invoked, typist.got) == (["cell.toggle_zoom"], [])


def test_a_second_key_that_is_held_types_nothing_and_resizes_on(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    QTest.keyPress(typist.view, Key.Key_C)
    for _ in range(3):
        typist.repeat(Key.Key_C, text="c")
    QTest.keyRelease(typist.view, Key.Key_C)
    assert (typist.invoked, typist.got) == (["terminal.open_shell"], [])

    typist.press(Key.Key_B, CTRL)
    QTest.keyPress(typist.view, Key.Key_Left, CTRL)
    typist.repeat(Key.Key_Left, CTRL)
    QTest.keyRelease(typist.view, Key.Key_Left, CTRL)
    assert typist.invoked[1:] == ["cell.make_narrower"] * 2
    typist.press(Key.Key_C)
    assert typist.got == ["c"]


def test_another_key_while_the_second_is_held_is_the_program_s(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    QTest.keyPress(typist.view, Key.Key_C)
    typist.press(Key.Key_D)

    assert (typist.invoked, typist.got) == (["terminal.open_shell"], ["d"])


def test_there_is_no_time_limit_but_another_focus_ends_the_wait(
    typist: Typist, qtbot: QtBot
) -> None:
    typist.use(KeyPreset.TMUX)
    ended: list[int] = []
    typist.wait.ended.connect(lambda: ended.append(1))
    typist.press(Key.Key_B, CTRL)
    typist.other.setFocus()
    qtbot.waitUntil(lambda: typist.wait.leader is None, timeout=WAIT_MS)
    QTest.keyClick(typist.other, Key.Key_X)
    assert (typist.invoked, typist.other.text(), ended) == ([], "x", [1])

    typist.view.setFocus()
    typist.press(Key.Key_B, CTRL)
    QTest.mouseClick(typist.view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert typist.wait.leader is None
    typist.press(Key.Key_X)
    assert (typist.invoked, typist.got) == ([], ["x"])


def test_dead_keys_and_what_input_methods_compose_count_as_their_sign(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    typist.send(Key.Key_Dead_Diaeresis, SHIFT)
    typist.press(Key.Key_B, CTRL)
    composed = QInputMethodEvent("", [])
    composed.setCommitString('"')
    QApplication.sendEvent(typist.view, composed)
    typist.press(Key.Key_B, CTRL)
    QApplication.sendEvent(typist.view, QInputMethodEvent("x", []))

    assert typist.invoked == ["cell.split_down", "cell.split_down", "cell.close"]
    assert typist.wait.leader is None
    assert typist.got == []
    assert typist.view.typing.pre_edit is None
    QApplication.sendEvent(typist.view, QInputMethodEvent("x", []))
    assert typist.view.typing.pre_edit is not None


def test_composed_words_start_nothing_and_are_not_typed(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX)
    typist.press(Key.Key_B, CTRL)
    QApplication.sendEvent(typist.view, QInputMethodEvent("", []))
    assert typist.wait.leader is not None
    composed = QInputMethodEvent("", [])
    composed.setCommitString("日本")
    QApplication.sendEvent(typist.view, composed)

    assert (typist.invoked, typist.wait.leader, typist.heard) == ([], None, [])


def test_another_leader_is_the_only_one(typist: Typist) -> None:
    typist.use(KeyPreset.TMUX, "Ctrl+A")
    typist.press(Key.Key_B, CTRL)
    assert typist.got == ["b"]
    typist.press(Key.Key_A, CTRL)
    typist.press(Key.Key_D)

    assert typist.invoked == ["cell.detach_session"]
    assert typist.got == ["b"]


def test_own_sequences_work_without_a_preset(typist: Typist) -> None:
    typist.keymap.take({"view.toggle_strips": ("Ctrl+G L",)})
    typist.shortcuts.follow()
    typist.press(Key.Key_G, CTRL)
    typist.press(Key.Key_L)

    assert (typist.invoked, typist.got) == (["view.toggle_strips"], [])


def test_own_keys_work_for_copying_and_scrolling_and_free_the_usual_ones(typist: Typist) -> None:
    typist.keymap.take({"edit.copy": ("F7",), "view.scroll_page_up": ("F8",), "edit.paste": ()})
    typist.shortcuts.follow()
    typist.press(Key.Key_F7)
    typist.press(Key.Key_F8)
    assert (typist.invoked, typist.got) == (["edit.copy", "view.scroll_page_up"], [])

    typist.press(Key.Key_V, CTRL | SHIFT)
    typist.press(Key.Key_PageUp, SHIFT)
    assert typist.got == ["v", "PageUp"]


def test_a_program_hears_the_end_of_its_own_keys_only(typist: Typist) -> None:
    typist.press(Key.Key_A)
    typist.press(Key.Key_P, CTRL | SHIFT)

    assert typist.heard == [
        ("a", KeyAction.PRESS),
        ("a", KeyAction.RELEASE),
    ]


def test_a_key_that_was_down_when_the_keyboard_left_has_no_end(
    typist: Typist, qtbot: QtBot
) -> None:
    QTest.keyPress(typist.view, Key.Key_A)
    typist.other.setFocus()
    qtbot.waitUntil(lambda: not typist.view.hasFocus(), timeout=WAIT_MS)
    typist.view.setFocus()
    QTest.keyRelease(typist.view, Key.Key_A)

    assert typist.heard == [("a", KeyAction.PRESS)]
