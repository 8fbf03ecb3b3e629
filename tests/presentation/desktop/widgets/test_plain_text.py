"""Names that look like markup are shown to the letter."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.widgets.plain_text import explain, plain_label

HOSTILE = "<img src=http://example.org/x><b>bold</b> & more"


@pytest.mark.parametrize("text", ["plain", "a < b", "R&amp;D", HOSTILE, ""])
def test_a_tool_tip_says_what_it_was_given(qtbot: QtBot, text: str) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)

    explain(widget, text)

    document = QTextDocument()
    document.setHtml(widget.toolTip())
    assert document.toPlainText() == text


def test_control_characters_are_shown(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)

    explain(widget, "up\u202edown")

    assert widget.toolTip() == "up\\u202edown"


def test_a_label_does_not_guess(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    label = plain_label(HOSTILE, parent)

    assert (label.text(), label.textFormat()) == (HOSTILE, Qt.TextFormat.PlainText)
