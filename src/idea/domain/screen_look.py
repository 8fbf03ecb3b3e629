"""How screens look that no window shows, so that programs which ask are told the truth."""

from typing import Final, NamedTuple

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Color, DefaultColors, true_color
from idea.domain.styled_text import channels

LARGEST_CELL_PIXELS: Final = 1_000
LARGEST_PALETTE: Final = 256
_DARK_BELOW: Final = 0.5


class ScreenLook(NamedTuple):
    """The look of the window that told it last."""

    colors: DefaultColors
    cell_pixels: tuple[int, int]
    """Width and height of a cell."""


def is_dark(colors: DefaultColors) -> bool:
    """Whether the background is rather dark, as the eye sees it."""
    red, green, blue = channels(colors.background)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255 < _DARK_BELOW


def color_of(text: str) -> Color:
    """Return the true colour that `#rrggbb` means.

    Raises:
        InvalidError: It is no such text.
    """
    digits = text.removeprefix("#")
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise InvalidError(f"{text!r} is no colour; it should be like '#131417'.")
    return true_color(*bytes.fromhex(digits))


DARK_LOOK: Final = ScreenLook(
    DefaultColors(
        foreground=color_of("#E7E8EB"),
        background=color_of("#131417"),
        cursor=color_of("#4DB6A6"),
        palette=tuple(
            map(
                color_of,
                (
                    *("#2A2D33", "#E8706A", "#86C06C", "#DDB45A"),
                    *("#7AA7EE", "#C58AD8", "#4DB6A6", "#C9CDD4"),
                    *("#8E94A0", "#F08A84", "#A2D48C", "#EBCB80"),
                    *("#9BBDF5", "#D7A7E6", "#73CDBF", "#F2F3F5"),
                ),
            )
        ),
    ),
    cell_pixels=(8, 18),
)
"""The dark theme's, with its usual font, until a window tells its own."""
