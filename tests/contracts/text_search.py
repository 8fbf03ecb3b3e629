"""What every text search must do."""

from collections.abc import Callable

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ports.text_search import TextSearch
from idea.domain.search import SearchQuery
from support.running import on_a_loop


class TextSearchContract:
    """Subclasses give `make`."""

    make: Callable[[], TextSearch]

    @pytest.mark.parametrize(
        ("query", "line", "spans"),
        [
            (SearchQuery(text="ab"), "ab cAB xab", ((0, 2), (4, 6), (8, 10))),
            (SearchQuery(text="ab", case=True), "ab AB", ((0, 2),)),
            (SearchQuery(text="ab", word=True), "ab cab ab.", ((0, 2), (7, 9))),
            (SearchQuery(text="a.b"), "axb a.b", ((4, 7),)),
            (SearchQuery(text="日本"), "x日本y", ((1, 3),)),
            (SearchQuery(text="zz"), "ab", ()),
            (SearchQuery(text="zz"), "", ()),
        ],
    )
    def test_finds_a_text(
        self, query: SearchQuery, line: str, spans: tuple[tuple[int, int], ...]
    ) -> None:
        assert type(self).make().matcher(query).spans(line) == spans

    @on_a_loop
    async def test_finds_a_text_in_many_lines(self) -> None:
        matcher = type(self).make().matcher(SearchQuery(text="ab"))
        found = await matcher.spans_of_each(["ab", "", "xabab"])
        assert list(found) == [((0, 2),), (), ((1, 3), (3, 5))]

    def test_says_what_is_no_expression(self) -> None:
        with pytest.raises(InvalidError, match="not a regular expression"):
            type(self).make().matcher(SearchQuery(text="(", expression=True))
