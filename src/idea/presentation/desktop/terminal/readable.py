"""Keeps the theme's colours readable on grounds that programs choose.

Programs mix the sixteen colours as if they were those of an old screen: white on dark blue, black
on cyan. A theme's colours are made for its own ground; on one another they can vanish.
"""

from functools import lru_cache

from idea.presentation.desktop.terminal.look import Rgb
from idea.presentation.desktop.theme.tokens import ratio, rgb_luminance

_LEAST = 4.5
"""What WCAG asks of text."""
_STEPS = 16
_BLACK, _WHITE = 0x000000, 0xFFFFFF


def mix(ground: Rgb, top: Rgb, share: float) -> Rgb:
    """Return `top` laid over `ground` with an opacity of `share` (0 to 1)."""
    rest = 1 - share
    red = round((ground >> 16) * rest + (top >> 16) * share)
    green = round((ground >> 8 & 255) * rest + (top >> 8 & 255) * share)
    blue = round((ground & 255) * rest + (top & 255) * share)
    return red << 16 | green << 8 | blue


@lru_cache(maxsize=4096)
def readable(color: Rgb, ground: Rgb, least: float = _LEAST) -> Rgb:
    """Return a colour with a contrast of `least` to a ground, as near to `color` as that allows.

    It goes further away from the ground, and to the other side when there is no room. Where there
    is too little on both, it is black or white. A colour that equals its ground stays: what is
    written in it is meant to be hidden.
    """
    behind = rgb_luminance(ground)
    if color == ground or ratio(rgb_luminance(color), behind) >= least:
        return color
    ends = (_WHITE, _BLACK) if rgb_luminance(color) > behind else (_BLACK, _WHITE)
    for end in ends:
        for step in range(1, _STEPS + 1):
            moved = mix(color, end, step / _STEPS)
            if ratio(rgb_luminance(moved), behind) >= least:
                return moved
    return max(ends, key=lambda end: ratio(rgb_luminance(end), behind))
