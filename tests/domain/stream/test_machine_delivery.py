"""Who is sent what, and when."""

import pytest

from domain.stream.steps import KIB, flood, inbox, join, keep_up, records, say
from idea.domain.stream.effects import ReadCheckpoint, ReadLog
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    Skipped,
)
from idea.domain.stream.records import Gap
from idea.domain.terminal import Exited


def test_a_slow_holder_pauses_the_program_and_its_acknowledgement_lets_it_go_on(world):
    holder = join(world)
    flood(world, 8)
    assert not world.reads
    assert world.outstanding_bytes(holder) < 400 * KIB
    keep_up(world, holder)
    assert world.reads


def test_a_slow_follower_slows_nobody(world):
    holder = join(world)
    follower = join(world)
    for _ in range(20):
        flood(world)
        keep_up(world, holder)
    assert world.reads
    assert world.outstanding_bytes(follower) < 400 * KIB
    world.settle()
    assert follower.core.text == world.output


def test_a_detached_session_is_read_and_holds_little_memory(world):
    flood(world, 100)
    recent = world.machine._journal.recent
    assert world.reads
    assert recent.end - recent.start < 200 * KIB


def test_a_stalled_holder_is_cut_off_and_another_one_answers(world):
    stalled = join(world)
    other = join(world)
    world.ask()
    world.read()
    world.pass_time(2.1)
    assert (1, other.id) == (world.cuts, world.machine.holder)
    keep_up(world, other)
    world.finish_write()
    assert world.written == b"!1;"
    keep_up(world, stalled)
    world.settle()
    assert (world.written, inbox(stalled, Skipped)) == (b"!1;", [])
    assert world.output == stalled.core.text


def test_a_client_that_returns_too_far_ahead_starts_from_a_checkpoint(world):
    stalled = join(world)
    join(world)
    world.ask()
    world.read()
    world.pass_time(2.1)
    # What it has parsed is still to be answered by the other one.
    stalled.process(9)
    world.deliver(stalled, 9)
    while world.answer_log():
        pass
    assert [Skipped()] == inbox(stalled, Skipped)
    world.settle()
    assert world.tokens() == [b"!1;"]


def test_a_session_goes_on_unread_by_its_only_stalled_view(world):
    client = join(world)
    flood(world, 8)
    assert not world.reads
    world.pass_time(2.1)
    assert (world.machine.holder, world.reads) == (None, True)
    flood(world, 30)
    world.settle()
    assert (world.output, client.id) == (client.core.text, world.machine.holder)


def test_a_core_that_is_behind_goes_on_from_memory_or_from_the_log(world):
    client = join(world)
    for floods in (0, 40):
        world.crash(client)
        world.print(b"news")
        world.read()
        flood(world, floods)
        world.reattach(client)
        if not floods:
            assert inbox(client, Attached)[0].kept
        else:
            assert inbox(client, Attached) == []
            assert isinstance(world.log_requests[0], ReadLog)
        world.settle()
        assert world.output == client.core.text


def test_a_core_whose_part_of_the_log_is_gone_starts_from_a_checkpoint(world):
    client = join(world)
    flood(world)
    keep_up(world, client)
    have = client.stream.have
    world.crash(client)
    flood(world, 6)
    other = world.attach()
    world.settle()
    say(world, other, Acknowledged(other.stream.have))
    other.send_checkpoint(other.stream.have)
    world.deliver(other, 9)
    world.log.lose(min(end for end in world.states if end > have))
    world.reattach(client)
    world.settle()
    assert world.output == client.core.text


@pytest.mark.parametrize("ended", [False, True])
def test_who_meets_a_hole_in_the_log_starts_behind_it_and_nobody_loses_a_screen(world, ended):
    holder = join(world)
    for _ in range(2):
        flood(world, 6)
        keep_up(world, holder)
        holder.send_checkpoint(holder.stream.have)
        world.deliver(holder, 9)
    saved = holder.stream.have
    flood(world, 6)
    keep_up(world, holder)
    if ended:
        world.act(world.machine.ended(Exited(0), world.now))
        world.act(world.machine.output_over(world.now))
        keep_up(world, holder)
    world.crash(holder)
    first, *_, last = sorted(end for end in world.states if 0 < end < saved)
    world.log._forget(first, last)

    looker = world.attach(size=None, have=0)
    keep_up(world, looker)
    world.pass_time(2.1)
    keep_up(world, looker)
    view = join(world)
    world.settle()
    assert not any(isinstance(record, Gap) for record in records(world))
    assert [looker.core.text, view.core.text] == [world.output] * 2


def test_a_core_that_is_ahead_of_what_was_answered_starts_anew(world):
    client = join(world)
    world.ask()
    world.read()
    client.process(9)
    world.crash(client)
    world.reattach(client)
    assert isinstance(world.log_requests[0], ReadCheckpoint)
    world.settle()
    assert world.tokens() == [b"!1;"]


def test_nonsense_to_go_on_from_is_not_believed(world):
    for have in (10**12, 10**6):
        client = world.attach(have=have)
        keep_up(world, client)
        assert world.machine.end == client.stream.have


def test_a_start_is_chosen_again_when_the_stream_was_cut_meanwhile(world):
    flood(world, 6)
    client = world.attach()
    world.answer_log()
    assert isinstance(world.log_requests[0], ReadLog)
    world.log.lose(max(world.states))
    asked = world.log_requests.popleft()
    other = world.attach()
    world.answer_log()
    world.answer_log()
    world.pass_time(2.1)
    assert any(isinstance(record, Gap) for record in records(world))
    stale = world.machine.log_read(asked.client, asked.start, b"anything", world.now)
    world.act(stale)
    assert inbox(client, Attached) == []
    world.settle()
    assert [client.core.text, other.core.text] == [b"", b""]


def test_answers_for_a_client_that_left_are_ignored(world):
    client = world.attach()
    asked = world.log_requests.popleft()
    world.crash(client)
    machine, now = world.machine, world.now
    assert machine.checkpoint_read(asked.client, None, now) == []
    assert machine.log_read(asked.client, 0, b"", now) == []
    assert machine.log_missing(asked.client, 0, now) == []
    assert machine.receive(asked.client, Acknowledged(0), now) == []
    assert machine.detach(asked.client, now) == []
