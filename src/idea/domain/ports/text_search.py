"""Finding what a person looks for, line by line, in bounded time."""

from collections.abc import Sequence
from typing import Protocol

from idea.domain.search import SearchQuery

type Span = tuple[int, int]
"""First character and one past the last."""


class LineMatcher(Protocol):
    """A query that is ready to be matched; any thread may use it."""

    def spans(self, line: str) -> tuple[Span, ...]:
        """Return where the query is in a line, never an empty span, in order.

        Raises:
            InvalidError: The expression takes longer than anybody would wait.
        """
        ...

    async def spans_of_each(self, lines: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        """Return the spans in every line, while the event loop goes on.

        Raises:
            InvalidError: The expression takes longer than anybody would wait, in all.
        """
        ...


class TextSearch(Protocol):
    """Makes matchers."""

    def matcher(self, query: SearchQuery) -> LineMatcher:
        """Return what matches a query.

        Raises:
            InvalidError: The expression is not one; the sentence says where.
        """
        ...
