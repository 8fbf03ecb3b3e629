"""The client's translation of the engine's messages into steps."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.client import (
    LARGEST_FEED_BYTES,
    CheckpointWanted,
    ClientStream,
    Ended,
    Feed,
    GoLive,
    HoldingChanged,
    InputAllowed,
    Mark,
    Reset,
    Restore,
    Send,
    TakeSize,
    TextWanted,
    reply_messages,
)
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    HolderChanged,
    InputCredit,
    Records,
    ReplySent,
    Skipped,
    TextAsked,
)
from idea.domain.stream.records import Exit, Gap, Holder, Output, Resize, encode_frame
from idea.domain.terminal import Exited, Size

ME = ClientId("me")
SIZE = Size(80, 24)


def frames(*records):
    return b"".join(encode_frame(record, 0) for record in records)


def out(text):
    return Output(text)


LENGTH = len(frames(out(b"abc")))


def attached(start=0, live=0, checkpoint=False, kept=False):
    return Attached(ME, start, live, SIZE, checkpoint, kept)


def live_stream():
    stream = ClientStream()
    stream.receive(attached())
    return stream


def test_a_new_session_is_live_at_once_with_an_empty_core():
    stream = ClientStream()
    assert (stream.have, stream.client) == (None, None)
    assert [Reset(SIZE), GoLive()] == stream.receive(attached())
    assert (stream.have, stream.client, stream.is_live, stream.holding) == (0, ME, True, False)


def test_neighbouring_output_is_fed_joined_and_acknowledged_once():
    stream = live_stream()
    data = frames(out(b"abc"), out(b"def"))
    more = frames(out(b"ghi"))
    end = len(data) + len(more)
    assert [Feed(b"abcdefghi", None), Send(Acknowledged(end))] == stream.receive(
        Records(0, data), Records(len(data), more)
    )


def test_a_feed_has_an_end():
    stream = live_stream()
    data = frames(*[out(b"x" * 65536)] * 6)
    feeds = [step for step in stream.receive(Records(0, data)) if isinstance(step, Feed)]
    assert [len(feed.data) for feed in feeds] == [LARGEST_FEED_BYTES, 2 * 65536]


def test_the_core_is_unmuted_exactly_at_the_live_seq():
    stream = ClientStream()
    assert [Reset(SIZE)] == stream.receive(attached(live=LENGTH))
    assert [
        Feed(b"abc", None),
        Send(Acknowledged(LENGTH)),
        GoLive(),
        Feed(b"def", None),
        Send(Acknowledged(2 * LENGTH)),
    ] == stream.receive(Records(0, frames(out(b"abc"), out(b"def"))))


def test_a_holder_answers_from_the_seq_it_was_given():
    stream = live_stream()
    assert [HoldingChanged(True)] == stream.receive(HolderChanged(ME, 4, LENGTH))
    assert stream.holding
    assert [
        Feed(b"abc", None),
        Send(Acknowledged(LENGTH)),
        Feed(b"def", 4),
        Send(Acknowledged(2 * LENGTH)),
    ] == stream.receive(Records(0, frames(out(b"abc"), out(b"def"))))
    assert [HoldingChanged(False)] == stream.receive(HolderChanged(ClientId("you"), 5, 0))
    assert not stream.holding


def test_the_size_changes_where_the_stream_says_and_may_be_answered():
    stream = live_stream()
    stream.receive(HolderChanged(ME, 1, 0))
    records = frames(out(b"a"), Resize(Size(9, 9)), Holder(ME, 1))
    first = len(frames(out(b"a")))
    assert [
        Feed(b"a", 1),
        Send(Acknowledged(first)),
        TakeSize(Size(9, 9), 1),
        Send(Acknowledged(len(records))),
    ] == stream.receive(Records(0, records))


def test_a_checkpoint_comes_before_the_records():
    stream = ClientStream()
    saved = Checkpoint(
        seq=50, kind=CheckpointKind.NATIVE, core="c", size=Size(5, 5), data=b"s" * 600_000
    )
    parts = checkpoint_parts(saved)
    assert len(parts) == 3
    assert stream.receive(attached(start=50, live=50, checkpoint=True), *parts[:2]) == []
    assert stream.have is None
    assert [Restore(saved), GoLive()] == stream.receive(parts[2])
    assert stream.have == 50
    data = frames(out(b"x"))
    assert [Feed(b"x", None), Send(Acknowledged(50 + len(data)))] == stream.receive(
        Records(50, data)
    )


def test_a_client_that_was_cut_off_starts_anew():
    stream = live_stream()
    stream.receive(HolderChanged(ME, 1, 0))
    assert stream.receive(Skipped()) == []
    assert (stream.have, stream.is_live) == (None, False)
    assert [Reset(SIZE, 70), GoLive()] == stream.receive(attached(start=70, live=70))
    assert not stream.holding


def test_a_core_that_is_far_enough_is_kept():
    stream = live_stream()
    stream.receive(Records(0, frames(out(b"abc"))))
    assert stream.receive(attached(start=LENGTH, live=2 * LENGTH, kept=True)) == []
    assert [Feed(b"def", None), Send(Acknowledged(2 * LENGTH)), GoLive()] == stream.receive(
        Records(LENGTH, frames(out(b"def")))
    )


def test_a_gap_is_marked_and_may_empty_the_screen():
    stream = live_stream()
    lost, reset = Gap(3, "lost", reset=False), Gap(9, "cut", reset=True)
    records = frames(lost, reset, Resize(Size(7, 7)))
    assert [
        Mark(lost),
        Mark(reset),
        Reset(SIZE, len(frames(lost, reset))),
        GoLive(),
        TakeSize(Size(7, 7), None),
        Send(Acknowledged(len(records))),
    ] == stream.receive(Records(0, records))


def test_a_gap_may_leave_out_numbers_and_nothing_else_may():
    stream = live_stream()
    gap = frames(Gap(0, "taken over", reset=False))
    assert Mark in map(type, stream.receive(Records(1000, gap)))
    assert 1000 + len(gap) == stream.have
    with pytest.raises(InvalidError, match="was due"):
        stream.receive(Records(5000, frames(out(b"x"))))
    with pytest.raises(InvalidError, match="was due"):
        stream.receive(Records(0, gap))


def test_the_end_is_told():
    records = frames(Exit(Exited(3)))
    assert [Ended(Exited(3)), Send(Acknowledged(len(records)))] == live_stream().receive(
        Records(0, records)
    )


def test_wishes_of_the_engine_become_steps_at_their_place():
    stream = live_stream()
    assert [
        InputAllowed(9),
        TextWanted("hello", True),
        Feed(b"abc", None),
        Send(Acknowledged(LENGTH)),
        CheckpointWanted(LENGTH),
    ] == stream.receive(
        InputCredit(9),
        TextAsked("hello", enter=True),
        Records(0, frames(out(b"abc"))),
        CheckpointAsked(),
    )


@pytest.mark.parametrize(
    "message",
    [
        Records(0, frames(out(b"x"))),
        Records(0, b"garbage that is longer than a head"),
        checkpoint_parts(
            Checkpoint(seq=0, kind=CheckpointKind.NATIVE, core="", size=SIZE, data=b"")
        )[0],
    ],
)
def test_a_client_that_is_not_attached_takes_nothing(message):
    with pytest.raises(InvalidError):
        ClientStream().receive(message)


def test_replies_are_cut_to_what_a_message_carries_and_dropped_without_an_epoch():
    assert reply_messages(None, b"x") == ()
    assert (ReplySent(2, b"x"),) == reply_messages(2, b"x")
    assert b"".join(reply.data for reply in reply_messages(2, b"y" * 200_000)) == b"y" * 200_000
