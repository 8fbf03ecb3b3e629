"""What counts as a flood, and which of its checkpoints the disk gets."""

from hypothesis import given
from hypothesis import strategies as st

from idea.domain.stream.flood import CALM_S, FLOOD_BYTES_PER_S, SHOWN_AGE_S, Flood, LastSecond

MB = 1_000_000


def fed(flood, count, start, seconds, step=0.05):
    """Let `count` bytes a second come for a while; return when that ends."""
    for turn in range(int(seconds / step)):
        flood.add(int(count * step), start + turn * step)
    return start + seconds


def test_more_than_a_megabyte_within_a_second_is_a_flood():
    flood = Flood()
    flood.add(MB, 5.0)
    assert not flood.is_on(5.0)
    flood.add(1, 5.8)
    assert flood.is_on(5.8)


def test_what_comes_slowly_is_none_however_long_it_takes():
    flood = Flood()
    end = fed(flood, 0.9 * MB, 0.0, 60.0)
    assert not flood.is_on(end)


def test_eight_that_print_much_together_are_floods_and_a_quiet_one_beside_them_is_none():
    """On two cores none of eight programs prints a megabyte a second, and all of them write."""
    together = LastSecond()
    floods = [Flood(together=together) for _ in range(8)]
    quiet = Flood(together=together)
    for turn in range(40):
        for flood in floods:
            flood.add(20_000, turn * 0.05)
        quiet.add(1000, turn * 0.05)
    assert [flood.is_on(2.0) for flood in floods] == [True] * 8
    assert not quiet.is_on(2.0)
    end = fed(floods[0], 0.4 * MB, 5.0, 5.0)
    assert not any(flood.is_on(end) for flood in floods)


def test_a_flood_outlives_a_stall_and_ends_with_calm():
    flood = Flood()
    end = fed(flood, 5 * MB, 0.0, 2.0)
    assert flood.is_on(end + CALM_S - 0.1)
    assert not flood.is_on(end + CALM_S)
    end = fed(flood, 5 * MB, end + CALM_S, 2.0)
    assert flood.is_on(end)
    end = fed(flood, 0.5 * MB, end, CALM_S + 2.0)
    assert not flood.is_on(end)


def test_the_disk_is_given_a_checkpoint_every_ten_seconds_of_a_flood():
    flood = Flood()
    given_at = []
    for second in range(60):
        now = fed(flood, 5 * MB, float(second), 1.0)
        if not flood.spares_the_disk(100_000, now):
            given_at.append(now)
            flood.on_disk(now)
    assert given_at == [1.0 + SHOWN_AGE_S * turn for turn in range(6)]


def test_large_checkpoints_are_given_to_the_disk_less_often():
    flood = Flood()
    given = 0
    for second in range(60):
        now = fed(flood, 5 * MB, float(second), 1.0)
        if not flood.spares_the_disk(15 * MB, now):
            given += 1
            flood.on_disk(now)
    assert given * 15 * MB < 64 * MB / 2


def test_without_a_flood_the_disk_is_given_every_checkpoint():
    flood = Flood()
    flood.on_disk(1.0)
    assert not flood.spares_the_disk(1, 1.1)


@given(st.lists(st.tuples(st.floats(0.0, 0.4), st.integers(0, MB // 2)), min_size=1, max_size=60))
def test_it_is_a_flood_exactly_when_a_recent_second_was_one(bursts):
    flood, now, came = Flood(), 100.0, []
    fast_at = []
    for pause, count in bursts:
        now += pause
        flood.add(count, now)
        came.append((now, count))
        # Slots of a tenth of a second: what is a little older may count, or not.
        surely = sum(size for at, size in came if at > now - 0.9)
        maybe = sum(size for at, size in came if at > now - 1.0)
        fast_at.append((now, surely > FLOOD_BYTES_PER_S, maybe > FLOOD_BYTES_PER_S))
        recent = [one for one in fast_at if now - one[0] < CALM_S]
        if any(sure for _, sure, _ in recent):
            assert flood.is_on(now)
        if not any(perhaps for _, _, perhaps in recent):
            assert not flood.is_on(now)
