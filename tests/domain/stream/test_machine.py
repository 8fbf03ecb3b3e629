"""The rules of a session, one by one."""

import pytest

from domain.stream.world import START, World
from idea.domain.errors import ConflictError
from idea.domain.stream import checkpoint_schedule
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.effects import ReadCheckpoint, ReadLog, TrimLog
from idea.domain.stream.journal import LARGEST_OUTPUT_BYTES, StreamOrigin
from idea.domain.stream.machine import SessionMachine
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    HolderChanged,
    Input,
    InputKind,
    Records,
    ReplySent,
    ResizeAsked,
    ShownChanged,
    Skipped,
    TextAsked,
)
from idea.domain.stream.records import Exit, Gap, Holder, Output, Resize, decode_frames
from idea.domain.stream.wire import decode_engine
from idea.domain.terminal import Exited, Lost, Size

KIB = 1024
SMALL, LARGE = Size(80, 24), Size(200, 60)


@pytest.fixture
def world():
    return World()


@pytest.fixture
def small_checkpoints(monkeypatch):
    for name, value in (
        ("ASK_AFTER_BYTES", 80 * KIB),
        ("UNSAVED_BYTES", 240 * KIB),
        ("SPACED_BYTES", 10 * KIB),
    ):
        monkeypatch.setattr(checkpoint_schedule, name, value)


def records(world):
    start, frames = world.log.stretches[-1]
    return [framed.record for framed in decode_frames(start, bytes(frames))]


def inbox(client, kind):
    return [one for one in map(decode_engine, client.inbox) if isinstance(one, kind)]


def keep_up(world, client):
    """Let one client do and say everything it has to."""
    while client.attached and (client.inbox or client.outbox or world.log_requests):
        while world.answer_log():
            pass
        client.process(len(client.inbox))
        world.deliver(client, len(client.outbox))


def say(world, client, *messages):
    client.send(*messages)
    world.deliver(client, len(client.outbox))


def join(world, **wishes):
    """Attach a client and let it get ready."""
    client = world.attach(**wishes)
    keep_up(world, client)
    return client


def flood(world, count=1):
    for _ in range(count):
        world.print(b"x" * 64 * KIB)
        world.read()


# The stream.


def test_a_stream_begins_with_the_size(world):
    assert [Resize(START)] == records(world)
    assert world.reads


def test_a_long_burst_becomes_several_records(world):
    world.print(b"a" * (2 * LARGEST_OUTPUT_BYTES + 1))
    world.read()
    sizes = [len(record.data) for record in records(world) if isinstance(record, Output)]
    assert sizes == [LARGEST_OUTPUT_BYTES, LARGEST_OUTPUT_BYTES, 1]


# The holder.


def test_who_typed_last_holds_whoever_looks(world):
    first = join(world)
    second = join(world)
    assert first.id == world.machine.holder
    say(world, second, Input(InputKind.KEY, b"k1;"))
    assert second.id == world.machine.holder
    say(world, second, ShownChanged(shown=False))
    assert second.id == world.machine.holder


def test_without_anyone_typing_a_shown_view_holds_before_worker_and_hidden_views(world):
    hidden = join(world, shown=False)
    assert hidden.id == world.machine.holder
    worker = join(world, worker=True)
    assert worker.id == world.machine.holder
    shown = join(world)
    assert shown.id == world.machine.holder
    say(world, shown, ShownChanged(shown=False))
    assert worker.id == world.machine.holder
    keep_up(world, worker)
    say(world, hidden, ShownChanged(shown=True))
    assert hidden.id == world.machine.holder
    world.crash(worker)
    world.crash(hidden)
    assert shown.id == world.machine.holder


def test_an_observer_never_holds_even_when_it_types(world):
    observer = world.attach(size=None)
    world.print(b"hello")
    world.read()
    keep_up(world, observer)
    assert (world.machine.holder, observer.stream.is_live) == (None, True)
    say(world, observer, Input(InputKind.KEY, b"k1;"))
    say(world, observer, ResizeAsked(SMALL))
    assert (world.machine.holder, world.machine.size, world.writing) == (None, START, b"k1;")


def test_every_change_of_the_holder_is_in_the_stream_with_its_epoch(world):
    client = join(world)
    world.crash(client)
    assert [Holder(client.id, 1), Holder(None, 2)] == records(world)[1:]
    assert world.machine.epoch == 2
    assert world.machine.clients == ()


def test_a_holder_finishes_its_answers_before_another_takes_over(world):
    first = join(world)
    second = join(world)
    world.ask()
    world.read()
    say(world, second, Input(InputKind.KEY, b"k1;"))
    assert first.id == world.machine.holder
    world.ask()
    world.read()
    keep_up(world, first)
    assert second.id == world.machine.holder
    world.settle()
    assert {b"k1;", b"!1;", b"!2;"} == set(world.tokens())


def test_nobody_is_sent_what_the_holder_has_not_acknowledged(world):
    holder = join(world)
    other = join(world)
    world.print(b"news")
    world.read()
    assert (len(inbox(holder, Records)), len(inbox(other, Records))) == (1, 0)
    keep_up(world, holder)
    assert len(inbox(other, Records)) == 1


def test_a_dead_holders_uncovered_answers_are_given_by_its_successor(world):
    holder = join(world)
    world.ask()
    world.read()
    holder.process(5)
    world.deliver(holder, 1)  # The reply arrives, its acknowledgement does not.
    world.crash(holder)
    world.finish_write()
    assert world.written == b""
    join(world)
    world.settle()
    assert world.tokens() == [b"!1;"]


def test_what_a_session_asks_while_nobody_is_there_is_never_answered(world):
    world.ask()
    world.read()
    client = world.attach()
    world.settle()
    assert (world.written, client.stream.is_live) == (b"", True)


def test_replies_of_an_old_epoch_or_another_client_are_dropped(world):
    holder = join(world)
    other = join(world)
    for client, epoch in ((holder, 0), (holder, 2), (other, 1)):
        say(world, client, ReplySent(epoch, b"!9;"))
    world.print(b"x")
    world.read()
    keep_up(world, holder)
    assert world.writing is None


def test_more_replies_than_anyone_reads_are_dropped(world):
    holder = join(world)
    world.print(b"x")
    world.read()
    for _ in range(6):
        say(world, holder, ReplySent(1, b"!" * 256 * KIB))
    keep_up(world, holder)
    while world.finish_write():
        pass
    assert len(world.written) == 4 * 256 * KIB


# Sizes.


def test_the_holder_gives_the_size_and_only_when_it_changes(world):
    holder = join(world, size=SMALL)
    other = join(world, size=LARGE)
    assert world.sizes == [SMALL]
    say(world, other, ResizeAsked(START))
    say(world, holder, ResizeAsked(SMALL))
    assert world.sizes == [SMALL]
    say(world, other, Input(InputKind.KEY, b"k1;"))
    keep_up(world, holder)
    assert world.sizes == [SMALL, START]
    assert [Resize(START), Resize(SMALL), Resize(START)] == [
        record for record in records(world) if isinstance(record, Resize)
    ]


# Output credit.


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


# Attaching.


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


# Checkpoints.


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
def test_a_busy_screen_is_saved_every_so_many_bytes_and_the_log_is_trimmed(world):
    client = join(world)
    trims = []
    real = world._do
    world._do = lambda effect: trims.append(effect) if isinstance(effect, TrimLog) else real(effect)
    for _ in range(8):
        flood(world)
        keep_up(world, client)
    assert len(world.log.saved) == 2
    seqs = [parts[0].seq for parts in world.log.saved]
    assert TrimLog(seqs[0]) == trims[-1]
    assert 80 * KIB < seqs[1] - seqs[0] < 150 * KIB


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


def a_screen(seq, kind=CheckpointKind.PORTABLE, data=b"screen"):
    return Checkpoint(seq=seq, kind=kind, core="core 1", size=START, data=data)


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


# Texts.


def test_a_text_is_encoded_by_the_holder(world):
    holder = join(world)
    world.act(world.machine.send_text("hello", world.now, enter=True))
    assert [TextAsked("hello", enter=True)] == inbox(holder, TextAsked)
    keep_up(world, holder)
    while world.finish_write():
        pass
    assert world.written == b"hello\r"


def test_a_text_nobody_can_encode_is_typed_plainly(world):
    world.act(world.machine.send_text("a\x1b[201~\tb\n", world.now, enter=True))
    while world.finish_write():
        pass
    assert world.written == b"a[201~\tb\r\r"


def test_a_text_waits_for_a_view_that_is_starting_and_moves_to_its_successor(world):
    first = world.attach()
    world.act(world.machine.send_text("t1;", world.now, enter=False))
    assert world.writing is None
    while world.answer_log():
        pass
    assert len(inbox(first, TextAsked)) == 1
    world.pass_time(2.1)
    world.finish_write()
    assert world.written == b"t1;"
    world.settle()
    assert world.written == b"t1;"


def test_a_text_nobody_asked_for_is_dropped_whole(world):
    holder = join(world)
    say(world, holder, Input(InputKind.TEXT, b"one", last=False))
    say(world, holder, Input(InputKind.TEXT, b"two"))
    say(world, holder, Input(InputKind.KEY, b"k1;"))
    assert world.writing == b"k1;"


def test_texts_are_bounded_and_end_with_the_program(world):
    join(world)
    world.act(world.machine.send_text("x" * 1024 * KIB, world.now, enter=False))
    with pytest.raises(ConflictError, match="not take more"):
        world.machine.send_text("x", world.now, enter=False)
    world.act(world.machine.ended(Exited(0), world.now))
    with pytest.raises(ConflictError, match="has ended"):
        world.machine.send_text("x", world.now, enter=False)


# Input.


def test_input_of_a_view_that_dies_half_way_is_ended(world):
    holder = join(world)
    say(world, holder, Input(InputKind.PASTE, b"\x1b[200~xx", last=False))
    world.crash(holder)
    while world.finish_write():
        pass
    assert world.written == b"\x1b[201~"  # The write under way was cancelled.


def test_an_interrupt_overtakes_a_paste_the_program_does_not_read(world):
    holder = join(world)
    holder.input.allow(0)
    holder.send(*holder.input.send(InputKind.PASTE, b"\x1b[200~" + b"x" * 40_000 + b"\x1b[201~"))
    keep_up(world, holder)
    world.finish_write()
    say(world, holder, *holder.input.send(InputKind.INTERRUPT, b"\x03"))
    while world.finish_write():
        pass
    assert world.tokens() == [b"\x1b[200~" + b"x" * 16_378 + b"\x1b[201~", b"\x03"]


def test_a_program_that_takes_no_input_costs_nobody_credit(world):
    holder = join(world)
    say(world, holder, Input(InputKind.PASTE, b"x" * 60_000))
    world.writing = None
    world.act(world.machine.write_failed(world.now))
    keep_up(world, holder)
    assert holder.input._allowed == 64 * KIB + 60_000


# Rules broken.


@pytest.mark.parametrize(
    "message",
    [
        Acknowledged(10**9),
        AttachAsked(None, START, shown=True, core=""),
        Input(InputKind.PASTE, b"x" * 64 * KIB),
        checkpoint_parts(a_screen(1, data=bytes(600_000)))[1],
    ],
)
def test_a_client_that_breaks_the_rules_loses_its_place(world, message):
    client = join(world)
    say(world, client, Input(InputKind.KEY, b"x"))
    say(world, client, message)
    assert (len(world.closed_clients), world.machine.clients) == (1, ())
    assert any(isinstance(record, Holder) and record.client is None for record in records(world))


# The end.


def test_output_is_read_to_its_end_before_the_exit_is_recorded(world):
    world.print(b"last words")
    world.act(world.machine.ended(Exited(3), world.now))
    world.act(world.machine.ended(Lost("later"), world.now))
    world.read()
    assert world.status is None
    world.reads = False
    world.act(world.machine.output_over(world.now))
    assert [Output(b"last words"), Exit(Exited(3))] == records(world)[1:]
    assert (Exited(3), True) == (world.status, world.pty_is_closed)


def test_a_terminal_somebody_keeps_open_is_given_up_after_half_a_second(world):
    holder = join(world)
    flood(world, 8)
    assert not world.reads
    world.act(world.machine.ended(Exited(0), world.now))
    assert world.reads  # Credit does not matter any more.
    flood(world, 8)
    say(world, holder, Input(InputKind.KEY, b"k1;"))
    assert world.writing is None
    world.pass_time(0.6)
    assert (Exited(0), False) == (world.status, world.reads)
    assert world.machine.output(b"too late", world.now) == []
    end = world.machine.end
    say(world, holder, ResizeAsked(SMALL))
    world.settle()
    assert (end, True, []) == (world.machine.end, holder.ended, world.sizes)


def test_a_write_under_way_is_cancelled_at_the_end(world):
    holder = join(world)
    say(world, holder, Input(InputKind.KEY, b"k1;"))
    world.act(world.machine.output_over(world.now))
    world.reads = False
    assert world.writing.decode() == "k1;"
    world.act(world.machine.ended(Exited(0), world.now))
    assert world.writing is None


def test_without_output_to_come_a_living_program_is_not_read(world):
    world.reads = False
    world.act(world.machine.output_over(world.now))
    client = world.attach()
    world.settle()
    assert (world.reads, world.status) == (False, None)
    assert client.stream.is_live


# Another engine.


def test_a_taken_over_session_goes_on_with_a_mark_and_the_old_cores(world):
    client, late = world.attach(), world.attach()
    keep_up(world, client)
    flood(world)
    keep_up(world, client)
    keep_up(world, late)
    world.print(b"unlogged")
    world.read()
    client.process(9)
    epoch = world.machine.epoch
    world.replace_engine(lost_frames=1)
    world.reattach(late)
    world.reattach(client)
    world.ask()
    world.read()
    world.settle()
    assert epoch < world.machine.epoch
    assert [[mark.reset for mark in one.marks] for one in (late, client)] == [[False], [False]]
    assert [world.output] * 2 == [late.core.text, client.core.text]
    assert world.tokens() == [b"!1;"]


@pytest.mark.parametrize("is_logged", [True, False])
def test_an_ended_session_is_served_from_its_log(world, is_logged):
    flood(world)
    if is_logged:
        world.act(world.machine.ended(Exited(1), world.now))
        world.pass_time(1.0)
    end = world.machine.end
    origin = StreamOrigin(
        size=START,
        seq=end,
        logged_end=end,
        base=0,
        base_size=START,
        over=Exited(1),
        over_is_logged=is_logged,
    )
    world.machine = SessionMachine(origin, wall_ms=0, now=world.now)
    world.reads = False
    world.act(world.machine.begin(world.now))
    client = world.attach()
    world.settle()
    assert (True, world.output) == (client.ended, client.core.text)
    assert Exit(Exited(1)) == records(world)[-1]
    with pytest.raises(ConflictError):
        world.machine.send_text("x", world.now, enter=False)


def test_what_a_new_client_is_told_comes_in_order(world):
    first = join(world)
    second = world.attach()
    while world.answer_log():
        pass
    kinds = [type(decode_engine(message)) for message in second.inbox]
    assert kinds[:2] == [Attached, HolderChanged]
    assert HolderChanged(first.id, 1, 21) == inbox(second, HolderChanged)[0]


def test_ending_twice_ends_once(world):
    for _ in range(2):
        world.reads = False
        world.act(world.machine.output_over(world.now))
        world.act(world.machine.ended(Exited(0), world.now))
    assert records(world).count(Exit(Exited(0))) == 1


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
