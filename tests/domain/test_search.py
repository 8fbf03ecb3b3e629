import pytest

from idea.domain.errors import InvalidError
from idea.domain.search import LONGEST_QUERY, SearchQuery


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_QUERY + 1)])
def test_a_query_has_a_text_of_a_sensible_length(text: str) -> None:
    with pytest.raises(InvalidError):
        SearchQuery(text=text)
