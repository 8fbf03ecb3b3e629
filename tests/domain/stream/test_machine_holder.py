"""Who holds a session, and what goes with it."""

from domain.stream.steps import KIB, LARGE, SMALL, inbox, join, keep_up, records, say
from domain.stream.world import START
from idea.domain.stream.journal import LARGEST_OUTPUT_BYTES
from idea.domain.stream.messages import (
    Input,
    InputKind,
    Records,
    ReplySent,
    ResizeAsked,
    ShownChanged,
)
from idea.domain.stream.records import Holder, Output, Resize


def test_a_stream_begins_with_the_size(world):
    assert [Resize(START)] == records(world)
    assert world.reads


def test_a_long_burst_becomes_several_records(world):
    world.print(b"a" * (2 * LARGEST_OUTPUT_BYTES + 1))
    world.read()
    sizes = [len(record.data) for record in records(world) if isinstance(record, Output)]
    assert sizes == [LARGEST_OUTPUT_BYTES, LARGEST_OUTPUT_BYTES, 1]


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
    assert world.machine._holding.epoch == 2
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
