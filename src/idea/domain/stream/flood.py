"""Tells a flood from ordinary output, and what of a flood must reach the disk."""

from collections import deque
from typing import Final

FLOOD_BYTES_PER_S: Final = 1_000_000
"""As much as one session may print, or all together, before it counts as a flood."""
PART_BYTES_PER_S: Final = FLOOD_BYTES_PER_S // 8
"""Who prints less than this has no part in a flood of all together."""
CALM_S: Final = 3.0
"""Longer than a busy machine stalls a flood, and than an idle screen waits for its checkpoint."""
SHOWN_AGE_S: Final = 10.0
"""How old the screen may be that is left when the machine stops amid a flood."""
_CHECKPOINT_BYTES_PER_S: Final = 256 * 1024
_SLOT_S: Final = 0.1
_SLOTS: Final = 10


class LastSecond:
    """How much came within the last second; `now` is monotonic seconds."""

    def __init__(self) -> None:
        self._slots: deque[list[int]] = deque()
        self.bytes = 0

    def add(self, count: int, now: float) -> None:
        """Note that `count` bytes came, and forget what is older."""
        slot = int(now / _SLOT_S)
        self.bytes += count
        if self._slots and self._slots[-1][0] == slot:
            self._slots[-1][1] += count
        else:
            self._slots.append([slot, count])
            while self._slots[0][0] <= slot - _SLOTS:
                self.bytes -= self._slots.popleft()[1]


class Flood:
    """Measures one session's records; `now` is monotonic seconds."""

    def __init__(
        self, bytes_per_s: int = FLOOD_BYTES_PER_S, together: LastSecond | None = None
    ) -> None:
        """`together` is what all sessions bring, this one included."""
        self._bytes_per_s = bytes_per_s
        self._part_bytes_per_s = min(bytes_per_s, PART_BYTES_PER_S)
        self._own = LastSecond()
        self._together = together or self._own
        self._fast_at = float("-inf")
        self._on_disk_at = float("-inf")

    def add(self, count: int, now: float) -> None:
        """Note that `count` bytes came."""
        self._own.add(count, now)
        if self._together is not self._own:
            self._together.add(count, now)
        is_much = max(self._own.bytes, self._together.bytes) > self._bytes_per_s
        if is_much and self._own.bytes > self._part_bytes_per_s:
            self._fast_at = now

    def is_on(self, now: float) -> bool:
        """Return whether more came in some recent second than ordinary programs print."""
        return now - self._fast_at < CALM_S

    def spares_the_disk(self, count: int, now: float) -> bool:
        """Return whether a checkpoint of `count` bytes is superseded soon, and the disk has one.

        The disk's may be `SHOWN_AGE_S` old, or older when checkpoints are so large that they would
        cost it more than the flood.
        """
        age_s = max(SHOWN_AGE_S, count / _CHECKPOINT_BYTES_PER_S)
        return self.is_on(now) and now - self._on_disk_at < age_s

    def on_disk(self, now: float) -> None:
        """Note that a checkpoint reached the disk."""
        self._on_disk_at = now
