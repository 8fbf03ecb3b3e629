"""Frames between engine and worker: any cut of the pipe gives the same messages, nonsense none."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.attention import Urgency
from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.ports.terminal_effects import (
    CommandEnded,
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
)
from idea.domain.program_status import CLEAR, StatusNews
from idea.domain.screen_look import DARK_LOOK
from idea.domain.stream import worker_wire
from idea.domain.stream.messages import Acknowledged, HolderChanged, Records, TextAsked
from idea.domain.stream.worker_wire import (
    Broken,
    Dressed,
    Dropped,
    Pinged,
    Rang,
    Ready,
    ScreenAsked,
    ScreenTold,
    Titled,
    ToldBeside,
    encode_from_worker,
    encode_to_worker,
    frames_from_worker,
    frames_to_worker,
)
from idea.domain.terminal import Size

TO_WORKER = (
    (1, Records(7, b"\x00frames\xff")),
    (2, HolderChanged(ClientId("c1"), 3, 9)),
    (2, TextAsked("größer", enter=True)),
    (3, ScreenAsked(10_000)),
    (4, Dropped()),
    (0, Dressed(DARK_LOOK)),
    (0, Pinged()),
)
FROM_WORKER = (
    (0, Ready("core 1")),
    (1, Acknowledged(99)),
    (
        2,
        ScreenTold(
            size=Size(80, 24), cursor=(3, 4), title="t\u2028", lines=("", '"a" \\ 中', "\U0001f680")
        ),
    ),
    (3, Broken("It does not fit.")),
    (4, Titled("größer")),
    (5, Rang()),
    (5, ToldBeside(Notified("größer", "b", Urgency.CRITICAL, "x"))),
    (5, ToldBeside(NotificationClosed("x"))),
    (5, ToldBeside(ProgressChanged(1, 40))),
    (5, ToldBeside(CommandEnded("make größer", None, 61_000))),
    (5, ToldBeside(StatusTold((StatusNews("idle", progress=3, message="m"), StatusNews(CLEAR))))),
    (0, Pinged()),
)


def pieces(data, cuts):
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in itertools.pairwise(places)]


@given(st.lists(st.integers(0, 10_000), max_size=8))
def test_what_is_sent_arrives_however_the_pipe_cuts_it(cuts):
    to_worker = b"".join(encode_to_worker(*one) for one in TO_WORKER)
    from_worker = b"".join(encode_from_worker(*one) for one in FROM_WORKER)
    worker, engine = frames_to_worker(), frames_from_worker()

    assert tuple(m for p in pieces(to_worker, cuts) for m in worker.feed(p)) == TO_WORKER
    assert tuple(m for p in pieces(from_worker, cuts) for m in engine.feed(p)) == FROM_WORKER


def test_every_message_arrives_as_it_was_sent():
    worker, engine = frames_to_worker(), frames_from_worker()

    assert [next(worker.feed(encode_to_worker(*one))) for one in TO_WORKER] == [*TO_WORKER]
    assert [next(engine.feed(encode_from_worker(*one))) for one in FROM_WORKER] == [*FROM_WORKER]


def test_half_a_frame_waits_for_the_rest():
    frames, frame = frames_to_worker(), encode_to_worker(1, Records(7, b"frames"))

    assert list(frames.feed(frame[:-1])) == []
    assert list(frames.feed(frame[-1:])) == [(1, Records(7, b"frames"))]


def test_a_frame_that_no_reader_would_take_is_not_sent(monkeypatch):
    monkeypatch.setattr(worker_wire, "LARGEST_FRAME_BYTES", 10)
    with pytest.raises(InvalidError, match="too large"):
        encode_from_worker(1, Broken("A sentence of more than ten bytes."))


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00\x00\x00\x00\x00\x00\x00\x01?",
        b"\xff\xff\xff\xff\x00\x00\x00\x01m",
        b"\x00\x00\x00\x02\x00\x00\x00\x01t{}",
        b"\x00\x00\x00\x01\x00\x00\x00\x01t7",
        b"\x00\x00\x00\x01\x00\x00\x00\x01mm",
        b"\x00\x00\x00\x01\x00\x00\x00\x01r\xff",
        b'\x00\x00\x00\x08\x00\x00\x00\x01e["Bell"]',
        b'\x00\x00\x00\x0f\x00\x00\x00\x01e["Notified", 1]',
    ],
    ids=["kind", "length", "fields", "number", "message", "name", "effect", "parts"],
)
def test_nonsense_is_refused(nonsense):
    with pytest.raises(InvalidError):
        list(frames_from_worker().feed(nonsense))


def test_a_lone_surrogate_in_a_line_does_not_stop_the_answer():
    told = ScreenTold(size=Size(80, 24), cursor=(0, 0), title="", lines=("\ud800",))

    ((_, back),) = frames_from_worker().feed(encode_from_worker(1, told))

    assert isinstance(back, ScreenTold)
    assert back.lines == ("?",)
