import pytest
from PySide6.QtGui import QKeySequence

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Platform, parse_chord
from idea.presentation.desktop.viewmodels.keymap import (
    Keymap,
    qt_chord,
    shown_chord,
    this_platform,
)


def test_a_platform_is_known_by_its_python_name() -> None:
    assert [this_platform(name) for name in ("darwin", "win32", "linux")] == [
        Platform.MAC,
        Platform.WINDOWS,
        Platform.LINUX,
    ]


def test_a_chord_is_written_as_the_platform_does() -> None:
    chord = parse_chord("Cmd+Shift+P")

    assert shown_chord(chord, Platform.MAC) == "⇧⌘P"
    assert shown_chord(parse_chord("Ctrl+Shift+P"), Platform.LINUX) == "Ctrl+Shift+P"


@pytest.mark.parametrize(
    ("text", "platform", "spelled"),
    [
        ("Ctrl+Shift+P", Platform.LINUX, "Ctrl+Shift+P"),
        ("Ctrl++", Platform.LINUX, "Ctrl++"),
        ("Shift+PageUp", Platform.WINDOWS, "Shift+PgUp"),
        ("Cmd+Ctrl+Left", Platform.MAC, "Ctrl+Meta+Left"),
        ("A", Platform.MAC, "A"),
    ],
)
def test_a_chord_in_the_spelling_of_qt(text: str, platform: Platform, spelled: str) -> None:
    assert spelled == qt_chord(parse_chord(text), platform)


@pytest.mark.parametrize("platform", Platform)
def test_qt_understands_every_chord_of_the_catalogue(platform: Platform) -> None:
    keymap = Keymap(platform)
    wrong = [
        (each.id, qt_chord(chord, platform))
        for each in CATALOGUE
        for keys in keymap.of(each.id)
        for chord in keys.chords
        if _parts(_as_qt_reads(qt_chord(chord, platform))) != _parts(qt_chord(chord, platform))
    ]

    assert wrong == []


def _as_qt_reads(text: str) -> str:
    return QKeySequence(text).toString(QKeySequence.SequenceFormat.PortableText)


def _parts(text: str) -> list[str]:
    return sorted(text.split("+"))
