"""The usual keys in the manner of other programs: what tmux and VS Code people have in their hands.

A preset never takes a chord that shells and programs need, but for one: its leader, after which
the second key of a sequence is pressed. Pressed twice, the leader goes to the program.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Chord, KeySequence, Platform, parse_chord, parse_keys
from idea.domain.actions.overrides import KeysByAction
from idea.domain.errors import InvalidError, NotFoundError


class KeyPreset(StrEnum):
    """Whose keys the usual ones are like."""

    IDEA = "idea"
    TMUX = "tmux"
    VSCODE = "vscode"

    @property
    def display_name(self) -> str:
        """Its name for people."""
        return {"idea": "IdeA", "tmux": "tmux", "vscode": "VS Code"}[self.value]

    def leader(self, platform: Platform) -> Chord | None:
        """Return the leader that it has when the person chose none; None for no leader."""
        match self:
            case KeyPreset.TMUX:
                return Chord(frozenset({"Ctrl"}), "B")
            case KeyPreset.VSCODE:
                return Chord(frozenset({"Cmd" if platform is Platform.MAC else "Ctrl"}), "K")
            case _:
                return None


_TMUX: Mapping[str, str] = MappingProxyType(
    {
        "cell.split_right": "%",
        "cell.split_down": '"',
        "cell.focus_left": "Left",
        "cell.focus_right": "Right",
        "cell.focus_up": "Up",
        "cell.focus_down": "Down",
        "cell.focus_next": "O",
        "cell.toggle_zoom": "Z",
        "cell.close": "X",
        "session.stop": "Shift+X",
        "cell.detach_session": "D",
        "cell.attach_session": "S",
        "terminal.open_shell": "C",
        "project.show_next_tab": "N",
        "project.show_previous_tab": "P",
        "project.close_tab": "&",
        "project.go_to": "F",
        "session.show_all": "W",
        "agent.rename": ",",
        "view.scroll_page_up": "[ PageUp",
        "edit.paste": "]",
        "window.open_palette": ":",
        "window.open_keys": "?",
        "layout.arrange_next": "Space",
        "layout.equalise_cells": "Shift+E",
        "cell.swap_left": "{",
        "cell.swap_right": "}",
        "cell.make_narrower": "Ctrl+Left",
        "cell.make_wider": "Ctrl+Right",
        "cell.make_shorter": "Ctrl+Up",
        "cell.make_taller": "Ctrl+Down",
    }
)
"""What follows the leader; several separated by spaces."""

_VSCODE: Mapping[str, str] = MappingProxyType(
    {
        "cell.split_right": "\\",
        "cell.split_down": "Ctrl+\\",
        "cell.focus_left": "Ctrl+Left",
        "cell.focus_right": "Ctrl+Right",
        "cell.focus_up": "Ctrl+Up",
        "cell.focus_down": "Ctrl+Down",
        "cell.move_left": "Left",
        "cell.move_right": "Right",
        "cell.move_up": "Up",
        "cell.move_down": "Down",
        "cell.toggle_zoom": "Ctrl+M Z",
        "cell.close": "W",
        "project.close_tab": "F",
        "project.open_folder": "Ctrl+O",
        "project.show_next_tab": "PageDown",
        "project.show_previous_tab": "PageUp",
        "session.show_all": "J",
        "terminal.open_shell": "N",
        "view.focus_side_bar": "E",
        "view.toggle_side_bar": "B",
        "view.toggle_theme": "Ctrl+T",
        "window.open_keys": "Ctrl+S",
    }
)
"""What follows the leader; where VS Code has no sequence, the key of its chord after it."""

_VSCODE_CHORDS: Mapping[str, str] = MappingProxyType(
    {
        "terminal.open_shell": "Ctrl+Shift+`",
        "cell.split_right": "Ctrl+Shift+5",
        "window.open_new": "Ctrl+Shift+N",
        "window.close": "Ctrl+Shift+W",
    }
)
"""Chords of VS Code that no program needs; they stand in place of IdeA's own."""

_VSCODE_CHORDS_ON_MAC: Mapping[str, str] = MappingProxyType(
    {
        "terminal.open_shell": "Ctrl+Shift+`",
        "cell.split_right": "Cmd+\\",
        "window.open_new": "Cmd+Shift+N",
        "window.close": "Cmd+Shift+W",
        "session.show_all": "Cmd+J",
    }
)


def preset_named(name: str) -> KeyPreset:
    """Return a preset by its name, as settings write it or as people do.

    Raises:
        NotFoundError: There is none.
    """
    for each in KeyPreset:
        if name.strip().lower() in {each.value, each.display_name.lower()}:
            return each
    names = ", ".join(KeyPreset)
    raise NotFoundError(f"There are no keys like {name!r}; there are {names}.")


def checked_leader(text: str) -> Chord:
    """Return the chord of a leader.

    Raises:
        InvalidError: It is no chord, or what people type.
    """
    leader = parse_chord(text)
    if leader.is_typed:
        raise InvalidError(f"{leader} is what people type, so it stays with programs.")
    return leader


def leader_of(preset: KeyPreset, platform: Platform, chosen: str = "") -> Chord | None:
    """Return the leader of a preset: the one the person chose, else its own; None for none."""
    own = preset.leader(platform)
    try:
        return checked_leader(chosen) if own is not None and chosen else own
    except InvalidError:
        return own


def preset_keys(preset: KeyPreset, platform: Platform, leader: Chord | None) -> KeysByAction:
    """Return the usual keys of every action; nothing else starts with the leader."""
    after, chords = _tables(preset, platform)
    taken = {parse_keys(text) for text in chords.values()}
    found = {}
    for action in CATALOGUE:
        own = [one for one in action.keys.on(platform) if one not in taken]
        if action.id in chords:
            own = [parse_keys(chords[action.id])]
        sequences = (
            [KeySequence(leader, parse_chord(text)) for text in after.get(action.id, "").split()]
            if leader is not None
            else []
        )
        kept = [one for one in own if one.first != leader]
        able = [one for one in sequences if one.then != leader]
        # tmux people think of sequences first; the few chords of VS Code are shorter than those.
        found[action.id] = (*kept, *able) if action.id in chords else (*able, *kept)
    return found


def _tables(preset: KeyPreset, platform: Platform) -> tuple[Mapping[str, str], Mapping[str, str]]:
    match preset:
        case KeyPreset.TMUX:
            return _TMUX, {}
        case KeyPreset.VSCODE if platform is Platform.MAC:
            after = {name: text.replace("Ctrl+", "Cmd+") for name, text in _VSCODE.items()}
            return after, _VSCODE_CHORDS_ON_MAC
        case KeyPreset.VSCODE:
            return _VSCODE, _VSCODE_CHORDS
        case _:
            return {}, {}
