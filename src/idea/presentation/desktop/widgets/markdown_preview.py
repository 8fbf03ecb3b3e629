"""Shows Markdown as it will read; it opens nothing and loads nothing. Main thread only."""

from typing import override

from PySide6.QtCore import QUrl
from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from idea.presentation.desktop.theme.theme import Theme

_SHOWN = 100_000
"""Characters; laying out more would hold the window up."""
_TEXT = 14
_LINE_PERCENT = 130.0
_POINTS_PER_INCH = 72


class MarkdownPreview(QTextBrowser):
    """A text to be read; markup of other kinds in it stays as it is written."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)

    def wear(self, theme: Theme, padding: str) -> None:
        """Look as a theme says; what is shown is to be shown anew."""
        self._theme = theme
        colors = theme.colors
        # Qt reckons the room between paragraphs from points.
        points = _TEXT * _POINTS_PER_INCH / self.logicalDpiY()
        self.setStyleSheet(
            f"QTextBrowser {{ color: {colors.text.name()}; background: {colors.bg0.name()};"
            f'border: none; padding: {padding}; font: {points}pt "{theme.fonts.ui_family}";'
            f"selection-background-color: {colors.accent_soft.name()};"
            f"selection-color: {colors.text.name()}; }}"
        )
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Link, colors.info)
        self.setPalette(palette)
        self.ensurePolished()

    def show_markdown(self, text: str) -> None:
        """Show a text, at the place that was read before."""
        features = QTextDocument.MarkdownFeature
        kinds = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        row = self.verticalScrollBar().value()
        self.document().setDefaultFont(self.font())
        self.document().setMarkdown(text[:_SHOWN], kinds)
        self._dress_code()
        self.verticalScrollBar().setValue(row)

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Load nothing: a picture in a text could be any file, on any server."""
        return None

    def _dress_code(self) -> None:
        """Give code the font of terminals and a ground, and lines some air."""
        fixed, ground = QTextCharFormat(), self._theme.colors.bg2
        fixed.setFontFamilies([self._theme.fonts.mono_family])
        cursor = QTextCursor(self.document())
        # Else each change would lay the whole text out.
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            form = block.blockFormat()
            is_code = form.hasProperty(QTextFormat.Property.BlockCodeFence)
            cursor.setPosition(block.position())
            form.setLineHeight(_LINE_PERCENT, 1)  # Of the line's own height, in percent.
            if is_code:
                form.setBackground(ground)
            cursor.setBlockFormat(form)
            pieces = block.begin()
            found = []
            while not pieces.atEnd():
                piece = pieces.fragment()
                if is_code or piece.charFormat().fontFixedPitch():
                    found.append((piece.position(), piece.length()))
                pieces += 1
            for start, length in found:
                cursor.setPosition(start)
                cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(fixed)
            block = block.next()
        cursor.endEditBlock()
