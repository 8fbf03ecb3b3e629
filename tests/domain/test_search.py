import pytest

from idea.domain.errors import InvalidError
from idea.domain.search import LONGEST_QUERY, SearchQuery


def test_a_query_finds_the_same_letters_unless_told_otherwise() -> None:
    query = SearchQuery(text="x" * LONGEST_QUERY)
    assert (query.case, query.word, query.expression) == (False, False, False)


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_QUERY + 1)])
def test_a_query_has_a_text_of_a_sensible_length(text: str) -> None:
    with pytest.raises(InvalidError):
        SearchQuery(text=text)
