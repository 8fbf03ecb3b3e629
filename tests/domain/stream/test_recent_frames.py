"""The newest frames in memory."""

from hypothesis import given
from hypothesis import strategies as st

from idea.domain.stream.recent_frames import LARGEST_RECENT_BYTES, RecentFrames
from idea.domain.stream.records import Output, encode_frame


def frame(length):
    return encode_frame(Output(b"x" * length), 0)


@given(st.lists(st.sampled_from([1, 40, 5_000, 40_000]), min_size=1, max_size=30), st.data())
def test_any_stretch_of_whole_frames_is_read_back(lengths, data):
    frames = [frame(length) for length in lengths]
    recent = RecentFrames(1000)
    starts = []
    for one in frames:
        starts.append(recent.end)
        recent.append(one)
    stream = b"".join(frames)
    start = data.draw(st.sampled_from(starts))
    limit = data.draw(st.sampled_from([*starts, recent.end]).filter(lambda end: end > start))
    room = data.draw(st.integers(1, 100_000))
    read = recent.read(start, limit, room)
    assert stream[start - 1000 : start - 1000 + len(read)] == read
    assert start + len(read) in {*starts, recent.end}
    first = frames[starts.index(start)]
    assert len(first) <= len(read) <= max(len(first), min(room, limit - start))


def test_a_large_frame_is_passed_on_without_a_copy():
    recent = RecentFrames(0)
    large = frame(60_000)
    recent.append(large)
    assert recent.read(0, recent.end, 100_000) is large


def test_what_nobody_needs_is_forgotten_and_the_bound_always_holds():
    recent = RecentFrames(0)
    for _ in range(10):
        recent.append(frame(60_000))
    recent.forget(0)
    assert recent.start == 0
    recent.forget(recent.end)
    assert 60_000 < recent.end - recent.start < 140_000
    for _ in range(100):
        recent.append(frame(60_000))
        recent.forget(0)
        assert recent.end - recent.start <= LARGEST_RECENT_BYTES
    empty = RecentFrames(7)
    empty.forget(7)
    assert (empty.start, empty.end) == (7, 7)
