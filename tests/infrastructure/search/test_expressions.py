"""Expressions match by characters, and none can hold anybody up."""

import asyncio
import threading
import time

import pytest

from contracts.text_search import TextSearchContract
from idea.domain.errors import InvalidError
from idea.domain.search import SearchQuery
from idea.infrastructure.search.expressions import ExpressionSearch
from support.running import on_a_loop

EXPLODES = SearchQuery(text=r"(?:a|aa)+$", expression=True)


class TestExpressionSearch(TextSearchContract):
    make = ExpressionSearch


@pytest.mark.parametrize(
    ("text", "line", "spans"),
    [
        (r"\w+\.py:\d+", "at foo.py:12, bar.py:3", ((3, 12), (14, 22))),
        ("x*", "ab xx", ((3, 5),)),
        ("^b|c$", "b abc", ((0, 1), (4, 5))),
    ],
)
def test_an_expression_finds_what_it_says(
    text: str, line: str, spans: tuple[tuple[int, int], ...]
) -> None:
    matcher = ExpressionSearch().matcher(SearchQuery(text=text, expression=True))
    assert matcher.spans(line) == spans


def test_an_expression_that_explodes_is_given_up_while_other_threads_run() -> None:
    turns = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal turns
        while not stop.is_set():
            turns += 1

    other = threading.Thread(target=count)
    other.start()
    try:
        begun, before = time.monotonic(), turns
        with pytest.raises(InvalidError, match="too long"):
            ExpressionSearch().matcher(EXPLODES).spans("a" * 80 + "b")
        assert time.monotonic() - begun < 30, "unbounded, it takes longer than anybody lives"
        assert turns > before
    finally:
        stop.set()
        other.join()


@on_a_loop
async def test_the_loop_goes_on_while_many_lines_are_matched() -> None:
    slow = ExpressionSearch(all_lines_s=600).matcher(EXPLODES)
    matching = asyncio.ensure_future(slow.spans_of_each(["a" * 17 + "b"] * 50))
    turns = 0
    while not matching.done():
        turns += 1
        await asyncio.sleep(0)

    assert set(await matching) == {()}
    assert turns > 1, "matched on the thread of the loop"


@on_a_loop
async def test_lines_that_take_too_long_together_are_given_up() -> None:
    with pytest.raises(InvalidError, match="too long"):
        await ExpressionSearch(all_lines_s=0).matcher(EXPLODES).spans_of_each(["ab"] * 3)
