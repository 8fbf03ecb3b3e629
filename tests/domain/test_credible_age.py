"""How old something is by a clock that may have been set."""

from datetime import UTC, datetime, timedelta

import pytest

from idea.domain.session_record import credible_age

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


@pytest.mark.parametrize(
    ("known", "now", "days"),
    [
        ((), 5, 5),
        ((), 9, 7),
        ((3, 8, 14), 20, 3 + 5 + 6 + 6),
        ((3, 8, 14), 4000, 3 + 5 + 6 + 7),
        ((-50, 3, 9999), 6, 6),
        ((), -4, 4),
    ],
    ids=["near", "far", "used", "set forward", "before and after", "set back"],
)
def test_only_steps_between_what_is_known_are_believed(
    known: tuple[int, ...], now: int, days: int
) -> None:
    age = credible_age(day(0), map(day, known), day(now), timedelta(days=7))
    assert age == timedelta(days=days)
