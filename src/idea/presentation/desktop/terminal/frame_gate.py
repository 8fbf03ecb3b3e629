"""Decides when a frame leaves the core: only when one is wanted, and whole when it can be.

At most one frame is on its way to the view: the view asks for the next when it has painted the
last. While a program draws under synchronised output the frame is held, at most `HOLD_S`.
"""

from idea.domain.ports.terminal_core import Frame, Screen, Scrollback

HOLD_S = 0.15
REPLAY_S = 1.0
"""How long history may be replayed unseen after an attach."""
PATIENCE_S = 0.008
"""How long a change may wait for more output that is already there."""


def merged(older: Frame | None, newer: Frame) -> Frame:
    """Return one frame with the damage of both."""
    if older is None or newer.full or older.size != newer.size:
        return newer
    return newer._replace(rows={**older.rows, **newer.rows}, full=older.full)


class FrameGate:
    """The state between a core's damage and the frames of a view; belongs to the feed thread."""

    def __init__(self) -> None:
        self.wanted = False
        """Whether the view is ready for a frame."""
        self.shown = True
        """Whether a person can see the view; otherwise no frame is made."""
        self._changed_at: float | None = None
        self._held: Frame | None = None
        self._held_since = 0.0
        self._replay_until: float | None = None

    @property
    def open(self) -> bool:
        """Whether a frame would be taken now if there were a change."""
        return self.wanted and self.shown

    @property
    def due_at(self) -> float | None:
        """When to call `take` again though nothing happens; None for never."""
        if not self.open:
            return None
        if self._replay_until is not None:
            return self._replay_until
        return self._held_since + HOLD_S if self._held is not None else None

    def changed(self, now: float) -> None:
        """Note that the screen may look different."""
        if self._changed_at is None:
            self._changed_at = now

    def restart(self, now: float) -> None:
        """Begin with a new core: forget the old one's frame and let history pass unseen."""
        self._held = None
        self._replay_until = now + REPLAY_S

    def go_live(self) -> None:
        """End the replay of history: from here on everything is shown."""
        self._replay_until = None

    def scrollback(self, screen: Screen, now: float) -> Scrollback:
        """Return where the viewport stands at this moment."""
        return self._absorb(screen, now).scrollback

    def take(self, screen: Screen, now: float, *, more: bool) -> Frame | None:
        """Return the frame to show now; `more` tells that output is waiting to be parsed."""
        if not self.open:
            return None
        if self._replay_until is not None:
            if now < self._replay_until:
                return None
            self._replay_until = None
        if self._changed_at is not None and (not more or now - self._changed_at >= PATIENCE_S):
            self._absorb(screen, now)
        held = self._held
        if held is None:
            return None
        if held.modes.synchronized_output and now - self._held_since < HOLD_S:
            return None
        self._held = None
        self.wanted = False
        return held

    def _absorb(self, screen: Screen, now: float) -> Frame:
        """Move the core's damage into the held frame."""
        self._changed_at = None
        if self._held is None:
            self._held_since = now
        self._held = merged(self._held, screen.take_frame())
        return self._held
