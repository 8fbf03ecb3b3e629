"""What people may write for a moment."""

from datetime import UTC, datetime

import pytest

from idea.domain.errors import InvalidError
from idea.domain.stream.history import AtSeq, AtTime
from idea.presentation.cli.moments import parse_moment, shown_moment

END = int(datetime(2026, 3, 29, 12, 34, 56, 789_000, tzinfo=UTC).timestamp() * 1000)
"""14:34:56 in Berlin, on the day on which 2 o'clock became 3."""

pytestmark = pytest.mark.usefixtures("berlin")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("14:34", "2026-03-29 14:34:00"),
        ("14:34:56", "2026-03-29 14:34:56"),
        ("14:35", "2026-03-28 14:35:00"),
        ("1:30", "2026-03-29 01:30:00"),
        ("23:59:59", "2026-03-28 23:59:59"),
        ("2026-03-29T12:00:00Z", "2026-03-29 14:00:00"),
        ("2026-03-29T12:00:00+02:00", "2026-03-29 12:00:00"),
        ("2026-03-29 12:00", "2026-03-29 12:00:00"),
        ("2026-03-28", "2026-03-28 00:00:00"),
        ("-5m", "2026-03-29 14:29:56"),
        ("-1h30m", "2026-03-29 13:04:56"),
        ("-1d", "2026-03-28 13:34:56"),
        ("-0s", "2026-03-29 14:34:56"),
    ],
)
def test_times_are_local_and_the_last_ones_up_to_the_end(text: str, shown: str) -> None:
    moment = parse_moment(text, END)

    assert isinstance(moment, AtTime)
    assert shown_moment(moment.at_ms) == shown


def test_a_place_in_the_stream_is_a_moment_too() -> None:
    assert parse_moment(" seq:4096 ", END) == AtSeq(4096)


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "noon", "25:00", "12:60", "12", "5m", "-5", "-5y", "seq:", "seq:-1"),
        *("2026-02-30", "9999999999999999", "-999999d999999d", "0001-01-01T00:00"),
    ],
)
def test_what_is_no_moment_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidError, match=r"is no moment; write 12:34, .*seq:4096\.$"):
        parse_moment(text, END)
