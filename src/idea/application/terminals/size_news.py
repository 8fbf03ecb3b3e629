"""Spaces the news of a session's size, however fast a view changes its mind."""

import asyncio
from collections.abc import Callable

from idea.domain.terminal import Size

SPACING_S = 0.1


class SizeNews:
    """Tells a size at once, the next ones spaced, and always the last; lives on the loop."""

    def __init__(self, tell: Callable[[Size], None]) -> None:
        self._tell = tell
        self._waiting: Size | None = None
        self._timer: asyncio.TimerHandle | None = None

    def take(self, size: Size) -> None:
        """Take the newest size."""
        if self._timer is not None:
            self._waiting = size
            return
        self._timer = asyncio.get_running_loop().call_later(SPACING_S, self._due)
        self._tell(size)

    def stop(self) -> None:
        """Tell what waits now, and nothing later."""
        if self._timer is not None:
            self._timer.cancel()
            self._due(last=True)

    def _due(self, *, last: bool = False) -> None:
        self._timer = None
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        if last:
            self._tell(waiting)
        else:
            self.take(waiting)
