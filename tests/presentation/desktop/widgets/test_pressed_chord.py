"""What was pressed, as people write it."""

import sys

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from idea.domain.actions.key_presets import KeyPreset, preset_keys
from idea.domain.actions.keys import Platform
from idea.presentation.desktop.widgets.pressed_chord import (
    composed_second,
    pressed_chord,
    pressed_second,
)

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


@pytest.mark.parametrize("preset", KeyPreset)
def test_every_key_of_every_preset_can_be_pressed(preset: KeyPreset) -> None:
    keys = {key.name.removeprefix("Key_"): key for key in Key}
    signs = {"+": "Plus", "-": "Minus", "=": "Equal", ",": "Comma", "`": "QuoteLeft"}
    usual = preset_keys(preset, Platform.LINUX, preset.leader(Platform.LINUX))
    for sequence in (one for each in usual.values() for one in each):
        for chord in sequence.chords:
            held = Held.NoModifier
            for name, flag in (("Ctrl", C), ("Alt", A), ("Shift", S)):
                held |= flag if name in chord.modifiers else Held.NoModifier
            if chord is sequence.then and len(chord.key) == 1 and not chord.modifiers:
                event = QKeyEvent(QEvent.Type.KeyPress, ord(chord.key), held, chord.key.lower())
            elif len(chord.key) == 1:
                event = QKeyEvent(QEvent.Type.KeyPress, ord(chord.key), held)
            else:
                event = QKeyEvent(QEvent.Type.KeyPress, keys[signs.get(chord.key, chord.key)], held)
            hear = pressed_second if chord is sequence.then else pressed_chord
            assert hear(event, Platform.LINUX) == chord


CYRILLIC_CHE, X_ON_LINUX = 0x0427, 53


@pytest.mark.parametrize(
    ("key", "held", "text", "platform", "written"),
    [
        (Key.Key_Percent, S, "%", Platform.LINUX, "%"),
        (Key.Key_2, S, "2", Platform.LINUX, "2"),
        (Key.Key_BraceLeft, C | A, "{", Platform.WINDOWS, "{"),
        (Key.Key_BraceLeft, A, "{", Platform.MAC, "{"),
        (Key.Key_Percent, A | S, "%", Platform.LINUX, "Alt+%"),
        (Key.Key_X, S, "X", Platform.LINUX, "Shift+X"),
        (Key.Key_X, Held.NoModifier, "x", Platform.LINUX, "X"),
        (Key.Key_Space, Held.NoModifier, " ", Platform.LINUX, "Space"),
        (Key.Key_Dead_Diaeresis, S, "", Platform.LINUX, '"'),
        (Key.Key_Dead_Cedilla, S, "", Platform.LINUX, "None"),
        (Key.Key_S, C, "\x13", Platform.LINUX, "Ctrl+S"),
        (Key.Key_X, M, "x", Platform.LINUX, "None"),
    ],
)
def test_a_second_key_is_its_sign_on_every_layout(
    key: Qt.Key, held: Held, text: str, platform: Platform, written: str
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, held, text)

    assert str(pressed_second(event, platform)) == written


@pytest.mark.skipif(sys.platform != "linux", reason="only there a key's place is known")
def test_a_letter_of_another_script_is_the_one_at_its_place() -> None:
    event = QKeyEvent(
        QEvent.Type.KeyPress, CYRILLIC_CHE, Held.NoModifier, X_ON_LINUX, 0, 0, "\u0447"
    )

    assert str(pressed_second(event, Platform.LINUX)) == "X"


@pytest.mark.parametrize(
    ("text", "written"),
    [("%", "%"), ("x", "X"), ("X", "Shift+X"), (" ", "Space"), ("日本", "None"), ("\x1b", "None")],
)
def test_composed_text_is_the_key_that_types_it(text: str, written: str) -> None:
    assert str(composed_second(text)) == written
