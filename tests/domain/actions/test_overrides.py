"""The person's own keys over the usual ones."""

import pytest

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Platform, parse_chord
from idea.domain.actions.overrides import chosen_keys, faults_in_one_sentence

USUAL = {each.id: each.keys.on(Platform.LINUX) for each in CATALOGUE}


def chords(*texts: str) -> tuple[object, ...]:
    return tuple(map(parse_chord, texts))


def test_without_own_keys_everything_is_as_usual() -> None:
    found = chosen_keys(USUAL, {})

    assert (found.chords, found.faults) == (USUAL, ())


def test_an_action_gets_other_keys_several_or_none() -> None:
    found = chosen_keys(
        USUAL,
        {
            "cell.close": ("Ctrl+Alt+X", "F7"),
            "view.toggle_strips": ("Ctrl+Alt+L",),
            "edit.copy": (),
        },
    )

    assert found.chords["cell.close"] == chords("Ctrl+Alt+X", "F7")
    assert found.chords["view.toggle_strips"] == chords("Ctrl+Alt+L")
    assert found.chords["edit.copy"] == ()
    assert found.faults == ()
    assert found.chords["edit.paste"] == USUAL["edit.paste"]


def test_own_keys_win_over_usual_ones_and_it_is_said() -> None:
    found = chosen_keys(USUAL, {"view.toggle_strips": ("Ctrl+Shift+P",)})

    assert found.chords["view.toggle_strips"] == chords("Ctrl+Shift+P")
    assert found.chords["window.open_palette"] == ()
    assert found.faults == ("“Find anything, do anything” lost its key to view.toggle_strips",)


def test_an_action_with_a_key_left_lost_nothing_worth_saying() -> None:
    found = chosen_keys(USUAL, {"view.toggle_strips": ("Ctrl++",)})

    assert found.chords["view.enlarge_text"] == chords("Ctrl+=")
    assert found.faults == ()


def test_of_two_own_keys_the_first_action_of_the_catalogue_wins() -> None:
    found = chosen_keys(USUAL, {"cell.close": ("Ctrl+Alt+X",), "edit.copy": ("Ctrl+Alt+X",)})

    assert found.chords["edit.copy"] == chords("Ctrl+Alt+X")
    assert found.chords["cell.close"] == ()
    assert found.faults == ("Ctrl+Alt+X is given to edit.copy and to cell.close",)


@pytest.mark.parametrize(
    ("own", "fault"),
    [
        ({"cell.explode": ("Ctrl+Alt+X",)}, "there is no action 'cell.explode'"),
        (
            {"cell.close": ("Strg+X",)},
            "cell.close: 'Strg+X' is not a key; write it like Ctrl+Shift+P.",
        ),
        (
            {"cell.close": ("X",)},
            "cell.close: X is what people type, so it stays with programs",
        ),
        (
            {"cell.close": ("Shift+Return",)},
            "cell.close: Shift+Return is what people type, so it stays with programs",
        ),
    ],
)
def test_what_cannot_be_a_key_is_passed_over_and_said(
    own: dict[str, tuple[str, ...]], fault: str
) -> None:
    assert chosen_keys(USUAL, own).faults == (fault,)


def test_all_faults_make_one_sentence() -> None:
    assert faults_in_one_sentence("keymap.json", ()) == ""
    assert faults_in_one_sentence("keymap.json", ("a is b.",)) == "keymap.json: a is b."
    assert faults_in_one_sentence("keymap.json", ("a", "b", "c")) == "keymap.json: a, and 2 more."
