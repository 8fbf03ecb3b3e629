"""Expressions match by characters, and none can hold anybody up."""

import threading
import time

import pytest

from contracts.text_search import TextSearchContract
from idea.domain.errors import InvalidError
from idea.domain.search import SearchQuery
from idea.infrastructure.search.expressions import ExpressionSearch

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
