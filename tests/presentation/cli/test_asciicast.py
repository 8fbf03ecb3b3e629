"""Recordings in a format that players read."""

import json

from idea.domain.stream.client import Ended, Feed, Mark, Reset, TakeSize
from idea.domain.stream.records import Gap
from idea.domain.terminal import Exited, Size
from idea.presentation.cli.asciicast import Asciicast

START = 1_700_000_000_500


def events(*steps):
    cast = Asciicast(Size(80, 24), START, "vim")
    lines = [line for step, after in steps for line in cast.lines(step, START + after)]
    return [json.loads(line) for line in [*lines, *cast.end()]]


def test_the_header_says_size_and_start() -> None:
    line = Asciicast(Size(80, 24), START, "r\x1bé").header()

    assert line.isascii()
    assert line.endswith("}\n")
    assert json.loads(line) == {
        "version": 2,
        "width": 80,
        "height": 24,
        "timestamp": 1_700_000_000,
        "title": "r\x1bé",
    }


def test_output_sizes_and_gaps_are_events_in_seconds() -> None:
    found = events(
        (Reset(Size(80, 24)), 0),
        (Feed(b"\x1b[1mhi", None), 250),
        (TakeSize(Size(100, 30), None), 1_500),
        (Mark(Gap(9, "cut", reset=True)), 2_000),
        (Reset(Size(100, 30)), 2_000),
        (Ended(Exited(0)), 3_000),
    )

    assert found == [
        [0.25, "o", "\x1b[1mhi"],
        [1.5, "r", "100x30"],
        [2.0, "m", "cut"],
        [2.0, "o", "\x1bc"],
    ]


def test_a_character_cut_between_records_is_whole_and_one_that_never_is_shows() -> None:
    first, second = "é".encode()[:1], "é".encode()[1:]

    assert events((Feed(b"a" + first, None), 0), (Feed(second, None), 9)) == [
        [0.0, "o", "a"],
        [0.009, "o", "é"],
    ]
    gap = Mark(Gap(0, "lost", reset=False))
    assert events((Feed(first, None), 0), (gap, 1), (Feed(first, None), 2)) == [
        [0.001, "o", "�"],
        [0.001, "m", "lost"],
        [0.002, "o", "�"],
    ]


def test_a_clock_that_was_set_back_takes_no_time() -> None:
    found = events((Feed(b"a", None), 5_000), (Feed(b"b", None), 1_000), (Feed(b"c", None), 6_000))

    assert [time for time, _, _ in found] == [5.0, 5.0, 6.0]
