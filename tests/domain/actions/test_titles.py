"""Titles and effects that name what has the focus."""

from idea.domain.actions.catalogue import BY_ID


def test_a_title_says_what_would_change_once_that_has_a_name() -> None:
    undo = BY_ID["layout.undo"]

    assert undo.titled({"undo": "merge A1:B2"}) == "Undo merge A1:B2"
    assert undo.titled({"cell": "A1"}) == "Undo layout change"
    assert BY_ID["cell.close"].titled({"undo": "merge A1:B2"}) == "Close cell"


def test_an_effect_with_an_unknown_word_is_not_told() -> None:
    merge = BY_ID["layout.merge_cells"]

    assert merge.effect_now({"range": "A1:B2", "others": ""}) == "A1:B2"
    assert merge.effect_now({"range": "A1:B2"}) == ""
