"""Sessions whose output ends cores: what is saved, who tastes, and when nobody is shown it."""

import asyncio

import pytest

from idea.application.terminals import background_screens, set_apart
from idea.application.terminals.set_apart import NOT_SHOWN, SCREEN_KEPT, STARTS_EMPTY
from idea.domain.errors import ConflictError
from idea.domain.events import SessionEnded
from idea.domain.stream.messages import Acknowledged, Attached
from idea.domain.stream.records import Gap
from idea.domain.stream.worker_wire import Broken
from idea.domain.terminal import Exited
from support.pump_stage import attached
from support.running import becomes, on_a_loop
from support.watching import Watching

QUERY, ANSWER = b"\x05", b"\x06"


async def killing(*, before: bytes = b"good") -> tuple[Watching, int]:
    """Let a session kill two workers; return it, and where what killed them stands."""
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(before)
    await watching.holds()
    await becomes(lambda: watching.pump.machine.is_at_rest, "a good start")
    seq = watching.pump.machine.end
    shared = watching.workers[0]
    shared.stopped = True
    await watching.prints(b"POISON")
    shared.die(watching.number, seq)
    shared.get_ready()
    await becomes(lambda: watching.pump.machine.clients, "the next worker")
    shared.die(watching.number, seq)
    return watching, seq


def fed(watching: Watching) -> bytes:
    """Return all that the cores of the session's own worker were ever fed."""
    return b"".join(b"".join(screen.fed) for screen in watching.workers[1].factory.made)


@on_a_loop
async def test_a_session_that_killed_two_workers_keeps_its_screen_and_loses_what_killed_them():
    watching, _ = await killing()
    assert len(watching.workers) == 2
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    await watching.prints(b" and on" + QUERY)
    await watching.is_written(ANSWER)
    assert (await watching.read()).startswith("good and on")
    assert watching.notices == [f"Session session: {SCREEN_KEPT}"]
    _, channel = await attached(watching.pump)
    await becomes(lambda: b"and on" in channel.output, "the view")
    assert b"POISON" not in channel.output + fed(watching)
    assert [one.reason for one in channel.records if isinstance(one, Gap)] == [SCREEN_KEPT]
    await watching.close()


@on_a_loop
async def test_a_core_that_dies_while_the_screen_is_saved_costs_the_screen():
    watching, _ = await killing()
    watching.worker.stopped = True
    watching.worker.get_ready()
    await becomes(lambda: watching.worker.sent[-1:] and watching.worker.sent[-1][0], "the saving")
    watching.worker.die(watching.worker.sent[-1][0], 0)
    await becomes(lambda: watching.notices, "the start")
    watching.worker.stopped = False
    watching.worker.get_ready()
    await watching.prints(b"fresh")
    assert await watching.read() == "fresh"
    assert watching.notices == [f"Session session: {STARTS_EMPTY}"]
    await watching.close()


@on_a_loop
async def test_a_worker_that_dies_at_once_is_not_taken_for_the_next_one():
    watching, _ = await killing()
    watching.worker.get_ready()
    watching.worker.die()
    for _ in range(9):
        await asyncio.sleep(0)  # Whoever waited for the first one goes on now.
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    assert watching.notices == [f"Session session: {SCREEN_KEPT}"]
    await watching.close()


@on_a_loop
async def test_a_screen_that_breaks_again_and_again_is_said_where_it_would_stand_still():
    watching, _ = await killing()
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    client, channel = await attached(watching.pump)
    for _ in range(3):
        await watching.holds()
        watching.worker._hear(watching.number, Broken("It cannot be drawn."))
    await becomes(lambda: len(watching.notices) == 2, "the end of patience")
    assert watching.notices[-1] == f"Session session: {NOT_SHOWN}"
    sent = watching.pump.machine._deliveries.attachments[client].credit.sent
    watching.pump.receive(client, Acknowledged(sent))
    await becomes(lambda: [one for one in channel.records if isinstance(one, Gap)][1:], "the note")
    assert [one.reason for one in channel.records if isinstance(one, Gap)][-1] == NOT_SHOWN
    with pytest.raises(ConflictError):
        await watching.read()
    await watching.close()


@on_a_loop
async def test_a_worker_that_never_comes_costs_the_screen(monkeypatch):
    monkeypatch.setattr(set_apart, "SAVED_WITHIN_S", 0.01)
    watching, _ = await killing()
    await becomes(lambda: watching.notices, "the start")
    watching.worker.get_ready()
    await watching.prints(b"fresh")
    assert await watching.read() == "fresh"
    await watching.close()


@on_a_loop
async def test_a_screen_that_would_fill_the_log_is_not_kept(monkeypatch):
    monkeypatch.setattr(set_apart, "LARGEST_SAVED_BYTES", 3)
    watching, _ = await killing()
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    assert watching.notices == [f"Session session: {STARTS_EMPTY}"]
    await watching.close()


@on_a_loop
async def test_a_session_that_goes_on_killing_is_shown_to_nobody_and_runs_on():
    watching, _ = await killing()
    for turn in range(1, 4):
        watching.worker.get_ready()
        await becomes(lambda turn=turn: len(watching.notices) == turn, "the start")
        await watching.holds()
        watching.worker.die(watching.number, watching.pump.machine.end)
    assert watching.notices[-1] == f"Session session: {NOT_SHOWN}"
    with pytest.raises(ConflictError):
        await watching.read()
    _, channel = await attached(watching.pump)
    await watching.prints(b"more POISON")
    await becomes(lambda: channel.of(Attached), "the view")
    assert [one.reason for one in channel.records if isinstance(one, Gap)] == [NOT_SHOWN]
    assert channel.output == b""
    await watching.close()
    assert all(worker.closed for worker in watching.workers)


@on_a_loop
async def test_deaths_of_windows_and_workers_are_counted_together():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"good")
    await watching.holds()
    await becomes(lambda: watching.pump.machine.is_at_rest, "a good start")
    seq = watching.pump.machine.end
    watching.worker.stopped = True
    await watching.prints(b"POISON")

    assert not watching.blame(seq)
    watching.worker.die(watching.number, seq)
    assert len(watching.workers) == 2
    assert watching.blame(seq)  # What the second one died of is being left out.
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    assert watching.blame(seq)
    assert await watching.read() == "good"
    assert len(watching.notices) == 1
    assert watching.blame(watching.pump.machine.end)
    await becomes(lambda: len(watching.notices) == 2, "an empty start")
    await watching.close()


@on_a_loop
async def test_what_the_worker_survived_is_kept_unless_its_text_kills_windows_too():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"kills windows")
    await watching.holds()
    await becomes(lambda: watching.pump.machine.is_at_rest, "the worker to survive")

    assert [watching.blame(0), watching.blame(0)] == [False, True]
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    assert await watching.read() == "kills windows"
    gap = watching.pump.machine._schedule.base.seq
    assert watching.blame(gap - 1)  # Told late.
    assert len(watching.notices) == 1
    assert watching.blame(gap)
    assert await watching.read() == ""
    assert watching.notices[1:] == [f"Session session: {STARTS_EMPTY}"]
    await watching.close()


@on_a_loop
async def test_an_ended_session_that_kills_windows_is_shown_up_to_there():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"good")
    await becomes(lambda: watching.pump.machine.is_at_rest, "a good start")
    seq = watching.pump.machine.end
    await watching.prints(b"POISON")
    watching.pty.end_output()
    await watching.pump.ended(Exited(0))
    for is_apart in (False, True):
        blamed = watching.blame(seq, is_live=False)
        assert blamed == is_apart
    _, channel = await attached(watching.pump)
    await becomes(lambda: channel.output, "what stands before")
    assert channel.output == b"good"
    await watching.close()


@on_a_loop
async def test_a_session_that_ended_apart_is_shown_up_to_what_kills_windows_then():
    watching, _ = await killing()
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    await watching.holds()
    await watching.prints(b" on")
    await becomes(lambda: watching.pump.machine.is_at_rest, "the worker to survive")
    seq = watching.pump.machine.end
    await watching.prints(b" KILLS WINDOWS")
    await becomes(lambda: watching.pump.machine.is_at_rest, "the worker to survive that, too")
    watching.pty.end_output()
    await watching.pump.ended(Exited(0))
    watching.screens.hear(SessionEnded(watching.session))
    assert watching.blame(seq, is_live=False)
    _, channel = await attached(watching.pump)
    await becomes(lambda: b" on" in channel.output, "what stands before")
    assert b"KILLS" not in channel.output
    await watching.close()


@on_a_loop
async def test_a_worker_of_its_own_ends_with_its_session(monkeypatch):
    monkeypatch.setattr(background_screens, "LINGER_S", 0.01)
    watching, _ = await killing()
    watching.worker.get_ready()
    await becomes(lambda: watching.notices, "the start")
    watching.pty.end_output()
    await watching.pump.ended(Exited(0))
    watching.screens.hear(SessionEnded(watching.session))
    await becomes(lambda: watching.worker.closed, "the end of its worker")
    assert not watching.workers[0].closed
    await watching.close()
