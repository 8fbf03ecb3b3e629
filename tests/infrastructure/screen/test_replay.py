"""Recordings replay to the screens that real xterm showed, as often as the library's own score."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from idea.domain.errors import IdeaError, InvalidError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.terminal import Size
from idea.infrastructure.screen.replay import (
    Recording,
    Replayed,
    parse_recording,
    replay,
    replay_lines,
)
from idea.infrastructure.screen.select import CORES, select_core

SHARED = os.environ.get("IDEA_TEST_DATA")
needs_shared = pytest.mark.skipif(not SHARED, reason="IDEA_TEST_DATA names no folder")
FOLDER = Path(SHARED or "", "conformance")


@pytest.fixture(params=list(CORES))
def factory(request: pytest.FixtureRequest) -> ScreenFactory:
    try:
        return select_core(str(request.param))
    except IdeaError as error:
        pytest.skip(error.sentence)


def records(name: str) -> Iterator[Mapping[str, Any]]:
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        yield json.loads(line)


def plain(rows: list[str] | tuple[str, ...]) -> list[str]:
    """Return rows as the judges see them: no-break spaces are spaces."""
    return [row.replace("\xa0", " ").rstrip() for row in rows]


def test_a_recording_tells_rows_cursor_replies_and_title(factory: ScreenFactory) -> None:
    recording = Recording(
        name="one", size=Size(columns=10, rows=2), data=b"hi\r\n\x1b]2;t\x07there\x1b[6n"
    )
    assert replay(factory, recording) == Replayed(
        name="one", rows=("hi", "there"), cursor=(1, 5), replies=b"\x1b[2;6R", title="t"
    )


def test_a_pending_wrap_is_the_last_column(factory: ScreenFactory) -> None:
    recording = Recording(name="", size=Size(columns=3, rows=2), data=b"abc")
    assert replay(factory, recording).cursor == (0, 2)


def test_lines_of_json_become_lines_of_json(factory: ScreenFactory) -> None:
    lines = [
        '{"name": "a", "cols": 4, "rows": 1, "hex": "c3a9"}',
        "",
        '{"cols":1,"rows":1,"hex":""}',
    ]
    assert [json.loads(line) for line in replay_lines(factory, lines)] == [
        {"name": "a", "rows": ["é"], "cursor": [0, 1], "replies": "", "title": ""},
        {"name": "3", "rows": [""], "cursor": [0, 0], "replies": "", "title": ""},
    ]


@pytest.mark.parametrize("line", ["[]", "x", "{}", '{"cols":1,"rows":1,"hex":"0"}', "[" * 99_999])
def test_a_line_that_is_no_recording_is_named(line: str) -> None:
    with pytest.raises(InvalidError, match="Line 7 "):
        parse_recording(line, 7)


def fuzz_score(factory: ScreenFactory, kind: str) -> int:
    return sum(
        agrees(factory, record) for record in records("xterm_fuzz.jsonl") if record["kind"] == kind
    )


def vttest_score(factory: ScreenFactory) -> int:
    return sum(agrees(factory, record) for record in records("xterm_vttest.jsonl"))


def agrees(factory: ScreenFactory, record: Mapping[str, Any]) -> bool:
    result = replay(factory, parse_recording(json.dumps(record), 1))
    return plain(result.rows) == plain(record["rows_text"]) and [*result.cursor] == record["cursor"]


def screens_score(factory: ScreenFactory, suite: str) -> int:
    score = 0
    for record in records("screens.jsonl"):
        if record["suite"] != suite or not record["xterm379_agrees"]:
            continue
        data = (FOLDER / record["input_path"]).read_bytes()
        if suite == "xtermjs":
            data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        size = Size(columns=record["cols"], rows=record["rows"])
        result = replay(factory, Recording(name=record["name"], size=size, data=data))
        expected = [*record["expected_text"].split("\n"), *[""] * size.rows][: size.rows]
        score += plain(result.rows) == plain(expected)
    return score


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize(
    ("score", "native", "portable"),
    [
        # The native minimum is what the library itself reaches on these files.
        (lambda factory: fuzz_score(factory, "core"), 231, 220),
        (lambda factory: fuzz_score(factory, "lrmargin"), 61, 23),
        (vttest_score, 29, 28),
        (lambda factory: screens_score(factory, "xtermjs"), 58, 57),
        (lambda factory: screens_score(factory, "alacritty"), 33, 33),
    ],
    ids=["fuzz core", "fuzz margins", "vttest", "xterm.js", "alacritty"],
)
def test_scores_do_not_fall(
    factory: ScreenFactory, score: Callable[[ScreenFactory], int], native: int, portable: int
) -> None:
    is_native = not factory.name.startswith("pyte")
    assert score(factory) >= (native if is_native else portable)


@needs_shared
@pytest.mark.slow
def test_widths_are_those_of_modern_terminals(factory: ScreenFactory) -> None:
    is_native = not factory.name.startswith("pyte")
    cases = list(records("widths.jsonl"))
    screen = factory.create(Size(columns=80, rows=2), 0)
    right = 0
    for case in cases:
        screen.feed(b"\x1b[2J\x1b[H" + case["text"].encode())
        right += screen.take_frame().cursor.column == case["cols"]
    screen.close()
    assert right >= (4727 if is_native else 4200)
