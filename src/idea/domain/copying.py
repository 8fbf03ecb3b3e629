"""The forms in which selected text leaves a terminal."""

from enum import Enum


class CopyForm(Enum):
    """What becomes of looks and line ends."""

    PLAIN = "plain"
    FORMATTED = "formatted"
    """With colours and emphasis, as HTML beside the plain text."""
    ONE_LINE = "one line"


def as_one_line(text: str) -> str:
    """Return the text on one line: each line end, and the blanks around it, is one space."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())
