"""A line of text that ends in dots where there is no room for all of it. Main thread only."""

from typing import override

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from idea.presentation.desktop.theme.theme import Skin, Theme
from idea.presentation.desktop.widgets.drawing import draw_text
from idea.presentation.desktop.widgets.plain_text import explain


class ElidedLabel(QLabel):
    """Takes the room it is given; all of the text is its hint, and what is read aloud."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._color = QColor()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.say(text)

    def say(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        explain(self, text)

    def wear(self, font: QFont, color: QColor) -> None:
        """Look like this."""
        self._color = color
        self.setFont(font)
        self.update()

    def follow(self, skin: Skin, font: QFont) -> None:
        """Look like this, in the colour that texts have in each theme."""
        self.wear(font, skin.theme.colors.text)
        skin.changed.connect(self._on_theme)

    def _on_theme(self, theme: Theme) -> None:
        self.wear(self.font(), theme.colors.text)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle = self.height() / 2
        draw_text(
            painter, self.text(), self.font(), self._color, left=0, middle=middle, room=self.width()
        )
        painter.end()
