"""From where a screen can start."""

from itertools import pairwise

import pytest

from domain.stream.steps import (
    KIB,
    a_screen,
    flood,
    inbox,
    join,
    keep_up,
    records,
    say,
)
from idea.domain.stream import checkpoint, output_credit
from idea.domain.stream.checkpoint import checkpoint_parts
from idea.domain.stream.checkpoint_schedule import Base, CheckpointSchedule
from idea.domain.stream.effects import ReadLog
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.messages import (
    Attached,
    CheckpointAsked,
    CheckpointKind,
    Input,
    InputKind,
    Records,
    Skipped,
)
from idea.domain.stream.records import Gap
from idea.domain.terminal import Exited, Size


def test_an_idle_screen_is_saved_after_two_seconds_and_not_for_every_tick(world):
    client = join(world)
    world.print(b"$ ")
    world.read()
    keep_up(world, client)
    world.pass_time(1.9)
    assert inbox(client, CheckpointAsked) == []
    world.pass_time(0.2)
    keep_up(world, client)
    assert [world.machine.end] * 2 == [part.seq for part in world.log.saved[0]]
    assert [part.kind for part in world.log.saved[0]] == [
        CheckpointKind.NATIVE,
        CheckpointKind.PORTABLE,
    ]
    world.print(b"tick")
    world.read()
    keep_up(world, client)
    world.pass_time(3.0)
    assert len(world.log.saved) == 1
    world.pass_time(8.0)
    keep_up(world, client)
    assert len(world.log.saved) == 2


@pytest.mark.usefixtures("small_checkpoints")
def test_a_busy_screen_is_saved_every_so_many_bytes_and_a_large_one_half_as_often(world):
    client = join(world)
    for _ in range(12):
        flood(world)
        keep_up(world, client)
    assert len(world.log.saved) == 2
    seqs = [parts[0].seq for parts in world.log.saved]
    # A screen of this world is as large as all that was ever printed.
    assert 160 * KIB < seqs[1] - seqs[0] < 230 * KIB


@pytest.mark.usefixtures("small_checkpoints")
@pytest.mark.parametrize(
    ("size_kib", "spacing_kib"), [(0, 80), (79, 80), (120, 120), (160, 160), (5000, 160)]
)
def test_how_often_depends_on_the_size_of_the_last_one(size_kib, spacing_kib):
    schedule = CheckpointSchedule(Base(seq=0, size=Size(80, 24)), (), now=0.0)
    schedule.saved(1000, size_kib * KIB, now=1.0)
    end = 1000 + spacing_kib * KIB
    schedule.changed(end, now=5.0)
    assert schedule.ask_at(end - 1) is None
    assert schedule.ask_at(end) == 5.0


@pytest.mark.parametrize(
    ("log_mib", "asked_kib", "starving_kib"),
    [(1, 256, 576), (16, 4096, 9216), (32, 8192, 18_432), (4096, 8192, 24_576)],
)
def test_a_small_log_is_given_screens_more_often(log_mib, asked_kib, starving_kib):
    """It must hold what is printed from one to the next, or nobody could follow from there."""
    origin = StreamOrigin(size=Size(80, 24), log_bytes=log_mib * 1024 * KIB)
    schedule = CheckpointSchedule.of(origin, now=0.0)
    schedule.changed(asked_kib * KIB - 1, now=1.0)
    assert schedule.ask_at(asked_kib * KIB - 1) > 1.0
    assert schedule.ask_at(asked_kib * KIB) == 1.0
    schedule.changed(starving_kib * KIB - 1, now=2.0)
    assert not schedule.is_starving
    schedule.changed(starving_kib * KIB, now=3.0)
    assert schedule.is_starving


@pytest.mark.usefixtures("small_checkpoints")
def test_who_takes_over_far_behind_is_not_asked_for_a_picture_of_each_step(world, monkeypatch):
    for name in ("FIRST_CREDIT_BYTES", "LARGEST_CREDIT_BYTES"):
        monkeypatch.setattr(output_credit, name, 16 * KIB)
    flood(world, 4)
    assert not world.reads  # It waits for a checkpoint, and so does whoever wants to look.
    worker = world.attach(worker=True, size=None)
    asked, send = list[int](), worker.send_checkpoint
    worker.send_checkpoint = lambda seq: (asked.append(seq), send(seq))
    keep_up(world, worker)
    assert (worker.stream.holding, worker.stream.have) == (True, world.machine.end)
    # One at once, so that the program need not wait; then each time a screen is worth it.
    assert all(later - seq >= 80 * KIB for seq, later in pairwise(asked)), asked
    assert (len(asked) > 1, world.reads) == (True, True)


def test_skipped_numbers_beyond_a_place_do_not_count_before_it():
    schedule = CheckpointSchedule(
        Base(seq=0, size=Size(80, 24)), (), now=0.0, skips=((100, 1100), (1200, 2200))
    )
    assert [schedule.unsaved_bytes(end) for end in (50, 100, 1100, 1150, 2300)] == [
        50, 100, 100, 150, 300,
    ]  # fmt: skip


def test_a_holder_that_sends_no_checkpoint_is_asked_again(world):
    client = join(world)
    world.print(b"$ ")
    world.read()
    client.process(9)
    world.deliver(client, 9)
    world.pass_time(2.1)
    assert len(inbox(client, CheckpointAsked)) == 1
    world.pass_time(9.0)
    assert len(inbox(client, CheckpointAsked)) == 1
    world.pass_time(1.1)
    assert len(inbox(client, CheckpointAsked)) == 2


def test_a_new_holder_is_asked_at_once_for_what_the_one_before_still_owes(world):
    """What the one before sends does not count any more, and a program may be waiting for it."""
    worker = join(world, worker=True)
    world.print(b"$ ")
    world.read()
    keep_up(world, worker)
    world.pass_time(2.1)
    assert len(inbox(worker, CheckpointAsked)) == 1
    view = join(world)
    assert world.machine.holder == view.id
    world.pass_time(0.1)
    keep_up(world, view)
    assert len(world.log.saved) == 1


def test_only_the_holders_checkpoint_of_what_it_acknowledged_is_kept(world):
    holder = join(world)
    other = join(world)
    end = world.machine.end
    for client, seq in ((other, end), (holder, end + 1)):
        say(world, client, *checkpoint_parts(a_screen(seq)))
    assert world.log.saved == []
    say(world, holder, *checkpoint_parts(a_screen(0, CheckpointKind.NATIVE)))
    say(world, holder, *checkpoint_parts(a_screen(end)))
    assert [(a_screen(end),)] == world.log.saved
    say(world, holder, *checkpoint_parts(a_screen(end - 1)))
    assert [(a_screen(end),)] == world.log.saved


def test_parts_of_a_checkpoint_may_come_while_somebody_else_holds(world, monkeypatch):
    monkeypatch.setattr(checkpoint, "PART_BYTES", 4)
    holder, other = join(world), join(world)
    keep_up(world, holder)
    whole = a_screen(holder.stream.have, data=b"a screen in parts")
    parts = checkpoint_parts(whole)
    assert len(parts) > 4
    say(world, holder, *parts[:2])
    for one, lost in ((other, parts[2:3]), (holder, ())):
        say(world, one, Input(InputKind.KEY, b"k;"))
        for _ in range(3):
            keep_up(world, holder)
            keep_up(world, other)
        assert world.machine.holder == one.id
        say(world, holder, *lost)
    say(world, holder, *parts[3:])
    assert (world.closed_clients, world.log.saved) == ([], [])
    say(world, holder, *parts)
    assert world.log.saved == [(whole,)]


@pytest.mark.usefixtures("small_checkpoints")
def test_too_much_without_a_checkpoint_makes_the_program_wait(world):
    holder = join(world)
    holder.send_checkpoint = lambda _seq: None
    for _ in range(4):
        flood(world)
        keep_up(world, holder)
    assert not world.reads
    del holder.send_checkpoint
    holder.send_checkpoint(holder.stream.have)
    keep_up(world, holder)
    assert world.reads


@pytest.mark.usefixtures("small_checkpoints")
def test_too_long_without_a_checkpoint_cuts_the_stream(world):
    observer = world.attach(size=None)
    flood(world, 4)
    assert not world.reads
    world.pass_time(9.9)
    assert not world.reads
    world.pass_time(0.2)
    assert world.reads
    gap = next(record for record in records(world) if isinstance(record, Gap))
    assert (True, 240 * KIB <= gap.lost_bytes <= 310 * KIB) == (gap.reset, True)
    world.print(b"after")
    world.read()
    client = world.attach()
    world.settle()
    assert [client.core.text, observer.core.text] == [b"after"] * 2


def test_a_stream_that_ends_cores_starts_anew_for_those_there_and_those_to_come(world):
    view = join(world)
    world.print(b"poison")
    world.read()
    keep_up(world, view)
    world.act(world.machine.start_anew(FreshStart(reason="It ended cores."), world.now))
    world.print(b"after")
    world.read()
    later = world.attach()
    world.settle()
    assert [view.core.text, later.core.text] == [b"after"] * 2
    assert [mark.reason for mark in view.marks] == ["It ended cores."]


def test_a_stream_that_is_over_stays_as_it_is(world):
    world.act(world.machine.ended(Exited(0), world.now))
    world.act(world.machine.output_over(world.now))
    assert world.machine.start_anew(FreshStart(reason="It ended cores."), world.now) == []


def test_a_client_nothing_can_start_gets_a_fresh_checkpoint(world):
    holder = join(world)
    flood(world, 2)
    keep_up(world, holder)
    for _ in range(6):
        flood(world)
        keep_up(world, holder)
    world.log.saved = []
    world.log.lose(max(world.states))
    late = world.attach()
    while world.answer_log():
        pass
    assert [CheckpointAsked()] == inbox(holder, CheckpointAsked)
    world.settle()
    assert (world.output, []) == (late.core.text, late.marks)


def test_without_help_in_two_seconds_a_client_starts_empty_with_a_mark(world):
    holder = join(world)
    for _ in range(6):
        flood(world)
        keep_up(world, holder)
    holder.send_checkpoint = lambda _seq: None
    world.log.saved = []
    world.log.lose(max(world.states))
    late = world.attach()
    while world.answer_log():
        pass
    keep_up(world, holder)
    assert inbox(late, Attached) == []
    world.pass_time(2.1)
    keep_up(world, holder)
    keep_up(world, late)
    assert [mark.reset for mark in late.marks] == [True]
    assert [late.core.text, holder.core.text] == [b"", b""]


def test_a_worker_far_behind_starts_from_the_newest_checkpoint(world):
    worker = join(world, worker=True)
    view = join(world)
    keep_up(world, worker)
    for _ in range(24):
        flood(world)
        keep_up(world, view)
    view.send_checkpoint(view.stream.have)
    keep_up(world, view)
    world.crash(view)
    while world.answer_log():
        pass
    assert [Skipped()] == inbox(worker, Skipped)
    world.settle()
    assert (worker.id, world.output) == (world.machine.holder, worker.core.text)


def test_a_log_that_stopped_early_is_made_good_by_a_checkpoint(world):
    holder = join(world)
    flood(world)
    keep_up(world, holder)
    world.log.is_full = True
    for _ in range(6):
        flood(world)
        keep_up(world, holder)
    late = world.attach()
    world.settle()
    assert (world.output, []) == (late.core.text, late.marks)


def test_a_checkpoint_the_log_cannot_give_back_does_not_make_a_client_wait_for_ever(world):
    holder = join(world)
    for _ in range(6):
        flood(world)
        keep_up(world, holder)
    world.log.lose(max(world.states))
    world.log.save_checkpoint = lambda _parts: None
    late = world.attach()
    for _ in range(9):
        while world.answer_log():
            pass
        keep_up(world, holder)
        world.pass_time(0.3)
    keep_up(world, late)
    assert [mark.reset for mark in late.marks] == [True]


def test_two_clients_that_read_a_log_which_loses_it_both_start_anew(world):
    flood(world, 12)
    clients = [world.attach(size=None), world.attach(size=None)]
    for _ in range(4):
        world.answer_log()
    world.log.lose(max(world.states))
    for client in clients:
        client.process(9)
        world.deliver(client, 9)
        while world.answer_log():
            pass
    for _ in range(30):
        world._progress()
        world.pass_time(0.1)
    assert [len(client.core.text) for client in clients] == [0, 0]


def test_a_core_that_is_where_the_answers_are_waits_for_the_holder(world):
    holder, other = join(world), join(world)
    have = other.stream.have
    world.crash(other)
    for _ in range(3):
        flood(world)
    world.reattach(other)
    assert isinstance(world.log_requests[0], ReadLog)
    world.answer_log()
    assert (inbox(other, Attached)[0].kept, inbox(other, Records)) == (True, [])
    assert have == other.stream.have
    keep_up(world, holder)
    world.settle()
    assert world.output == other.core.text
