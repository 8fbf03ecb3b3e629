"""Which output is a flood, and how often floods are painted: each view its share of all frames.

A flood is more output than anybody reads. Frames cost what floods are parsed with, so there are
fewer of them, and fewer still for each view when several flood at a time.
"""

import threading

FLOOD_BYTES = 64 * 1024
"""So much output at a time is a flood."""
FLOOD_BYTES_PER_S = 1_000_000
"""What keeps bringing more than this stays one."""
FLOOD_FRAME_S = 1 / 25
SHARED_FRAME_S = 1 / 75
"""All floods of a window together have so many frames."""
_OVER_S = 0.25


class FloodLevel:
    """Measures one view's output: a vessel that fills with it and leaks."""

    def __init__(self) -> None:
        self._bytes = 0.0
        self._at = 0.0
        self.is_flood = False
        """Whether the newest output is more than anybody reads."""

    def fed(self, size_bytes: int, now: float) -> None:
        """Count output."""
        left = max(self._bytes - (now - self._at) * FLOOD_BYTES_PER_S, 0.0)
        self._bytes = min(left + size_bytes, 2 * FLOOD_BYTES)
        self._at = now
        self.is_flood = self._bytes >= FLOOD_BYTES


class FloodPace:
    """Shares frames among the views of a window; any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen_at: dict[int, float] = {}

    def beside(self, one: int, now: float) -> int:
        """Return how many views flood now, the one with this `id`, which does, included."""
        with self._lock:
            self._seen_at[one] = now
            if len(self._seen_at) > 1:
                self._seen_at = {
                    other: at for other, at in self._seen_at.items() if now - at < _OVER_S
                }
            return len(self._seen_at)


def frame_interval_s(floods: int) -> float:
    """Return how far apart the frames of each flood are."""
    return max(FLOOD_FRAME_S, floods * SHARED_FRAME_S)


WINDOW_PACE = FloodPace()
"""The one of this process, which has one window."""
