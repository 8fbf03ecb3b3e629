"""A text in a frame, to be read and copied."""

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin


class ReadOnlyText(QPlainTextEdit):
    """Main thread only."""

    def __init__(self, names: str, skin: Skin, parent: QWidget | None = None) -> None:
        """`names` says what the text is, for those who do not see it."""
        super().__init__(parent)
        colors = skin.theme.colors
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(names)
        self.setFont(skin.theme.fonts.mono(metrics.SECONDARY_TEXT))
        self.setStyleSheet(
            f"QPlainTextEdit {{ color: {colors.text.name()}; background: {colors.term.name()};"
            f"border: 1px solid {colors.line.name()}; padding: 6px; }}"
        )
