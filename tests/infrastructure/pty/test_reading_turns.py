"""Who is read when, on a clock and a loop of the test's own."""

import asyncio

import pytest

from idea.infrastructure.pty.reading_turns import (
    _LEAST_REST_S,
    _TURN_S,
    _TYPING_REST_S,
    _TYPING_S,
    FloodMeter,
    ReadingTurns,
    TurnTaker,
)
from support.running import on_a_loop


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Flood(TurnTaker):
    """A terminal that takes as long as told for its turn, and wants the next one."""

    def __init__(self, turns: ReadingTurns, clock: Clock, taken: list[str], name: str) -> None:
        self._turns = turns
        self._clock = clock
        self._taken = taken
        self._name = name
        self.takes_s = 0.0

    def take_turn(self, burst_s: float) -> None:
        assert burst_s > 0
        self._taken.append(self._name)
        self._clock.now += self.takes_s
        self._turns.join(self)


def floods(names: str) -> tuple[ReadingTurns, Clock, list[str], list[Flood]]:
    clock = Clock()
    turns = ReadingTurns(clock)
    taken: list[str] = []
    found = [Flood(turns, clock, taken, name) for name in names]
    for one in found:
        turns.note(one, floods=True)
    return turns, clock, taken, found


def test_a_little_output_is_no_flood_and_a_lot_is_one_until_it_is_calm() -> None:
    clock = Clock()
    meter = FloodMeter(clock)
    assert not meter.add(100 * 1024)
    clock.now += 1
    assert not meter.add(100 * 1024)
    assert meter.add(100 * 1024)
    assert meter.add(0)
    clock.now += 0.5
    assert meter.add(1)
    clock.now += 0.5
    assert not meter.add(1)


def test_a_single_flood_is_read_at_once_and_for_a_millisecond() -> None:
    turns, _, _, (one,) = floods("a")
    assert not turns.must_wait(one)
    assert turns.burst_s() == pytest.approx(0.001)


def test_eight_floods_share_turns_each_with_time_for_what_the_kernel_holds() -> None:
    turns, _, _, found = floods("abcdefgh")
    assert all(turns.must_wait(one) for one in found)
    assert turns.burst_s() == pytest.approx(0.000_5)
    turns.gone(found[0])
    assert not turns.must_wait(found[0])


def test_who_has_become_calm_waits_no_more() -> None:
    turns, _, _, (one, other) = floods("ab")
    turns.note(one, floods=False)
    assert not turns.must_wait(one)
    assert not turns.must_wait(other)


@on_a_loop
async def test_a_turn_serves_everybody_in_order_and_then_rests() -> None:
    turns, clock, taken, found = floods("abc")
    for one in found:
        one.takes_s = _TURN_S / 4
        turns.join(one)
    turns._turn()
    assert taken == ["a", "b", "c"]
    assert turns._may_turn_at - clock.now == pytest.approx(_LEAST_REST_S)
    turns._timer.cancel()


@on_a_loop
async def test_a_long_turn_ends_early_and_the_others_come_first_next_time() -> None:
    turns, clock, taken, found = floods("abc")
    for one in found:
        one.takes_s = 0.006
        turns.join(one)
    turns._turn()
    assert taken == ["a"]
    assert turns._may_turn_at - clock.now == pytest.approx(0.003)
    turns._turn()
    turns._turn()
    assert taken == ["a", "b", "c"]
    turns._timer.cancel()


@on_a_loop
async def test_a_rest_has_a_bound_however_long_the_machine_kept_us() -> None:
    turns, clock, _, (one, other) = floods("ab")
    one.takes_s = 3.0
    turns.join(one)
    turns.join(other)
    turns._turn()
    assert turns._may_turn_at - clock.now == pytest.approx(0.02)
    turns._timer.cancel()


@on_a_loop
async def test_who_leaves_is_not_read_even_in_the_turn_under_way() -> None:
    turns, _, taken, (one, other) = floods("ab")
    turns.join(one)
    turns.join(other)
    turns.leave(other)
    turns._turn()
    assert taken == ["a"]
    turns.leave(one)
    await asyncio.sleep(0.03)
    assert taken == ["a"]
    assert turns._timer is None


@on_a_loop
async def test_while_somebody_types_elsewhere_floods_are_read_seldom_even_one() -> None:
    turns, clock, _, (one,) = floods("a")
    calm = Flood(turns, clock, [], "calm")
    turns.typed(calm)
    assert turns.must_wait(one)
    assert not turns.must_wait(calm)
    turns.join(one)
    turns._turn()
    assert turns._may_turn_at - clock.now == pytest.approx(_TYPING_REST_S)
    clock.now += _TYPING_S
    turns._turn()
    assert turns._may_turn_at - clock.now == pytest.approx(_LEAST_REST_S)
    turns._timer.cancel()


@on_a_loop
async def test_while_somebody_types_the_rest_is_at_least_as_long_as_the_turn() -> None:
    turns, clock, taken, (one,) = floods("a")
    turns.typed(Flood(turns, clock, taken, "calm"))
    one.takes_s = 0.018
    turns.join(one)
    turns._turn()
    assert turns._may_turn_at - clock.now == pytest.approx(0.018)
    turns._timer.cancel()


def test_typing_ends_with_the_last_key() -> None:
    turns, clock, taken, (one,) = floods("a")
    for _ in range(3):
        turns.typed(Flood(turns, clock, taken, "calm"))
        clock.now += _TYPING_S * 0.9
        assert turns.must_wait(one)
    clock.now += _TYPING_S * 0.2
    assert not turns.must_wait(one)


def test_typing_into_a_flood_slows_nothing_down() -> None:
    turns, _, _, (one,) = floods("a")
    turns.typed(one)
    assert not turns.must_wait(one)
