"""When the history of a screen is packed: once nothing happened to it for a while, part by part."""

from collections.abc import Callable
from typing import Final

QUIET_S: Final = 4.0
"""Longer than the pauses of programs that work, and short beside how long most sessions rest."""
PAUSE_S: Final = 0.005
"""Between two parts, for whatever else the thread has to do."""


class PackingTime:
    """Tells whoever drives a core when to pack its history."""

    def __init__(self) -> None:
        self.due_at: float | None = None
        """When `work` has something to do; None for never."""

    def touched(self, now: float) -> None:
        """Note that the core was fed or its history read, which unpacks it."""
        self.due_at = now + QUIET_S

    def forget(self) -> None:
        """There is no core any more, or another one."""
        self.due_at = None

    def work(self, pack: Callable[[], bool], now: float) -> None:
        """Pack a part if it is time."""
        if self.due_at is not None and now >= self.due_at:
            self.due_at = now + PAUSE_S if pack() else None
