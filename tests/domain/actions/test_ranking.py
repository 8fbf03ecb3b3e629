from hypothesis import given
from hypothesis import strategies as st

from idea.domain.actions.ranking import rank, score

TITLES = ["Split right", "Split down", "Merge selected cells", "Unmerge cell", "Next tab"]


def test_the_title_that_starts_with_the_words_comes_first() -> None:
    assert rank("merge", TITLES, str)[:2] == ["Merge selected cells", "Unmerge cell"]


def test_initials_find_a_title() -> None:
    assert rank("sr", TITLES, str)[0] == "Split right"


def test_what_lacks_a_letter_is_left_out() -> None:
    assert rank("zzz", TITLES, str) == []
    assert score("splat", "Split right") is None


def test_no_query_keeps_the_order_but_recent_ones_lead() -> None:
    assert rank("", TITLES, str) == TITLES
    assert rank("", TITLES, str, recent=[TITLES[3]])[0] == "Unmerge cell"


@given(st.text(), st.text())
def test_a_score_exists_exactly_when_the_letters_are_there_in_order(query: str, text: str) -> None:
    wanted = "".join(query.split()).lower()
    letters = iter(text.lower())
    if score(query, text) is not None:
        assert all(letter in letters for letter in wanted)
