"""What the next key does, in the room there is."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.key_choices import KeyChoices
from support.desktop import a_skin

CHOICES = tuple((f"Ctrl+{number}", f"Does thing {number}") for number in range(40))


@pytest.mark.parametrize("size", [(400, 240), (640, 300), (1280, 800), (2560, 1400)])
def test_the_list_stays_in_its_room_and_counts_what_it_leaves_out(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(*size)
    shown = KeyChoices(a_skin(), parent)
    shown.show_choices(CHOICES, QRectF(parent.rect()))
    parent.show()

    assert parent.rect().contains(shown.geometry())
    [*listed, last] = shown.choices
    if len(shown.choices) < len(CHOICES):
        assert last == ("…", f"and {len(CHOICES) - len(listed)} more")
    else:
        assert shown.choices == CHOICES
    assert listed == list(CHOICES[: len(listed)])
    assert (size[1] < 500) is (len(listed) < len(CHOICES) - 1)
    assert not parent.grab().isNull()
