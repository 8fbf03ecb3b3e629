"""What the program is sent, and who may send it."""

import pytest

from domain.stream.steps import (
    KIB,
    a_screen,
    inbox,
    join,
    keep_up,
    records,
    say,
)
from domain.stream.world import START
from idea.domain.errors import ConflictError
from idea.domain.stream.checkpoint import checkpoint_parts
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Input,
    InputKind,
    TextAsked,
)
from idea.domain.stream.records import Holder
from idea.domain.terminal import Exited


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


@pytest.mark.parametrize(
    "messages",
    [
        [Acknowledged(10**9)],
        [AttachAsked(None, START, shown=True, core="")],
        [Input(InputKind.PASTE, b"x" * 64 * KIB)],
        checkpoint_parts(a_screen(1, data=bytes(600_000)))[::2],
    ],
)
def test_a_client_that_breaks_the_rules_loses_its_place(world, messages):
    client = join(world)
    say(world, client, Input(InputKind.KEY, b"x"))
    say(world, client, *messages)
    assert (len(world.closed_clients), world.machine.clients) == (1, ())
    assert any(isinstance(record, Holder) and record.client is None for record in records(world))
