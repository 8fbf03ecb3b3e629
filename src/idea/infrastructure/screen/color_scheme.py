"""Whether a terminal is a dark one, for programs that ask (`CSI ?996n`); for both cores."""

from typing import Final

from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.styled_text import channels

_DARK_BELOW: Final = 0.5


def is_dark(colors: DefaultColors) -> bool:
    """Whether the background is rather dark, as the eye sees it."""
    red, green, blue = channels(colors.background)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255 < _DARK_BELOW
