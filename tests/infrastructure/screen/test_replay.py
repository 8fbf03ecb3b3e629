"""A recording is replayed to rows, cursor, replies and title."""

import json

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


@pytest.fixture(params=list(CORES))
def factory(request: pytest.FixtureRequest) -> ScreenFactory:
    try:
        return select_core(str(request.param))
    except IdeaError as error:
        pytest.skip(error.sentence)


def test_a_recording_tells_rows_cursor_replies_and_title(factory: ScreenFactory) -> None:
    recording = Recording(
        name="one", size=Size(columns=10, rows=2), data=b"hi\r\n\x1b]2;t\x07there\x1b[6n"
    )
    assert replay(factory, recording) == Replayed(
        name="one", rows=("hi", "there"), cursor=(1, 5), replies=b"\x1b[2;6R", title="t"
    )


def test_the_cursor_is_where_the_terminal_says_it_is(factory: ScreenFactory) -> None:
    """In origin mode it counts from the margins; what is unfinished hides it from nobody."""
    data = b"\x1b[2;4r\x1b[?6h\x1b[2;3H\x1b]0;unfinished"
    recording = Recording(name="", size=Size(columns=10, rows=5), data=data)
    replayed = replay(factory, recording)
    assert (replayed.cursor, replayed.replies) == ((1, 2), b"")


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
