"""A text in the frame that texts in sheets have, to be read and copied."""

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin


class ReadOnlyText(QPlainTextEdit):
    """Main thread only."""

    def __init__(self, names: str, skin: Skin, parent: QWidget | None = None) -> None:
        """`names` says what the text is, for those who do not see it."""
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(names)
        self.setFont(skin.theme.fonts.mono(metrics.SECONDARY_TEXT))
