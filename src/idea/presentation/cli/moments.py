"""Moments as people write and read them, in the local time of this computer."""

import re
from datetime import UTC, datetime, time, timedelta

from idea.domain.errors import InvalidError
from idea.domain.stream.history import AtSeq, AtTime, Moment

_SEQ = re.compile(r"seq:(\d{1,19})")
_OFFSET = re.compile(r"-(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DAY = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


def parse_moment(text: str, end_ms: int) -> Moment:
    """Return the moment of `12:34`, `12:34:56`, an ISO time, `-1h30m` before the end, or `seq:9`.

    A time of day is the last such one up to the end.

    Raises:
        InvalidError: It is none of these.
    """
    try:
        return _parsed(text.strip(), end_ms)
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidError(
            f"{text!r} is no moment; write 12:34, 12:34:56, 2026-01-31T12:34, -5m or seq:4096."
        ) from error


def _parsed(text: str, end_ms: int) -> Moment:
    if match := _SEQ.fullmatch(text):
        return AtSeq(int(match[1]))
    if (match := _OFFSET.fullmatch(text)) and any(match.groups()):
        days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
        before = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return AtTime(end_ms - before // _MILLISECOND)
    if match := _CLOCK.fullmatch(text):
        hour, minute, second = (int(group or 0) for group in match.groups())
        return _time_of_day(time(hour, minute, second), end_ms)
    return _at(datetime.fromisoformat(text))


def _time_of_day(wanted: time, end_ms: int) -> AtTime:
    today = local_time(end_ms).date()
    at = _at(datetime.combine(today, wanted))
    return at if at.at_ms <= end_ms else _at(datetime.combine(today - _DAY, wanted))


def _at(moment: datetime) -> AtTime:
    # A time without a zone is local: `timestamp` reads it so, daylight saving included.
    return AtTime(int(moment.timestamp() * 1000))


def local_time(at_ms: int) -> datetime:
    """Return a time of the log as local time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone()


def shown_moment(at_ms: int) -> str:
    """Return a time of the log as people read it, to the second."""
    return f"{local_time(at_ms):%Y-%m-%d %H:%M:%S}"
