"""Input credit as the client counts it."""

import pytest

from idea.domain.errors import ConflictError
from idea.domain.stream.client_input import (
    LARGEST_INPUT_PART_BYTES,
    LARGEST_WAITING_BYTES,
    ClientInput,
)
from idea.domain.stream.messages import Input, InputKind

KEY, PASTE, INTERRUPT = InputKind.KEY, InputKind.PASTE, InputKind.INTERRUPT


def test_input_waits_for_credit_and_keeps_its_order():
    client = ClientInput()
    assert client.send(KEY, b"a") == ()
    assert client.send(PASTE, b"bcd") == ()
    assert client.waiting_bytes == 4
    assert (Input(KEY, b"a"), Input(PASTE, b"b", last=False)) == client.allow(2)
    assert client.send(KEY, b"e") == ()
    assert (Input(PASTE, b"cd"), Input(KEY, b"e")) == client.allow(10)
    assert client.waiting_bytes == 0
    assert (Input(KEY, b"f"),) == client.send(KEY, b"f")


def test_a_long_paste_goes_in_parts_of_which_only_the_final_is_the_last():
    client = ClientInput()
    client.allow(1024 * 1024)
    paste = bytes(range(256)) * 200
    parts = client.send(PASTE, paste)
    assert paste == b"".join(part.data for part in parts)
    assert [False] * (len(parts) - 1) + [True] == [part.last for part in parts]
    assert all(len(part.data) <= LARGEST_INPUT_PART_BYTES for part in parts)


def test_an_interrupt_needs_no_credit_and_drops_waiting_pastes():
    client = ClientInput()
    client.allow(2)
    assert (Input(PASTE, b"12", last=False),) == client.send(PASTE, b"1234")
    client.send(KEY, b"k")
    client.send(PASTE, b"5678")
    assert (Input(INTERRUPT, b"\x03"),) == client.send(INTERRUPT, b"\x03")
    assert client.waiting_bytes == 1
    assert (Input(KEY, b"k"),) == client.allow(1)


def test_an_interrupt_leaves_a_half_sent_text_alone():
    client = ClientInput()
    client.allow(1)
    client.send(InputKind.TEXT, b"text")
    client.send(INTERRUPT, b"\x03")
    assert client.waiting_bytes == 3
    assert (Input(InputKind.TEXT, b"ext"),) == client.allow(50)


def test_a_new_attach_forgets_credit_and_what_was_half_sent():
    client = ClientInput()
    client.allow(2)
    client.send(PASTE, b"1234")
    client.send(KEY, b"k")
    client.send(InputKind.TEXT, b"text")
    client.restart()
    assert client.waiting_bytes == 1
    client.restart()
    assert (Input(KEY, b"k"),) == client.allow(5)


def test_what_waits_is_bounded():
    client = ClientInput()
    client.send(PASTE, b"x" * LARGEST_WAITING_BYTES)
    with pytest.raises(ConflictError, match="does not read"):
        client.send(KEY, b"k")


def allowed(size_bytes: int) -> ClientInput:
    """Return a queue with so much credit."""
    queue = ClientInput()
    queue.allow(size_bytes)
    return queue


def test_a_cancelled_paste_that_waits_is_gone():
    queue = allowed(0)
    queue.send(InputKind.KEY, b"k")
    queue.send(InputKind.PASTE, b"abc")
    queue.send(InputKind.TEXT, b"t")
    assert queue.pasting_bytes == 3
    assert queue.cancel_pastes() == ()
    assert (queue.pasting_bytes, queue.waiting_bytes) == (0, 2)
    assert [one.data for one in queue.allow(10)] == [b"k", b"t"]


def test_a_cancelled_paste_that_is_half_sent_ends_as_it_began():
    for text, sent, whole in (
        (b"\x1b[200~" + b"a" * 20 + b"\x1b[201~", 8, b"\x1b[200~aaa\x1b[201~"),
        (b"\x1b[200~" + b"a" * 20 + b"\x1b[201~", 3, b"\x1b[200~a\x1b[201~"),
        (b"\x1b[200~" + "é".encode() * 9 + b"\x1b[201~", 7, "\x1b[200~é\x1b[201~".encode()),
        (b"\x1b[200~abc\x1b[201~", 8, b"\x1b[200~abc\x1b[201~"),
        (b"\x1b[200~abc\x1b[201~", 12, b"\x1b[200~abc\x1b[201~"),
        (b"a" * 20, 5, b"a" * 6),
        ("日本語".encode(), 1, "日".encode()),
    ):
        queue = allowed(sent)
        parts = list(queue.send(InputKind.PASTE, text))
        assert queue.pasting_bytes == len(text) - sent
        parts += queue.cancel_pastes()
        left = queue.pasting_bytes
        parts += queue.allow(1_000)
        assert b"".join(one.data for one in parts) == whole, text
        assert [one.last for one in parts] == [False] * (len(parts) - 1) + [True]
        assert (left, queue.pasting_bytes) == (len(whole) - sent, 0)


def test_cancelling_leaves_a_half_sent_text_alone():
    queue = allowed(2)
    queue.send(InputKind.TEXT, b"text")
    queue.send(InputKind.PASTE, b"abc")
    queue.cancel_pastes()
    assert [one.data for one in queue.allow(10)] == [b"xt"]
    assert queue.cancel_pastes() == ()
