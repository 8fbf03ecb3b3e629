"""What the program is sent, whole and in order."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.input_queue import INPUT_CREDIT_BYTES, LARGEST_REPLIES_BYTES, InputQueue
from idea.domain.stream.messages import Input, InputKind

A, B = ClientId("a"), ClientId("b")
KEY, PASTE, TEXT, INTERRUPT = InputKind.KEY, InputKind.PASTE, InputKind.TEXT, InputKind.INTERRUPT
BEGIN, END = b"\x1b[200~", b"\x1b[201~"


@pytest.fixture
def queue():
    return InputQueue()


def writes(queue):
    """Return everything that can be written now, write by write."""
    found = []
    while (data := queue.next_write()) is not None:
        assert queue.is_writing
        assert queue.next_write() is None
        queue.written()
        found.append(data)
    assert not queue.is_writing
    return found


def test_inputs_are_written_in_order(queue):
    queue.add(A, Input(KEY, b"1"))
    queue.add(B, Input(KEY, b"2"))
    queue.add(A, Input(KEY, b""))
    queue.add(A, Input(PASTE, b"3"))
    assert writes(queue) == [b"1", b"2", b"3"]


def test_a_long_input_is_written_in_pieces_and_stays_whole(queue):
    queue.add(A, Input(PASTE, b"a" * 20_000, last=False))
    queue.add(B, Input(KEY, b"k"))
    assert b"".join(writes(queue)) == b"a" * 20_000
    queue.add(A, Input(PASTE, b"", last=False))
    assert writes(queue) == []
    assert queue.is_open(A)
    queue.add(A, Input(PASTE, b"z"))
    assert writes(queue) == [b"z", b"k"]
    assert not queue.is_open(A)


def test_another_kind_ends_what_was_left_open(queue):
    queue.add(A, Input(KEY, b"1", last=False))
    queue.add(A, Input(PASTE, b"2"))
    assert writes(queue) == [b"1", b"2"]


def test_the_enter_of_a_text_is_a_write_of_its_own(queue):
    queue.add(A, Input(TEXT, b"hello\r"))
    queue.add(A, Input(TEXT, b"\r"))
    queue.add_text(b"plain")
    assert writes(queue) == [b"hello", b"\r", b"\r", b"plain"]


def test_replies_go_ahead_of_what_has_not_begun(queue):
    queue.add(A, Input(PASTE, b"p" * 16_384 + b"q"))
    assert queue.next_write() == b"p" * 16_384
    queue.add(A, Input(KEY, b"k"))
    queue.reply(b"r1")
    queue.reply(b"r2")
    queue.written()
    assert writes(queue) == [b"q", b"r1", b"r2", b"k"]


def test_more_replies_than_the_bound_are_dropped_until_some_are_read(queue):
    queue.reply(b"r" * LARGEST_REPLIES_BYTES)
    queue.reply(b"lost")
    assert len(b"".join(writes(queue))) == LARGEST_REPLIES_BYTES
    queue.reply(b"kept")
    assert writes(queue) == [b"kept"]


def test_an_interrupt_goes_first_and_drops_what_has_not_begun(queue):
    queue.add(A, Input(KEY, b"k"))
    queue.add(A, Input(PASTE, b"p"))
    queue.reply(b"r")
    assert not queue.add(B, Input(INTERRUPT, b"\x03" * 100))
    assert writes(queue) == [b"\x03" * 64, b"r", b"k"]


def test_an_interrupt_waits_for_a_key_that_has_begun(queue):
    queue.add(A, Input(KEY, b"k" * 16_384 + b"l"))
    queue.next_write()
    assert not queue.add(A, Input(INTERRUPT, b"\x03"))
    queue.written()
    assert writes(queue) == [b"l", b"\x03"]


@pytest.mark.parametrize("bracketed", [True, False])
def test_an_interrupt_ends_a_paste_under_way(queue, bracketed):
    queue.add(A, Input(PASTE, BEGIN * bracketed + b"p" * 20_000, last=False))
    queue.add(B, Input(PASTE, b"never", last=False))
    queue.next_write()
    assert queue.add(A, Input(INTERRUPT, b"\x03"))
    assert [END] * bracketed + [b"\x03"] == writes(queue)
    queue.add(A, Input(KEY, b"new"))
    queue.add(B, Input(PASTE, b"swallowed", last=False))
    queue.add(B, Input(PASTE, b"too"))
    queue.add(B, Input(KEY, b"heard"))
    assert writes(queue) == [b"new", b"heard"]


def test_an_interrupt_between_the_writes_of_a_paste_cancels_nothing(queue):
    queue.add(A, Input(PASTE, BEGIN + b"p", last=False))
    assert writes(queue) == [BEGIN + b"p"]
    assert not queue.add(B, Input(INTERRUPT, b"\x03"))
    assert writes(queue) == [END, b"\x03"]


def test_a_fifth_unread_interrupt_is_dropped(queue):
    for _ in range(6):
        queue.add(A, Input(INTERRUPT, b"\x03"))
    assert writes(queue) == [b"\x03"] * 4


def test_who_leaves_half_way_is_dropped_or_ended(queue):
    queue.add(A, Input(PASTE, BEGIN + b"not begun", last=False))
    assert not queue.leave(A)
    assert writes(queue) == []
    queue.add(A, Input(PASTE, BEGIN + b"begun", last=False))
    queue.next_write()
    assert queue.leave(A)
    assert writes(queue) == [END]
    queue.add(A, Input(KEY, b"begun", last=False))
    queue.next_write()
    assert not queue.leave(A)
    queue.written()
    queue.add(B, Input(KEY, b"whole"))
    assert not queue.leave(B)
    assert writes(queue) == [b"whole"]


def test_credit_comes_back_as_input_is_written(queue):
    queue.add(A, Input(PASTE, b"p" * 40_000))
    assert queue.take_grants() == []
    queue.next_write()
    queue.written()
    assert queue.take_grants() == [(A, 16_384)]
    queue.next_write()
    queue.written()
    queue.next_write()
    assert queue.take_grants() == [(A, 16_384)]
    queue.written()
    assert queue.take_grants() == [(A, 7_232)]
    queue.written()
    queue.add(A, Input(PASTE, b"x" * INPUT_CREDIT_BYTES))
    with pytest.raises(InvalidError, match="more input"):
        queue.add(A, Input(KEY, b"x"))


def test_small_credit_comes_back_when_nothing_is_left(queue):
    queue.add(A, Input(KEY, b"1"))
    queue.add(A, Input(KEY, b"2"))
    queue.next_write()
    queue.written()
    assert queue.take_grants() == []
    writes(queue)
    assert queue.take_grants() == [(A, 2)]


def test_refused_and_dropped_input_gives_its_credit_back(queue):
    queue.refuse(A, Input(TEXT, b"abc", last=False))
    assert queue.is_open(A)
    queue.refuse(A, Input(TEXT, b"d"))
    assert not queue.is_open(A)
    assert queue.take_grants() == [(A, 4)]
    queue.add(A, Input(PASTE, b"p" * 30, last=False))
    queue.next_write()
    queue.add(B, Input(KEY, b"k"))
    queue.reply(b"r")
    queue.drop_all()
    assert sorted(queue.take_grants(), key=str) == [(A, 30), (B, 1)]
    assert writes(queue) == []
    queue.written()


def test_credit_of_someone_who_left_is_forgotten(queue):
    queue.add(A, Input(KEY, b"k"))
    queue.next_write()
    queue.leave(A)
    queue.written()
    assert queue.take_grants() == []
