from pathlib import Path

import pytest

from idea.domain.actions.actions_page import actions_page
from idea.domain.actions.catalogue import BY_ID, CATALOGUE, menu_groups
from idea.domain.actions.keys import Platform
from idea.domain.actions.spec import ActionSpec, Menu, spec
from idea.domain.errors import InvalidError

ROOT = Path(__file__).parents[3]


def test_no_two_actions_share_an_id() -> None:
    assert len(BY_ID) == len(CATALOGUE)


@pytest.mark.parametrize("platform", Platform)
def test_no_two_actions_share_a_chord(platform: Platform) -> None:
    owners: dict[str, list[str]] = {}
    for each in CATALOGUE:
        for chord in each.keys.on(platform):
            owners.setdefault(str(chord), []).append(each.id)

    assert {chord: ids for chord, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("platform", Platform)
def test_no_action_takes_a_key_from_the_program_in_a_cell(platform: Platform) -> None:
    stolen = [
        (each.id, str(keys))
        for each in CATALOGUE
        for keys in each.keys.on(platform)
        if keys.first.belongs_to_program
    ]

    assert stolen == []


@pytest.mark.parametrize("platform", Platform)
def test_no_key_names_a_sign_that_becomes_another_one_with_shift(platform: Platform) -> None:
    # Ctrl+Shift+comma arrives as Ctrl+Shift+< on most keyboards, and goes to the program.
    chords = [
        (each.id, chord)
        for each in CATALOGUE
        for keys in each.keys.on(platform)
        for chord in keys.chords
    ]
    unreachable = [
        (action, str(chord))
        for action, chord in chords
        if "Shift" in chord.modifiers and len(chord.key) == 1 and not chord.key.isalpha()
    ]

    assert unreachable == []


def test_every_menu_has_actions_and_every_action_a_way_to_it() -> None:
    placed = {each.id for menu in Menu for group in menu_groups(menu) for each in group}

    assert all(menu_groups(menu) for menu in Menu)
    assert {each.id for each in CATALOGUE} == placed


def test_the_page_of_actions_is_the_generated_one() -> None:
    page = (ROOT / "docs" / "ACTIONS.md").read_text(encoding="utf-8")

    assert actions_page() == page, "python tests/domain/actions/__main__.py writes it"


def test_titles_are_told_apart() -> None:
    titles = [each.title for each in CATALOGUE]

    assert sorted(set(titles)) == sorted(titles)


@pytest.mark.parametrize(
    ("action_id", "title", "sentence"),
    [
        ("split", "Split", "Splits."),
        ("Cell.split", "Split", "Splits."),
        ("cell.split", "", "Splits."),
        ("cell.split", "Split", "Splits"),
    ],
)
def test_an_incomplete_action_is_refused(action_id: str, title: str, sentence: str) -> None:
    with pytest.raises(InvalidError):
        spec(action_id, title, sentence)


def test_an_action_knows_its_family() -> None:
    each: ActionSpec = spec("cell.split_right", "Split right", "Splits.")

    assert each.family == "cell"


def test_what_is_told_stands_behind_a_title_without_dots() -> None:
    assert BY_ID["cell.go_to"].bare_title == "Go to cell"
    assert BY_ID["cell.close"].bare_title == "Close cell"
