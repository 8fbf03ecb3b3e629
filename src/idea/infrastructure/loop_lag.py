"""How late an event loop runs what is due."""

import asyncio
import itertools
import logging
import math
from collections import deque
from collections.abc import Callable
from typing import Final

_log = logging.getLogger(__name__)

MEASURE_EVERY_S: Final = 0.1
_MEASURES_PER_BEAT: Final = 10
_KEPT: Final = 600
_LOUD_S: Final = 0.25


def no_beat() -> None:
    """Tell nobody that the loop came round."""


class LoopLag:
    """Measures one loop's lag over about the last minute; lives on that loop."""

    def __init__(self, beat: Callable[[], None] = no_beat) -> None:
        """`beat` is called about once a second while the loop turns; a stall watch listens."""
        self._beat = beat
        self._lags_s: deque[float] = deque(maxlen=_KEPT)

    @property
    def p99_ms(self) -> float:
        """Ninety-nine of a hundred measurements were at most this late, in milliseconds."""
        if not self._lags_s:
            return 0.0
        ordered = sorted(self._lags_s)
        return ordered[math.ceil(len(ordered) * 0.99) - 1] * 1000

    async def watch(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        for count in itertools.count():
            due_s = loop.time() + MEASURE_EVERY_S
            await asyncio.sleep(MEASURE_EVERY_S)
            if count % _MEASURES_PER_BEAT == 0:
                self._beat()
            lag_s = max(0.0, loop.time() - due_s)
            self._lags_s.append(lag_s)
            if lag_s > _LOUD_S:
                _log.warning("The loop was %.0f ms late", lag_s * 1000)
