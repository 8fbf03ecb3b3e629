"""Text in widgets that Qt would otherwise read as markup when it looks like some."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from idea.domain.visible import visible


def explain(widget: QWidget, text: str) -> None:
    """Show `text`, to the letter, while the pointer rests on the widget; empty for nothing."""
    shown = visible(text)
    # A tool tip has no format of its own: Qt guesses, and markup of ours ends the guessing.
    looks_like_markup = "<" in shown or "&" in shown
    widget.setToolTip(f"<span>{html.escape(shown)}</span>" if looks_like_markup else shown)


def plain_label(text: str, parent: QWidget) -> QLabel:
    """Return a label that shows `text` to the letter."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    return label
