"""Logical pixels that are whole device pixels at a fractional scale."""

from math import isclose

_MOST = 16


def pixel_step(ratio: float) -> int:
    """Return the least number of logical pixels that is a whole number of device pixels.

    1 at the scales 1 and 2, 4 at 1.25, 2 at 1.5; 1 where no small number fits.
    """
    for step in range(1, _MOST + 1):
        if isclose(step * ratio, round(step * ratio), abs_tol=1e-3):
            return step
    return 1


def aligned_inset(origin: int, least: int, ratio: float) -> int:
    """Return an inset of at least `least` that puts `origin + inset` on a whole device pixel."""
    step = pixel_step(ratio)
    return least + -(origin + least) % step
