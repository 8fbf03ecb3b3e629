"""How much larger or smaller than usual the text of terminals is, in percent."""

from bisect import bisect_left, bisect_right

LEAST = 50
MOST = 300
USUAL = 100
_STEPS = (LEAST, 60, 70, 80, 90, USUAL, 110, 125, 150, 175, 200, 250, MOST)


def stepped(percent: int, step: int) -> int:
    """Return the next larger percentage for a positive step, else the next smaller one."""
    at = bisect_right(_STEPS, percent) if step > 0 else bisect_left(_STEPS, percent) - 1
    return _STEPS[min(max(at, 0), len(_STEPS) - 1)]


def combined(all_cells: int, one_cell: int) -> int:
    """Return the percentage of a cell's text that is scaled with all cells and by itself."""
    return min(max(round(all_cells * one_cell / USUAL), LEAST), MOST)
