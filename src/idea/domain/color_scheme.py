"""A colour scheme: the colours of a terminal under a name, as people share them."""

from dataclasses import dataclass

ANSI_COLORS = 16
"""Colours a program names by number: eight, and eight bright ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorScheme:
    """Colours as 0xRRGGBB; None where the scheme leaves one to the theme."""

    name: str
    foreground: int
    background: int
    ansi: tuple[int, ...]
    cursor: int | None = None
    cursor_text: int | None = None
    selection: int | None = None

    @property
    def is_dark(self) -> bool:
        """Whether its text is lighter than its ground."""
        return _brightness(self.foreground) > _brightness(self.background)


def _brightness(color: int) -> int:
    red, green, blue = color >> 16, color >> 8 & 255, color & 255
    return 299 * red + 587 * green + 114 * blue
