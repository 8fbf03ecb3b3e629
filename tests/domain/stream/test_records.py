"""Records as frames: exact, strict, and indifferent to how they are cut."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.stream.strategies import records
from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.records import (
    FRAME_HEAD_BYTES,
    LARGEST_PAYLOAD_BYTES,
    Exit,
    Foreign,
    FrameReader,
    Gap,
    Holder,
    Output,
    Resize,
    decode_frames,
    encode_frame,
    frames_within,
    undamaged_length,
)
from idea.domain.terminal import Exited, Lost, Size

EVERY_KIND = [
    Output(b"text"),
    Resize(Size(80, 24)),
    Holder(ClientId("c1"), 3),
    Holder(None, 4),
    Gap(5, "The disk was full.", reset=True),
    Exit(Exited(-9)),
    Exit(Lost("The keeper stopped.")),
    Foreign(200, b"from a later version"),
]
A, B, C = (encode_frame(Output(text), 7) for text in (b"one", b"two!", b"three"))


def test_every_kind_of_record_comes_back():
    found = decode_frames(9, b"".join(encode_frame(record, 7) for record in EVERY_KIND))

    assert [framed.record for framed in found] == EVERY_KIND


def test_frames_that_end_early_are_refused_and_counted_up_to_the_tear():
    torn = A + B[:-1]

    with pytest.raises(InvalidError, match=f"torn or damaged at {9 + len(A)}"):
        decode_frames(9, torn)
    assert undamaged_length(torn) == len(A)


@given(st.lists(records, max_size=6), st.integers(0, 2**48))
def test_any_records_come_back_with_their_place_and_time(written, at_ms):
    frames = [encode_frame(record, at_ms) for record in written]
    read = decode_frames(100, b"".join(frames))
    assert written == [framed.record for framed in read]
    assert all(framed.at_ms == at_ms for framed in read)
    assert [100 + sum(map(len, frames[:i])) for i in range(len(frames))] == [f.seq for f in read]
    assert 100 + sum(map(len, frames)) == (read[-1].end if read else 100)


@given(st.lists(records, min_size=1, max_size=4), st.data())
def test_any_cut_gives_the_same_records(written, data):
    stream = b"".join(encode_frame(record, 1) for record in written)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    reader = FrameReader(5)
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += reader.feed(stream[start:end])
    assert written == [framed.record for framed in found]
    assert (5 + len(stream), 0) == (reader.seq, reader.pending_bytes)


@given(st.lists(records, min_size=1, max_size=4), st.data())
def test_a_torn_tail_loses_only_the_last_record(written, data):
    stream = b"".join(encode_frame(record, 1) for record in written)
    last = len(encode_frame(written[-1], 1))
    torn = stream[: len(stream) - data.draw(st.integers(1, last))]
    assert len(stream) - last == undamaged_length(torn)
    reader = FrameReader(0)
    assert written[:-1] == [framed.record for framed in reader.feed(torn)]
    assert len(torn) - reader.seq == reader.pending_bytes


@given(st.integers(0, len(B) * 8 - 1))
def test_any_flipped_bit_is_noticed(bit):
    damaged = bytearray(B)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(InvalidError):
        decode_frames(0, A + bytes(damaged) + C)
    assert len(A) <= undamaged_length(A + bytes(damaged)) <= len(A)


def test_records_before_the_damage_are_returned_first():
    reader = FrameReader(0)
    assert [Output(b"one")] == [f.record for f in reader.feed(A + B[:-1] + b"x")]
    with pytest.raises(InvalidError, match=f"damaged at {len(A)}"):
        reader.feed(b"")


def test_an_absurd_length_is_refused_before_it_is_waited_for():
    head = bytearray(A[:FRAME_HEAD_BYTES])
    head[9:13] = (LARGEST_PAYLOAD_BYTES + 1).to_bytes(4, "big")
    with pytest.raises(InvalidError, match="not a session stream"):
        FrameReader(0).feed(bytes(head))


def test_the_largest_output_fits_and_one_byte_more_does_not():
    record = Output(b"x" * LARGEST_PAYLOAD_BYTES)
    assert record == decode_frames(0, encode_frame(record, 0))[0].record
    with pytest.raises(InvalidError, match="too large"):
        encode_frame(Output(b"x" * (LARGEST_PAYLOAD_BYTES + 1)), 0)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [(2, b"\0"), (2, b"\0\0\0\0"), (3, b""), (3, b"\0" * 8 + b"\xff"), (4, b"\0" * 9 + b"\xff")],
)
def test_a_sound_frame_with_a_senseless_payload_is_refused(kind, payload):
    head = bytes((kind,)) + bytes(8) + len(payload).to_bytes(4, "big")
    crc = zlib.crc32(payload, zlib.crc32(head)).to_bytes(4, "big")
    with pytest.raises(InvalidError):
        decode_frames(0, head + crc + payload)


def test_a_long_reason_is_cut_at_a_character():
    written = encode_frame(Gap(1, "é" * 2000, reset=True), 0)
    assert Gap(1, "é" * 512, reset=True) == decode_frames(0, written)[0].record
    written = encode_frame(Exit(Lost("a" + "é" * 2000)), 0)
    assert Exit(Lost("a" + "é" * 511)) == decode_frames(0, written)[0].record


def test_frames_are_counted_out_within_a_limit():
    stream = A + B + C
    assert len(A) == frames_within(stream, 0, 1)
    assert len(A) + len(B) == frames_within(stream, 0, len(A) + len(B))
    assert len(stream) == frames_within(stream, len(A), 10_000)
    assert len(A) + len(B) == frames_within(stream[:-1], 0, 10_000)
    assert frames_within(A[:5], 0, 10) == 0


def test_a_resize_frame_is_what_it_always_was():
    frame = bytes.fromhex("02 00000191b2c3d4e5 00000004 55358b0b 0078 0028")
    written = encode_frame(Resize(Size(120, 40)), 0x191B2C3D4E5)
    assert frame.hex() == written.hex()
