"""When terminals that print without end are read, so that everything else stays quick.

A terminal is read as soon as there is something to read. One that has printed a lot lately
*floods*. A single flood is still read at once: it may be what the person waits for. Several floods
take turns: in a turn each is read a piece, again and again, so that the kernel brings more of one
while others are read. What is too little to be worth handing on waits for the next turn. Then the
loop rests half as long as that took, and 2 ms at least, in which the programs print on. Without the
rest the loop would always have work, and on a busy machine a thread that always has work is made to
wait like any other.

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
_LONGEST_TURN_S = 0.004
"""With handing on; whoever has not come by then is the first in the next turn."""
_ENOUGH_BYTES = 32 * 1024
_MOST_TURNS = 2
"""So many turns at most a flood waits until it has enough; it may be over, too."""
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

    @property
    def held_bytes(self) -> int:
        """How much was read and not handed on."""
        ...

    def read_piece(self) -> bool:
        """Read a little of what there is, and keep it; return whether more may be there at once."""
        ...

    def end_turn(self) -> None:
        """Hand on what was read; then `join` again, or wait to be told of new output."""
        ...


class ReadingTurns:
    """The terminals of one loop that flood, in the order of their turns; lives on the loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._floods: set[TurnTaker] = set()
        self._waiting: dict[TurnTaker, int] = {}
        """Who has not handed on anything for how many turns."""
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
        self._waiting[one] = 0
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
        everyone = tuple(self._waiting)
        reading = list(everyone)
        while reading and self._clock() - begun < _TURN_S:
            reading = [one for one in reading if one.read_piece()]
        for one in everyone:
            if self._clock() - begun > _LONGEST_TURN_S:
                break
            self._end_turn(one)
        now = self._clock()
        share, least_s = _REST_SHARE, _LEAST_REST_S
        if self._is_typing:
            share, least_s = 1.0, _TYPING_REST_S
        self._may_turn_at = now + min(max(share * (now - begun), least_s), _LONGEST_REST_S)
        if self._waiting and self._timer is None:
            self._schedule()

    def _end_turn(self, one: TurnTaker) -> None:
        turns = self._waiting.get(one)
        if turns is None:
            return  # What another one handed on made it leave.
        if one.held_bytes >= _ENOUGH_BYTES or turns + 1 >= _MOST_TURNS:
            del self._waiting[one]
            one.end_turn()
        else:
            self._waiting[one] = turns + 1
