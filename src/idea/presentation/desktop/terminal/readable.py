"""Keeps the theme's colours readable on grounds that programs choose.

Programs mix the sixteen colours as if they were those of an old screen: white on dark blue, black
on cyan. A theme's colours are made for its own ground; on one another they can vanish.
"""

from functools import lru_cache

from idea.presentation.desktop.terminal.look import Rgb
from idea.presentation.desktop.theme.tokens import contrast, luminance

_LEAST = 4.5
"""What WCAG asks of text."""
_STEPS = 16
_BLACK, _WHITE = 0x000000, 0xFFFFFF


def mix(ground: Rgb, top: Rgb, share: float) -> Rgb:
    """Return `top` laid over `ground` with an opacity of `share` (0 to 1)."""
    return sum(
        round((ground >> shift & 255) * (1 - share) + (top >> shift & 255) * share) << shift
        for shift in (0, 8, 16)
    )


@lru_cache(maxsize=4096)
def readable(color: Rgb, ground: Rgb) -> Rgb:
    """Return a colour that can be read on a ground, as near to `color` as that allows.

    It goes further away from the ground, and only to the other side when there is no room. A
    colour that equals its ground stays: what is written in it is meant to be hidden.
    """
    behind = f"#{ground:06X}"
    if color == ground or contrast(f"#{color:06X}", behind) >= _LEAST:
        return color
    lighter = luminance(f"#{color:06X}") > luminance(behind)
    for end in (_WHITE, _BLACK) if lighter else (_BLACK, _WHITE):
        for step in range(1, _STEPS + 1):
            moved = mix(color, end, step / _STEPS)
            if contrast(f"#{moved:06X}", behind) >= _LEAST:
                return moved
    return color
