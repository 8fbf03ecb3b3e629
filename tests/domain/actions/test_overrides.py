"""The person's own keys over the usual ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.key_presets import KeyPreset, preset_keys
from idea.domain.actions.keys import Platform, parse_chord, parse_keys
from idea.domain.actions.overrides import (
    KeysByAction,
    checked_keys,
    chosen_keys,
    faults_in_one_sentence,
)
from idea.domain.errors import InvalidError

USUAL = {each.id: each.keys.on(Platform.LINUX) for each in CATALOGUE}
TMUX = preset_keys(KeyPreset.TMUX, Platform.LINUX, parse_chord("Ctrl+B"))


def chords(*texts: str) -> tuple[object, ...]:
    return tuple(map(parse_keys, texts))


def test_without_own_keys_everything_is_as_usual() -> None:
    found = chosen_keys(USUAL, {})

    assert (found.keys, found.faults) == (USUAL, ())


def test_an_action_gets_other_keys_several_or_none() -> None:
    found = chosen_keys(
        USUAL,
        {
            "cell.close": ("Ctrl+Alt+X", "F7"),
            "view.toggle_strips": ("Ctrl+Alt+L",),
            "edit.copy": (),
        },
    )

    assert found.keys["cell.close"] == chords("Ctrl+Alt+X", "F7")
    assert found.keys["view.toggle_strips"] == chords("Ctrl+Alt+L")
    assert found.keys["edit.copy"] == ()
    assert found.faults == ()
    assert found.keys["edit.paste"] == USUAL["edit.paste"]


def test_own_keys_win_over_usual_ones_and_it_is_said() -> None:
    found = chosen_keys(USUAL, {"view.toggle_strips": ("Ctrl+Shift+P",)})

    assert found.keys["view.toggle_strips"] == chords("Ctrl+Shift+P")
    assert found.keys["window.open_palette"] == ()
    assert found.faults == ("“Find anything, do anything” lost its key to view.toggle_strips",)


def test_an_action_with_a_key_left_lost_nothing_worth_saying() -> None:
    found = chosen_keys(USUAL, {"view.toggle_strips": ("Ctrl++",)})

    assert found.keys["view.enlarge_text"] == chords("Ctrl+=")
    assert found.faults == ()


def test_of_two_own_keys_the_first_action_of_the_catalogue_wins() -> None:
    found = chosen_keys(USUAL, {"cell.close": ("Ctrl+Alt+X",), "edit.copy": ("Ctrl+Alt+X",)})

    assert found.keys["edit.copy"] == chords("Ctrl+Alt+X")
    assert found.keys["cell.close"] == ()
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


def test_an_action_gets_one_key_after_another() -> None:
    found = chosen_keys(TMUX, {"view.toggle_strips": ("Ctrl+B L", "F9 F9 ", "Ctrl+B L")})

    assert found.keys["view.toggle_strips"] == chords("Ctrl+B L")
    assert found.keys["cell.split_right"] == TMUX["cell.split_right"]
    assert found.faults == (
        "view.toggle_strips: F9 twice gives F9 to the program, so it starts nothing.",
    )


def test_an_own_sequence_wins_over_the_preset_s() -> None:
    found = chosen_keys(TMUX, {"view.toggle_strips": ("Ctrl+B C",)})

    assert found.keys["view.toggle_strips"] == chords("Ctrl+B C")
    assert found.keys["terminal.open_shell"] == chords("Ctrl+Shift+N")
    assert found.faults == ()


def test_an_own_key_that_is_the_leader_takes_all_that_begins_with_it() -> None:
    found = chosen_keys(TMUX, {"cell.close": ("Ctrl+B",)})

    assert found.keys["cell.close"] == chords("Ctrl+B")
    assert found.keys["cell.split_right"] == chords("Ctrl+Shift+R")
    assert found.keys["layout.arrange_next"] == ()
    assert found.faults == ("“Focus next cell” and 3 more lost their keys to cell.close",)


def test_an_own_sequence_after_a_key_of_the_window_takes_that_key() -> None:
    found = chosen_keys(USUAL, {"view.toggle_strips": ("Ctrl+Shift+P L",)})

    assert found.keys["view.toggle_strips"] == chords("Ctrl+Shift+P L")
    assert found.keys["window.open_palette"] == ()
    assert found.faults == ("“Find anything, do anything” lost its key to view.toggle_strips",)


def test_of_an_own_key_and_one_that_begins_with_it_the_first_action_wins() -> None:
    own = {"edit.copy": ("Ctrl+G",), "cell.close": ("Ctrl+G X",)}
    found = chosen_keys(USUAL, own)

    assert found.keys["edit.copy"] == chords("Ctrl+G")
    assert found.keys["cell.close"] == ()
    assert found.faults == ("Ctrl+G starts edit.copy, so Ctrl+G X cannot start cell.close",)
    found = chosen_keys(USUAL, {"edit.copy": ("Ctrl+G X",), "cell.close": ("Ctrl+G",)})
    assert found.keys["cell.close"] == ()
    assert found.faults == (
        "Ctrl+G begins a key of edit.copy, so it cannot start cell.close alone",
    )


def test_keys_are_checked_before_they_are_kept() -> None:
    assert checked_keys(["Ctrl+B %", "F7", "Ctrl+B %"]) == ("Ctrl+B %", "F7")
    with pytest.raises(InvalidError, match="X is what people type"):
        checked_keys(["X %"])


_CHORDS = st.sampled_from(["Ctrl+B", "Ctrl+K", "F7", "X", "%", "Ctrl+Shift+P", "Strg+A", "Left"])
_KEYS = st.lists(_CHORDS, max_size=3).map(" ".join)
_ACTIONS = st.sampled_from([*(each.id for each in CATALOGUE), "cell.explode"])


@given(
    st.dictionaries(_ACTIONS, st.lists(_KEYS, max_size=3).map(tuple), max_size=8),
    st.sampled_from([USUAL, TMUX]),
)
def test_whatever_is_chosen_no_two_actions_exclude_each_other(
    own: dict[str, tuple[str, ...]], usual: KeysByAction
) -> None:
    found = chosen_keys(usual, own).keys
    all_keys = [(action, one) for action, keys in found.items() for one in keys]

    assert [
        (one, other)
        for at, (action, one) in enumerate(all_keys)
        for owner, other in all_keys[:at]
        if owner != action and one.excludes(other)
    ] == []
    assert not [one for _, one in all_keys if one.first.is_typed]
