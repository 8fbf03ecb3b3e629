import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.ports.terminal_input import KeyAction, KeyPress, Modifiers
from idea.presentation.desktop.terminal.keyboard import is_interrupt, key_press, modifiers_of

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
META = Qt.KeyboardModifier.MetaModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def pressed(
    key: Qt.Key | int, modifiers: Qt.KeyboardModifier = NONE, text: str = "", *, again: bool = False
) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, int(key), modifiers, text, again)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (pressed(Qt.Key.Key_A, text="a"), KeyPress("a", "a")),
        (pressed(Qt.Key.Key_A, SHIFT, "A"), KeyPress("a", "A", Modifiers.SHIFT)),
        (pressed(Qt.Key.Key_C, CONTROL, "\x03"), KeyPress("c", "", Modifiers.CONTROL)),
        (pressed(Qt.Key.Key_Exclam, SHIFT, "!"), KeyPress("!", "!", Modifiers.SHIFT)),
        (pressed(Qt.Key.Key_Backtab, SHIFT), KeyPress("Tab", "", Modifiers.SHIFT)),
        (pressed(Qt.Key.Key_Tab, text="\t"), KeyPress("Tab")),
        (pressed(Qt.Key.Key_Return, text="\r"), KeyPress("Enter")),
        (pressed(Qt.Key.Key_Enter, KEYPAD, "\r"), KeyPress("Enter", keypad=True)),
        (pressed(Qt.Key.Key_5, KEYPAD, "5"), KeyPress("5", "5", keypad=True)),
        (pressed(Qt.Key.Key_Escape, text="\x1b"), KeyPress("Escape")),
        (pressed(Qt.Key.Key_Up, ALT), KeyPress("ArrowUp", "", Modifiers.ALT)),
        (pressed(Qt.Key.Key_F25), KeyPress("F25")),
        (pressed(Qt.Key.Key_Space, CONTROL, "\x00"), KeyPress(" ", "", Modifiers.CONTROL)),
        (pressed(Qt.Key.Key_Eacute, text="é"), KeyPress("é", "é")),
        (pressed(0, text="ω"), KeyPress("ω", "ω")),
        (pressed(Qt.Key.Key_Shift), KeyPress("Shift", "", Modifiers.SHIFT)),
        (
            pressed(Qt.Key.Key_A, text="a", again=True),
            KeyPress("a", "a", action=KeyAction.REPEAT),
        ),
    ],
)
def test_qt_keys_get_the_names_browsers_give_them(event: QKeyEvent, expected: KeyPress) -> None:
    assert key_press(event, "linux") == expected


def test_a_dead_key_alone_means_nothing() -> None:
    assert key_press(pressed(Qt.Key.Key_Dead_Acute), "linux") is None


def test_a_release_is_told_but_not_the_releases_of_a_repeat() -> None:
    release = QKeyEvent(QEvent.Type.KeyRelease, int(Qt.Key.Key_A), NONE, "a", False)
    repeat = QKeyEvent(QEvent.Type.KeyRelease, int(Qt.Key.Key_A), NONE, "a", True)
    assert key_press(release, "linux") == KeyPress("a", "a", action=KeyAction.RELEASE)
    assert key_press(repeat, "linux") is None


def test_alt_gr_on_windows_is_not_control_and_alt() -> None:
    event = pressed(Qt.Key.Key_At, CONTROL | ALT, "@")
    assert key_press(event, "win32") == KeyPress("@", "@")
    held = Modifiers.CONTROL | Modifiers.ALT
    assert key_press(event, "linux") == KeyPress("@", "@", held)


def test_control_and_command_are_swapped_back_on_macos() -> None:
    assert modifiers_of(META, "darwin") is Modifiers.CONTROL
    assert modifiers_of(CONTROL | SHIFT, "darwin") == Modifiers.META | Modifiers.SHIFT


def test_only_control_c_is_an_interrupt() -> None:
    assert is_interrupt(KeyPress("c", "", Modifiers.CONTROL))
    assert not is_interrupt(KeyPress("c", "", Modifiers.CONTROL | Modifiers.SHIFT))
    assert not is_interrupt(KeyPress("c", "c"))
    assert not is_interrupt(KeyPress("c", "", Modifiers.CONTROL, KeyAction.RELEASE))
