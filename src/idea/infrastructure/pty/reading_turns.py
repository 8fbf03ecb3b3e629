"""When terminals that print without end are read, so that everything else stays quick.

A terminal is read as soon as there is something to read. One that has printed a lot lately
*floods*. A single flood is still read at once: it may be what the person waits for. Several floods
take turns: they are read one after another, as many as a turn has time for, then the loop rests
half as long as that took, and 2 ms at least, in which their programs print on. Without the rest the
loop would always have work, and on a busy machine a thread that always has work is made to wait
like any other.

While somebody *types* into a calm terminal, floods step back: even a single one waits for turns,
and turns are further apart, at least as long as they took. A key passes through a dozen threads
until its glyph is painted, and each time it would wait for the flooding programs and for those who
draw what they print. A flood is still read at some hundred kilobytes a second, more than anybody
reads.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

_BURST_S = 0.001
_LEAST_BURST_S = 0.000_5
"""Time for what the kernel holds of one flood; more bursts of less cost more, and read no more."""
_TURN_S = 0.002
_LEAST_REST_S = 0.002
_REST_SHARE = 0.5
_LONGEST_REST_S = 0.02
_TYPING_S = 0.5
"""So long after a key its typist is likely to press another."""
_TYPING_REST_S = 0.015
_FLOOD_BYTES = 128 * 1024
_CALM_BYTES = 32 * 1024
_LEAK_BYTES_PER_S = 128 * 1024


class FloodMeter:
    """Tells whether one terminal floods: it printed more than leaks away."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._level_bytes = 0.0
        self._at = clock()
        self.is_flooding = False
        """Whether it did when something was last counted."""

    def add(self, size_bytes: int) -> bool:
        """Count what was read; return whether the terminal floods."""
        now = self._clock()
        leaked = (now - self._at) * _LEAK_BYTES_PER_S
        self._level_bytes = max(self._level_bytes - leaked, 0.0) + size_bytes
        self._at = now
        if self._level_bytes >= _FLOOD_BYTES:
            self._level_bytes = _FLOOD_BYTES
            self.is_flooding = True
        elif self._level_bytes < _CALM_BYTES:
            self.is_flooding = False
        return self.is_flooding


class TurnTaker(Protocol):
    """A terminal that may flood."""

    def take_turn(self, burst_s: float) -> None:
        """Read for at most this long; then `join` again, or wait to be told of new output."""
        ...


class ReadingTurns:
    """The terminals of one loop that flood, in the order of their turns; lives on the loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._floods: set[TurnTaker] = set()
        self._waiting: dict[TurnTaker, None] = {}
        self._timer: asyncio.Handle | None = None
        self._may_turn_at = 0.0
        self._typing_until = 0.0

    def burst_s(self) -> float:
        """Return how long one terminal may be read now, in processor time."""
        share_s = _TURN_S / max(1, len(self._floods))
        return min(_BURST_S, max(_LEAST_BURST_S, share_s))

    def typed(self, one: TurnTaker) -> None:
        """Learn that something is written into a terminal; into a flood it says nothing."""
        if self._floods and one not in self._floods:
            self._typing_until = self._clock() + _TYPING_S

    def note(self, one: TurnTaker, *, floods: bool) -> None:
        """Learn whether a terminal floods."""
        if floods:
            self._floods.add(one)
        else:
            self._floods.discard(one)

    def must_wait(self, one: TurnTaker) -> bool:
        """Return whether a terminal must wait for its turn before it is read again."""
        return one in self._floods and (len(self._floods) > 1 or self._is_typing)

    def join(self, one: TurnTaker) -> None:
        """Give a terminal its next turn."""
        self._waiting[one] = None
        if self._timer is None:
            self._schedule()

    def leave(self, one: TurnTaker) -> None:
        """Forget a terminal that is not read any more."""
        self._waiting.pop(one, None)

    def gone(self, one: TurnTaker) -> None:
        """Forget a terminal that will never be read again."""
        self._waiting.pop(one, None)
        self._floods.discard(one)

    @property
    def _is_typing(self) -> bool:
        return self._clock() < self._typing_until

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, self._may_turn_at - self._clock()), self._turn)

    def _turn(self) -> None:
        self._timer = None
        begun = self._clock()
        for one in tuple(self._waiting):
            if one in self._waiting:
                del self._waiting[one]
                one.take_turn(self.burst_s())
            if self._clock() - begun > _TURN_S:
                break
        now = self._clock()
        share, least_s = _REST_SHARE, _LEAST_REST_S
        if self._is_typing:
            share, least_s = 1.0, _TYPING_REST_S
        self._may_turn_at = now + min(max(share * (now - begun), least_s), _LONGEST_REST_S)
        if self._waiting and self._timer is None:
            self._schedule()
