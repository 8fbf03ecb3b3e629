"""The end of a program, and of an engine."""

import pytest

from domain.stream.steps import (
    SMALL,
    flood,
    inbox,
    join,
    keep_up,
    records,
    say,
)
from domain.stream.world import START
from idea.domain.errors import ConflictError
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.machine import SessionMachine
from idea.domain.stream.messages import (
    Attached,
    HolderChanged,
    Input,
    InputKind,
    ResizeAsked,
)
from idea.domain.stream.records import Exit, Output
from idea.domain.stream.wire import decode_engine
from idea.domain.terminal import Exited, Lost


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


def test_ending_twice_ends_once(world):
    for _ in range(2):
        world.reads = False
        world.act(world.machine.output_over(world.now))
        world.act(world.machine.ended(Exited(0), world.now))
    assert records(world).count(Exit(Exited(0))) == 1


def test_a_taken_over_session_goes_on_with_a_mark_and_the_old_cores(world):
    client, late = world.attach(), world.attach()
    keep_up(world, client)
    flood(world)
    keep_up(world, client)
    keep_up(world, late)
    world.print(b"unlogged")
    world.read()
    client.process(9)
    epoch = world.machine._holding.epoch
    world.replace_engine(lost_frames=1)
    world.reattach(late)
    world.reattach(client)
    world.ask()
    world.read()
    world.settle()
    assert epoch < world.machine._holding.epoch
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


def test_a_core_that_read_what_the_log_lost_comes_back_to_an_ended_session(world):
    client, ahead = join(world), join(world)
    world.print(b"kept")
    world.read()
    world.log.floods_from = world.machine.end
    world.print(b"lost")
    world.read()
    keep_up(world, client)
    keep_up(world, ahead)
    world.reboot()
    world.reattach(ahead)
    late = world.attach()
    world.settle()
    assert [ahead.core.text, late.core.text, world.output] == [b"kept"] * 3
    assert [[mark.reset for mark in one.marks] for one in (ahead, late)] == [[False]] * 2
    assert (ahead.ended, late.ended) == (True, True)


def test_what_a_new_client_is_told_comes_in_order(world):
    first = join(world)
    second = world.attach()
    while world.answer_log():
        pass
    kinds = [type(decode_engine(message)) for message in second.inbox]
    assert kinds[:2] == [Attached, HolderChanged]
    assert HolderChanged(first.id, 1, 21) == inbox(second, HolderChanged)[0]
