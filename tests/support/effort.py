"""How fast this machine is right now, so that a test can bound work by ratios, not by seconds."""

import time
from collections.abc import Callable

_STEPS = 300_000
_TRIES = 3


def effort_s() -> float:
    """Return the processor seconds that 300,000 steps of a plain loop take here and now."""
    return min(spent_s(_plain_work) for _ in range(_TRIES))


def spent_s(work: Callable[[], object]) -> float:
    """Return the processor seconds that this thread spends on something."""
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def _plain_work() -> int:
    total = 0
    for number in range(_STEPS):
        total += number & 7
    return total
