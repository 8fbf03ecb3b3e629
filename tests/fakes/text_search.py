"""Finds plain texts; an expression is a text too, unless it is a lone bracket or asterisk."""

from collections.abc import Sequence
from typing import override

from idea.domain.errors import InvalidError
from idea.domain.ports.text_search import LineMatcher, Span, TextSearch
from idea.domain.search import SearchQuery


class FakeMatcher(LineMatcher):
    """Looks for one text."""

    def __init__(self, query: SearchQuery) -> None:
        self._query = query

    @override
    def spans(self, line: str) -> tuple[Span, ...]:
        query = self._query
        text, within = (query.text, line) if query.case else (query.text.lower(), line.lower())
        found: list[Span] = []
        start = within.find(text)
        while start >= 0:
            end = start + len(text)
            around = within[max(start - 1, 0) : start] + within[end : end + 1]
            if not (query.word and any(char.isalnum() for char in around)):
                found.append((start, end))
            start = within.find(text, end)
        return tuple(found)

    @override
    async def spans_of_each(self, lines: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        return [self.spans(line) for line in lines]


class FakeTextSearch(TextSearch):
    """Keeps what was looked for in `asked`."""

    def __init__(self) -> None:
        self.asked: list[SearchQuery] = []

    @override
    def matcher(self, query: SearchQuery) -> LineMatcher:
        self.asked.append(query)
        if query.expression and query.text in {"(", "[", "*"}:
            raise InvalidError("This is not a regular expression.")
        return FakeMatcher(query)
