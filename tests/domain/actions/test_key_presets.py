"""The usual keys in the manner of tmux and VS Code."""

from collections.abc import Iterator

import pytest

from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.key_presets import (
    KeyPreset,
    checked_leader,
    leader_of,
    preset_keys,
    preset_named,
)
from idea.domain.actions.keys import Chord, KeySequence, Platform, parse_chord, parse_keys
from idea.domain.actions.overrides import KeysByAction
from idea.domain.actions.taken_keys import SCROLLING, following, leaders, taken_keys
from idea.domain.errors import InvalidError, NotFoundError

EVERY = [(preset, platform) for preset in KeyPreset for platform in Platform]


def usual(preset: KeyPreset, platform: Platform, leader: str = "") -> KeysByAction:
    return preset_keys(preset, platform, leader_of(preset, platform, leader))


def pairs(keys: KeysByAction) -> Iterator[tuple[str, KeySequence]]:
    return ((action, one) for action, sequences in keys.items() for one in sequences)


@pytest.mark.parametrize(("preset", "platform"), EVERY)
def test_no_two_actions_of_a_preset_exclude_each_other(
    preset: KeyPreset, platform: Platform
) -> None:
    found = list(pairs(usual(preset, platform)))

    assert [
        (action, str(one), owner, str(other))
        for at, (action, one) in enumerate(found)
        for owner, other in found[:at]
        if one.excludes(other)
    ] == []


@pytest.mark.parametrize(("preset", "platform"), EVERY)
def test_a_preset_takes_nothing_from_programs_but_its_leader(
    preset: KeyPreset, platform: Platform
) -> None:
    missed = {each.chord for each in taken_keys(usual(preset, platform)) if each.is_missed}
    leader = preset.leader(platform)

    assert missed == ({leader} if leader is not None and leader.belongs_to_program else set())


@pytest.mark.parametrize(("preset", "platform"), EVERY)
def test_a_preset_names_every_action_and_no_action_loses_all_its_keys(
    preset: KeyPreset, platform: Platform
) -> None:
    found = usual(preset, platform)

    assert list(found) == list(BY_ID)
    assert [each.id for each in CATALOGUE if each.keys.on(platform) and not found[each.id]] == []


@pytest.mark.parametrize("preset", [KeyPreset.TMUX, KeyPreset.VSCODE])
@pytest.mark.parametrize("platform", Platform)
def test_second_keys_can_be_pressed(preset: KeyPreset, platform: Platform) -> None:
    found = [one for _, one in pairs(usual(preset, platform)) if one.then is not None]

    assert len(found) > 20
    assert [str(parse_keys(str(one))) for one in found] == list(map(str, found))


def test_the_keys_of_tmux_start_with_its_leader() -> None:
    found = usual(KeyPreset.TMUX, Platform.LINUX)

    assert [str(one) for one in found["cell.split_right"]] == ["Ctrl+B %", "Ctrl+Shift+R"]
    assert leaders(found) == {parse_chord("Ctrl+B")}
    after = following(found, parse_chord("Ctrl+B"))
    assert after[parse_chord("D")] == "cell.detach_session"
    assert after[parse_chord("Space")] == "layout.arrange_next"


def test_the_person_chooses_the_leader() -> None:
    found = usual(KeyPreset.TMUX, Platform.LINUX, "Ctrl+A")

    assert leaders(found) == {parse_chord("Ctrl+A")}
    assert leader_of(KeyPreset.IDEA, Platform.LINUX, "Ctrl+A") is None
    assert leader_of(KeyPreset.TMUX, Platform.LINUX, "Strg+A") == parse_chord("Ctrl+B")
    assert str(leader_of(KeyPreset.VSCODE, Platform.MAC)) == "Cmd+K"


def test_a_leader_that_starts_an_action_starts_it_no_more() -> None:
    palette = usual(KeyPreset.TMUX, Platform.LINUX, "Ctrl+Shift+P")["window.open_palette"]
    narrower = usual(KeyPreset.TMUX, Platform.LINUX, "Ctrl+Left")["cell.make_narrower"]

    assert [str(one) for one in palette] == ["Ctrl+Shift+P :"]
    assert [str(one) for one in narrower] == ["Ctrl+Alt+Shift+Left"]


def test_keys_without_a_leader_are_chords_alone() -> None:
    found = preset_keys(KeyPreset.TMUX, Platform.LINUX, None)

    assert found == usual(KeyPreset.IDEA, Platform.LINUX)
    assert leaders(found) == frozenset()


@pytest.mark.parametrize(("text", "sentence"), [("B", "what people type"), ("Ctrl", "not a key")])
def test_what_is_no_leader_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidError, match=sentence):
        checked_leader(text)


def test_a_preset_is_named_as_settings_or_people_do() -> None:
    assert preset_named("vscode") is preset_named("VS Code") is KeyPreset.VSCODE
    with pytest.raises(NotFoundError, match="no keys like 'emacs'; there are idea, tmux, vscode"):
        preset_named("emacs")


def test_what_is_taken_from_programs_is_told_with_what_it_starts() -> None:
    found = {str(each.chord): each for each in taken_keys(usual(KeyPreset.TMUX, Platform.LINUX))}

    assert (found["Ctrl+B"].is_leader, found["Ctrl+B"].is_missed) == (True, True)
    assert found["Ctrl+B"].actions[:2] == ("project.close_tab", "project.show_next_tab")
    assert found["Ctrl+Shift+P"].actions == ("window.open_palette",)
    assert not found["Ctrl+Shift+P"].is_missed
    assert Chord(frozenset({"Ctrl"}), "C") not in {each.chord for each in found.values()}


def test_scrolling_is_in_the_catalogue() -> None:
    assert set(BY_ID) >= SCROLLING
