"""Ended sessions are kept as long and as large as the person wants."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from contracts.session_store import a_record
from idea.application.terminals.ended_sessions import EndedSessions
from idea.domain.events import SessionEnded
from idea.domain.ids import SessionId
from idea.domain.terminal import Exited
from support.fake_sessions import Terminals
from support.running import becomes, on_a_loop

MANY_BYTES = 1000


def ended_days_ago(name: str, days: int) -> object:
    at, record = Terminals().clock.now() - timedelta(days=days), a_record(name)
    begun = replace(record, session=replace(record.session, started_at=at))
    return begun.ended(Exited(0), at=at)


def keeper_of(
    terminals: Terminals, *, days: int = 30, room_bytes: int = MANY_BYTES
) -> EndedSessions:
    return EndedSessions(
        sessions=terminals.sessions,
        store=terminals.store,
        bus=terminals.bus,
        clock=terminals.clock,
        kept_for=lambda: timedelta(days=days),
        room_bytes=lambda: room_bytes,
    )


async def left(terminals: Terminals, keeper: EndedSessions) -> list[str]:
    await keeper.tidy()
    assert list(terminals.store.records) == [SessionId(v.id) for v in terminals.sessions.views()]
    return [view.id for view in terminals.sessions.views()]


@on_a_loop
async def test_what_ended_too_long_ago_is_forgotten() -> None:
    days = (31, 29, 22, 15, 8, 1)
    terminals = Terminals(*(ended_days_ago(f"{each}", each) for each in days))  # type: ignore[arg-type]
    await terminals.sessions.restore("boot-1")

    assert await left(terminals, keeper_of(terminals)) == ["29", "22", "15", "8", "1"]
    assert await left(terminals, keeper_of(terminals, days=28)) == ["22", "15", "8", "1"]
    await terminals.sessions.close()


@on_a_loop
async def test_a_clock_that_is_set_far_forward_makes_nothing_too_old() -> None:
    terminals = Terminals(*(ended_days_ago(f"{each}", each) for each in (20, 10, 1)))  # type: ignore[arg-type]
    await terminals.sessions.restore("boot-1")
    keeper = keeper_of(terminals)
    assert await left(terminals, keeper) == ["20", "10", "1"]
    terminals.clock.advance(4000 * 86_400)
    assert await left(terminals, keeper) == ["20", "10", "1"]
    # What the clock shows from then on is believed as it goes on.
    for _ in range(2):
        terminals.clock.advance(6 * 86_400)
        await keeper.tidy()
    assert await left(terminals, keeper) == ["10", "1"]
    await terminals.sessions.close()


@on_a_loop
async def test_the_oldest_go_until_all_logs_fit() -> None:
    names = ("a", "b", "c")
    terminals = Terminals(*(ended_days_ago(each, 9 - at) for at, each in enumerate(names)))  # type: ignore[arg-type]
    terminals.store.sized = dict.fromkeys(map(SessionId, names), 400)
    await terminals.sessions.restore("boot-1")

    assert await left(terminals, keeper_of(terminals)) == ["b", "c"]
    await terminals.sessions.close()


@on_a_loop
async def test_what_is_too_large_by_itself_costs_no_other_session() -> None:
    """No log of ours gets so large; but what is in its folder may be anybody's."""
    names = ("a", "b", "c")
    terminals = Terminals(*(ended_days_ago(each, 9 - at) for at, each in enumerate(names)))  # type: ignore[arg-type]
    sizes = dict.fromkeys(map(SessionId, names), 400)
    terminals.store.sized = sizes | {SessionId("unknown"): 10 * MANY_BYTES}
    await terminals.sessions.restore("boot-1")
    keeper = keeper_of(terminals, room_bytes=2 * MANY_BYTES)

    assert await left(terminals, keeper) == ["a", "b", "c"]
    terminals.store.sized = sizes | {SessionId("c"): 10 * MANY_BYTES}
    assert await left(terminals, keeper) == ["a", "b"]
    await terminals.sessions.close()


@on_a_loop
async def test_what_cannot_be_removed_stays_and_the_next_one_goes_instead() -> None:
    terminals = Terminals(ended_days_ago("a", 3))  # type: ignore[arg-type]
    terminals.store.sized = {SessionId("a"): 2 * MANY_BYTES}
    await terminals.sessions.restore("boot-1")
    terminals.store.fails = "The disk is read-only."

    assert await left(terminals, keeper_of(terminals)) == ["a"]
    terminals.store.fails = ""
    assert await left(terminals, keeper_of(terminals)) == []
    await terminals.sessions.close()


@on_a_loop
async def test_the_bound_is_looked_after_when_a_session_ends() -> None:
    terminals = Terminals(ended_days_ago("a", 3))  # type: ignore[arg-type]
    await terminals.sessions.restore("boot-1")
    keeper = keeper_of(terminals)
    tidying = asyncio.create_task(keeper.keep_tidy())
    await becomes(lambda: terminals.store.looks, "a first look")
    assert [view.id for view in terminals.sessions.views()] == ["a"]
    terminals.store.sized = {SessionId("a"): 2 * MANY_BYTES}
    terminals.bus.publish(SessionEnded(a_record("b").session))
    await becomes(lambda: not terminals.sessions.views(), "another look")
    tidying.cancel()
    await asyncio.wait([tidying])
    await terminals.sessions.close()
