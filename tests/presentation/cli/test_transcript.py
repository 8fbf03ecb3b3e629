"""Everything a screen showed, as lines, with real cores and far more than their history holds."""

import pytest

from idea.domain.stream.client import Feed, Reset
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.cli.transcript import Transcript

SIZE = Size(40, 10)


def told(core: str, *fed: bytes) -> str:
    transcript = Transcript(select_core(core))
    try:
        lines = [*transcript.lines(Reset(SIZE))]
        for data in fed:
            lines += transcript.lines(Feed(data, None))
        return "".join([*lines, *transcript.end()])
    finally:
        transcript.close()


@pytest.mark.parametrize(("core", "count"), [("ghostty", 30_000), ("pyte", 5_000)])
def test_no_line_is_lost_or_doubled_however_many_there_are(core: str, count: int) -> None:
    lines = [f"line {number}" if number % 3 else "" for number in range(count)] + ["last"]
    printed = "".join(f"{line}\r\n" for line in lines).encode()
    records = [printed[start : start + 50_000] for start in range(0, len(printed), 50_000)]

    assert told(core, *records).splitlines() == lines


def test_a_control_string_is_not_disturbed() -> None:
    """A sequence of ours inside would end it, and print the rest."""
    title = b"\x1b]52;c;" + b"QUJD\n" * 40_000 + b"\x07"

    assert told("ghostty", b"before\r\n", title[:90_000], title[90_000:], b"after") == (
        "before\nafter\n"
    )


def test_a_program_that_fills_the_screen_comes_after_what_was_before() -> None:
    assert told("ghostty", b"$ less\r\n\x1b[?1049h\x1b[2J\x1b[Hpage") == "$ less\npage\n"


def test_blank_lines_count_only_between_others() -> None:
    assert told("ghostty", b"a\r\n\r\n\r\nb\r\n\r\n") == "a\n\n\nb\n"
