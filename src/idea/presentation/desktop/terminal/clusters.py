"""What a person calls a character: one or more code points that are drawn and counted as one.

Qt counts in UTF-16 units, Python in code points.
"""

import unicodedata

from PySide6.QtCore import QTextBoundaryFinder

_UNIT = "utf-16-le"
_UNIT_BYTES = 2
_FLAG_LETTERS = (
    "\N{REGIONAL INDICATOR SYMBOL LETTER A}",
    "\N{REGIONAL INDICATOR SYMBOL LETTER Z}",
)
_AS_PICTURE = "\N{VARIATION SELECTOR-16}"


def clusters(text: str) -> list[str]:
    """Return text cut into a person's characters."""
    units = text.encode(_UNIT, "surrogatepass")
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    found: list[str] = []
    start = 0
    while (end := finder.toNextBoundary()) != -1:
        part = units[start * _UNIT_BYTES : end * _UNIT_BYTES]
        found.append(part.decode(_UNIT, "surrogatepass"))
        start = end
    return found


def cluster_cells(cluster: str) -> int:
    """Return how many cells a character takes."""
    wide = any(unicodedata.east_asian_width(char) in {"W", "F"} for char in cluster)
    flag = len(cluster) > 1 and _FLAG_LETTERS[0] <= cluster[0] <= _FLAG_LETTERS[-1]
    return 2 if wide or flag or _AS_PICTURE in cluster else 1


def until_unit(text: str, unit: int | None) -> str:
    """Return the text before a UTF-16 unit; all of it for None."""
    if unit is None:
        return text
    units = text.encode(_UNIT, "surrogatepass")
    return units[: unit * _UNIT_BYTES].decode(_UNIT, "replace")
