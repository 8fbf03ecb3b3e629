"""Lets Markdown be read while it is written: headings, lists, code, links, places of a merge."""

import re
from typing import override

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from idea.presentation.desktop.theme.theme import Theme

_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_QUOTE = re.compile(r" {0,3}>")
_BULLET = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_MERGE = re.compile(r"(?:<{7}|={7}|>{7})(?:\s|$)")
_CODE = re.compile(r"`[^`]+`")
_STRONG = re.compile(r"\*\*(?=\S)[^*]+(?<=\S)\*\*|__(?=\S)[^_]+(?<=\S)__")
_LINK = re.compile(r"\[[^\[\]]*\]\([^()\s]*\)|https?://[^\s)>\]]+")
_LONGEST_LINE = 2_000
"""What is longer is drawn plain; nobody reads it for its form."""
_IN_TEXT, _IN_CODE = 0, 1


class MarkdownHighlighter(QSyntaxHighlighter):
    """Colours a document's lines; main thread only."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._formats = _formats(theme)

    def wear(self, theme: Theme) -> None:
        """Colour everything as another theme does."""
        self._formats = _formats(theme)
        self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        inside = self.previousBlockState() == _IN_CODE
        fence = _FENCE.match(text) is not None
        self.setCurrentBlockState(_IN_CODE if inside is not fence else _IN_TEXT)
        if inside or fence:
            self._mark("code", 0, len(text))
        elif len(text) <= _LONGEST_LINE:
            self._mark_line(text)

    def _mark_line(self, text: str) -> None:
        for name, begins in (("heading", _HEADING), ("quiet", _QUOTE), ("merge", _MERGE)):
            if begins.match(text):
                self._mark(name, 0, len(text))
                return
        bullet = _BULLET.match(text)
        if bullet is not None:
            self._mark("bullet", 0, bullet.end())
        for name, part in (("strong", _STRONG), ("link", _LINK), ("code", _CODE)):
            for found in part.finditer(text):
                self._mark(name, found.start(), found.end())

    def _mark(self, name: str, start: int, end: int) -> None:
        """Colour a part of the line; Qt counts in UTF-16."""
        text = self.currentBlock().text()
        before = _units(text[:start])
        self.setFormat(before, _units(text[start:end]), self._formats[name])


def _units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)


def _formats(theme: Theme) -> dict[str, QTextCharFormat]:
    colors = theme.colors
    return {
        "heading": _format(colors.text, bold=True),
        "strong": _format(colors.text, bold=True),
        "bullet": _format(colors.accent),
        "quiet": _format(colors.text3),
        "code": _format(colors.done),
        "link": _format(colors.info),
        "merge": _format(colors.need, bold=True),
    }


def _format(color: QColor, *, bold: bool = False) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(color)
    if bold:
        made.setFontWeight(QFont.Weight.Bold)
    return made
