"""Messages as bytes: what is written is read back, and nothing else is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.stream.strategies import client_messages, engine_messages
from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream import wire
from idea.domain.stream.messages import (
    Acknowledged,
    CheckpointKind,
    CheckpointPart,
    Input,
    InputKind,
    Records,
)
from idea.domain.terminal import Size


@given(client_messages)
def test_what_a_client_sends_comes_back(message):
    assert message == wire.decode_client(wire.encode(message))


@given(engine_messages)
def test_what_the_engine_sends_comes_back(message):
    assert message == wire.decode_engine(wire.encode(message))


@given(st.sampled_from([b"", *(bytes((kind,)) for kind in range(256))]), st.binary(max_size=60))
def test_hostile_bytes_raise_nothing_else(kind, rest):
    for decode in (wire.decode_client, wire.decode_engine):
        try:
            message = decode(kind + rest)
        except InvalidError:
            continue
        assert kind + rest == wire.encode(message)


@given(client_messages | engine_messages, st.data())
def test_a_cut_message_is_refused_or_means_its_bytes(message, data):
    written = wire.encode(message)
    cut = written[: data.draw(st.integers(0, len(written) - 1))]
    for decode in (wire.decode_client, wire.decode_engine):
        try:
            read = decode(cut)
        except InvalidError:
            continue
        assert cut == wire.encode(read)


@pytest.mark.parametrize(
    "message",
    [
        Records(0, b"x" * (wire.LARGEST_RECORDS_BYTES + 1)),
        Input(InputKind.PASTE, b"x" * (wire.LARGEST_INPUT_BYTES + 1)),
        CheckpointPart(0, CheckpointKind.NATIVE, "c" * 256, Size(1, 1), 0, True, b""),
    ],
)
def test_what_is_too_large_is_not_sent(message):
    with pytest.raises(InvalidError, match="too l"):
        wire.encode(message)


def test_what_is_too_large_is_not_received():
    written = wire.encode(Input(InputKind.PASTE, b"x" * wire.LARGEST_INPUT_BYTES))
    with pytest.raises(InvalidError, match="wrong length"):
        wire.decode_client(written + b"x")
    with pytest.raises(InvalidError, match="too large"):
        wire.decode_client(written + b"x" * wire.LARGEST_MESSAGE_BYTES)


def test_a_message_that_ends_early_makes_no_sense():
    with pytest.raises(InvalidError, match="makes no sense"):
        wire.decode_engine(b"H\0")


def test_a_client_may_not_speak_like_the_engine():
    with pytest.raises(InvalidError, match="no message of kind"):
        wire.decode_client(wire.encode(Records(1, b"")))
    with pytest.raises(InvalidError, match="no message of kind"):
        wire.decode_engine(wire.encode(Acknowledged(1)))


def test_bytes_of_the_first_version_still_mean_the_same():
    assert Acknowledged(258) == wire.decode_client(b"a" + b"\0\0\0\0\0\0\1\2")
    assert Input(InputKind.INTERRUPT, b"\x03") == wire.decode_client(b"i\x03\x01\x03")
    message = wire.decode_engine(b"A" + b"\0" * 7 + b"\1" + b"\0" * 7 + b"\2\0\x50\0\x18\1\0me")
    assert (ClientId("me"), 1, 2, Size(80, 24), True) == (
        message.client,
        message.start,
        message.live,
        message.size,
        message.checkpoint,
    )


def test_a_yes_or_no_is_one_bit_and_unknown_wishes_are_refused():
    with pytest.raises(InvalidError, match="neither yes nor no"):
        wire.decode_client(b"v\2")
    with pytest.raises(InvalidError, match="does not know"):
        wire.decode_client(b"t\4\0" + bytes(12))
