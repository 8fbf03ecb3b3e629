"""Decides when a frame leaves the core: only when one is wanted, and whole when it can be.

At most one frame is on its way to the view: the view asks for the next when it has painted the
last. While a program draws under synchronised output the frame is held, at most `HOLD_S`. In a
*flood* (see `flood_pace`) fewer frames are made: what that saves goes into parsing, and the screen
is brought up to date as soon as the flood pauses. A program that never ends its frame, because it
died in it, hides nothing for longer than `LONGEST_HOLD_S`.
"""

from collections.abc import Callable
from time import monotonic

from idea.domain.ports.terminal_core import Frame, Screen, Scrollback
from idea.presentation.desktop.terminal.flood_pace import (
    WINDOW_PACE,
    FloodLevel,
    FloodPace,
    frame_interval_s,
)

HOLD_S = 0.15
LONGEST_HOLD_S = 1.0
"""After so long what a program drew is shown, whether or not it has finished its frame."""
REPLAY_S = 1.0
"""How long history may be replayed unseen after an attach."""
PATIENCE_S = 0.008
"""How long a change may wait for more output that is already there."""
PAUSE_S = 0.008
"""A flood that says nothing for so long has paused."""
COSTLY_S = 0.01
"""A frame that took so long to make is costly; a costly one is followed by a rest."""
_MOST_COST_S = 0.1


def merged(older: Frame | None, newer: Frame) -> Frame:
    """Return one frame with the damage of both."""
    if older is None or newer.full or older.size != newer.size:
        return newer
    return newer._replace(rows={**older.rows, **newer.rows}, full=older.full)


class FrameGate:
    """The state between a core's damage and the frames of a view; belongs to the feed thread."""

    def __init__(
        self, clock: Callable[[], float] = monotonic, pace: FloodPace = WINDOW_PACE
    ) -> None:
        self._clock = clock
        self._pace = pace
        self._level = FloodLevel()
        self.wanted = False
        """Whether the view is ready for a frame."""
        self.shown = True
        """Whether a person can see the view; otherwise no frame is made."""
        self._changed_at: float | None = None
        self._held: Frame | None = None
        self._held_since = 0.0
        self._hold_since: float | None = None
        """Since when the program has been drawing one frame, as far as the core shows."""
        self._released = False
        """Whether the program is past all patience."""
        self._replay_until: float | None = None
        self._taken_at = 0.0
        self._fed_at = 0.0
        self._cost_s = 0.0

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
        hold_ends = None if self._hold_since is None else self._hold_since + LONGEST_HOLD_S
        due = self._flood_until if self._changed_at is not None else None
        if self._held is not None:
            due = self._held_since + HOLD_S
        return min((at for at in (due, hold_ends) if at is not None), default=None)

    @property
    def _flood_until(self) -> float | None:
        """When the next frame of a flood may be made; None when there is no flood."""
        # Making costly frames after every few bytes would starve what the bytes are parsed with.
        cost_s = self._cost_s if self._cost_s >= COSTLY_S else 0.0
        if not self._level.is_flood and not cost_s:
            return None
        floods = self._pace.beside(id(self), self._fed_at) if self._level.is_flood else 1
        rest_s = max(frame_interval_s(floods), 2 * cost_s)
        # Beside others, which are parsed as well, a flood says something less often.
        pause_s = max(floods * PAUSE_S, cost_s / 2)
        return min(self._taken_at + rest_s, self._fed_at + pause_s)

    def is_ready(self, now: float) -> bool:
        """Return whether a frame would be taken now if there were a change."""
        if not self.open:
            return False
        flood_until = self._flood_until
        return flood_until is None or now >= flood_until

    def changed(self, now: float) -> None:
        """Note that the screen may look different."""
        if self._changed_at is None:
            self._changed_at = now

    def fed(self, size_bytes: int, now: float) -> None:
        """Note that so much output was parsed."""
        self._level.fed(size_bytes, now)
        self._fed_at = now
        self.changed(now)

    def restart(self, now: float) -> None:
        """Begin with a new core: forget the old one's frame and let history pass unseen."""
        self._held = self._hold_since = None
        self._released = False
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
        if self._hold_since is not None and now - self._hold_since >= LONGEST_HOLD_S:
            screen.release_hold()
            self._released = True
            self._hold_since = now
            self._absorb(screen, now)
        if self._is_due(now, more=more):
            self._absorb(screen, now)
        held = self._held
        if held is None:
            return None
        drawing = held.modes.synchronized_output and not self._released
        if drawing and now - self._held_since < HOLD_S:
            return None
        self._held = None
        self.wanted = False
        self._taken_at = now
        return held

    def _is_due(self, now: float, *, more: bool) -> bool:
        """Return whether there is a change that need not wait any longer."""
        if self._changed_at is None or not self.is_ready(now):
            return False
        return not more or now - self._changed_at >= PATIENCE_S

    def _absorb(self, screen: Screen, now: float) -> Frame:
        """Move the core's damage into the held frame."""
        self._changed_at = None
        if self._held is None:
            self._held_since = now
        begun = self._clock()
        frame = screen.take_frame()
        if not frame.modes.synchronized_output:
            self._hold_since, self._released = None, False
        elif self._hold_since is None or frame.rows:
            # Rows that change within a hold are those of the frame before it: it is a new one.
            self._hold_since = now
        self._held = merged(self._held, frame)
        self._cost_s = min(self._clock() - begun, _MOST_COST_S)
        return self._held
