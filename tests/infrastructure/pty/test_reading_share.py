import pytest

from idea.infrastructure.pty.reading_share import ReadingShare


def test_one_flood_may_read_for_a_millisecond() -> None:
    assert ReadingShare().burst_s("one") == pytest.approx(0.001)


def test_eight_floods_together_read_for_three_milliseconds_a_turn() -> None:
    share = ReadingShare()
    for reader in range(8):
        share.burst_s(reader)
    assert share.burst_s(0) * 8 == pytest.approx(0.003)


def test_who_rests_leaves_its_time_to_the_others() -> None:
    share = ReadingShare()
    for reader in range(8):
        share.burst_s(reader)
    for reader in range(1, 8):
        share.rest(reader)
    assert share.burst_s(0) == pytest.approx(0.001)
