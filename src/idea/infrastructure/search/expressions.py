"""`TextSearch` with the package regex: it lets other threads run and gives up in time.

Python's own `re` holds the interpreter while it backtracks, which some expressions do for hours.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, override

from idea.domain.errors import InvalidError
from idea.domain.ports.text_search import LineMatcher, Span, TextSearch
from idea.domain.search import SearchQuery

_LEAST_S = 0.1
_S_PER_CHARACTER = 1e-6
"""A line of ten thousand wrapped rows may take its time."""
_ALL_LINES_S = 10.0
_TOO_SLOW = "This expression takes too long; make it simpler."


class _Matcher(LineMatcher):
    def __init__(self, pattern: Any, all_lines_s: float) -> None:
        self._pattern = pattern
        self._all_lines_s = all_lines_s

    @override
    def spans(self, line: str) -> tuple[Span, ...]:
        limit_s = _LEAST_S + len(line) * _S_PER_CHARACTER
        try:
            found = tuple(match.span() for match in self._pattern.finditer(line, timeout=limit_s))
        except TimeoutError:
            raise InvalidError(_TOO_SLOW) from None
        return tuple((start, end) for start, end in found if end > start)

    @override
    async def spans_of_each(self, lines: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        return await asyncio.to_thread(self._spans_of_each, lines)

    def _spans_of_each(self, lines: Sequence[str]) -> list[tuple[Span, ...]]:
        deadline = time.monotonic() + self._all_lines_s
        found: list[tuple[Span, ...]] = []
        for line in lines:
            found.append(self.spans(line))
            if time.monotonic() > deadline:
                raise InvalidError(_TOO_SLOW)
        return found


class ExpressionSearch(TextSearch):
    """Makes matchers of regular expressions; a plain text is an escaped one."""

    def __init__(self, all_lines_s: float = _ALL_LINES_S) -> None:
        """Prepare; `all_lines_s` bounds how long many lines may take together."""
        self._all_lines_s = all_lines_s

    @override
    def matcher(self, query: SearchQuery) -> LineMatcher:
        # Takes 50 ms to load, and few people look for anything.
        import regex  # noqa: PLC0415

        text = query.text if query.expression else regex.escape(query.text, special_only=True)
        if query.word:
            text = rf"(?<!\w)(?:{text})(?!\w)"
        flags = regex.UNICODE | regex.VERSION0 | (0 if query.case else regex.IGNORECASE)
        try:
            return _Matcher(regex.compile(text, flags), self._all_lines_s)
        except (regex.error, RecursionError, OverflowError) as error:
            raise InvalidError(f"This is not a regular expression: {error}.") from None
