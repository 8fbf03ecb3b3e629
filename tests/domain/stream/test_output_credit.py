"""Output credit as a time."""

import pytest

from idea.domain.stream.output_credit import (
    FIRST_CREDIT_BYTES,
    LARGEST_CREDIT_BYTES,
    SMALLEST_CREDIT_BYTES,
    OutputCredit,
)


def play(bytes_per_s, seconds=5.0):
    """Return the credit of a client that parses at a rate and is always sent what it may be."""
    credit = OutputCredit(0, 0.0)
    now = 0.0
    while now < seconds:
        while credit.room_bytes > 0:
            credit.send(credit.sent + 16 * 1024, now)
        now += 16 * 1024 / bytes_per_s
        credit.acknowledge(credit.acknowledged + 16 * 1024, now)
    return credit.allowed_bytes


@pytest.mark.parametrize(
    ("bytes_per_s", "expected"),
    [
        (10_000, SMALLEST_CREDIT_BYTES),
        (1_000_000, 100_000),
        (5_000_000, 500_000),
        (200_000_000, LARGEST_CREDIT_BYTES),
    ],
)
def test_credit_is_what_a_client_parses_in_a_tenth_of_a_second(bytes_per_s, expected):
    assert expected == pytest.approx(play(bytes_per_s, 30.0 if bytes_per_s < 1e5 else 5.0), rel=0.2)


def test_a_few_bytes_at_leisure_say_nothing():
    credit = OutputCredit(0, 0.0)
    for second in range(20):
        credit.send(credit.sent + 10, float(second))
        credit.acknowledge(credit.sent, second + 0.5)
    assert credit.allowed_bytes == FIRST_CREDIT_BYTES


def test_a_client_stalls_two_seconds_after_its_last_progress():
    credit = OutputCredit(100, 0.0)
    assert credit.stalls_at is None
    credit.send(200, 5.0)
    assert credit.stalls_at == 7.0
    credit.send(300, 6.0)
    assert credit.stalls_at == 7.0
    credit.acknowledge(150, 6.5)
    assert (credit.stalls_at, credit.outstanding_bytes) == (8.5, 150)
    credit.acknowledge(300, 8.0)
    assert credit.stalls_at is None
