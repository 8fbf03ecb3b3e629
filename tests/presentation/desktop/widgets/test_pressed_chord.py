"""What was pressed, as people write it."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Platform
from idea.presentation.desktop.widgets.pressed_chord import pressed_chord

Key, Held = Qt.Key, Qt.KeyboardModifier
C, A, S, M = (
    Held.ControlModifier,
    Held.AltModifier,
    Held.ShiftModifier,
    Held.MetaModifier,
)


@pytest.mark.parametrize(
    ("key", "held", "platform", "written"),
    [
        (Key.Key_P, C | S, Platform.LINUX, "Ctrl+Shift+P"),
        (Key.Key_Left, A | S, Platform.WINDOWS, "Alt+Shift+Left"),
        (Key.Key_Backtab, C | S, Platform.LINUX, "Ctrl+Shift+Tab"),
        (Key.Key_Enter, C, Platform.LINUX, "Ctrl+Return"),
        (Key.Key_F12, Held.NoModifier, Platform.LINUX, "F12"),
        (Key.Key_Comma, C, Platform.LINUX, "Ctrl+,"),
        (Key.Key_Plus, C | Held.KeypadModifier, Platform.LINUX, "Ctrl++"),
        (Key.Key_P, C | M, Platform.MAC, "Cmd+Ctrl+P"),
        (Key.Key_Shift, C | S, Platform.LINUX, "None"),
        (Key.Key_P, M, Platform.LINUX, "None"),
        (Key.Key_VolumeUp, C, Platform.LINUX, "None"),
    ],
)
def test_a_pressed_key_is_a_chord(
    key: Qt.Key, held: Held, platform: Platform, written: str
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, held)

    assert str(pressed_chord(event, platform)) == written


def test_every_key_of_the_catalogue_can_be_pressed() -> None:
    keys = {key.name.removeprefix("Key_"): key for key in Key}
    names = {"+": "Plus", "-": "Minus", "=": "Equal", ",": "Comma"}
    for each in CATALOGUE:
        for chord in each.keys.linux:
            held = Held.NoModifier
            for name, flag in (("Ctrl", C), ("Alt", A), ("Shift", S)):
                held |= flag if name in chord.modifiers else Held.NoModifier
            event = QKeyEvent(QEvent.Type.KeyPress, keys[names.get(chord.key, chord.key)], held)
            assert pressed_chord(event, Platform.LINUX) == chord
