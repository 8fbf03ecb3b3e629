"""What the page of keys shows, and what giving a key to an action changes."""

from collections.abc import Sequence

from idea.application.settings.set_keys import KeysChange
from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.keys import Platform, parse_chord, parse_keys
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.keymap_page import (
    changed_count,
    given,
    given_back,
    key_rows,
    leader_words,
    refusal,
    taken,
    taken_words,
    warning,
)

CLOSE, PALETTE, COPY = "cell.close", "window.open_palette", "edit.copy"


def a_keymap(platform: Platform = Platform.LINUX, **own: tuple[str, ...]) -> Keymap:
    keymap = Keymap(platform)
    keymap.take({name.replace("__", "."): keys for name, keys in own.items()})
    return keymap


def after(keymap: Keymap, changes: Sequence[KeysChange]) -> Keymap:
    """Return the keymap that the person's file would make, of one that was as usual."""
    chosen = {one.action: one.keys for one in changes if one.keys is not None}
    fresh = Keymap(keymap.platform)
    fresh.take(chosen)
    assert fresh.faults == ()
    return fresh


def test_every_action_is_a_row_with_its_keys() -> None:
    rows = key_rows(a_keymap(cell__close=("F7",), edit__copy=()))

    assert [row.id for row in rows] == [each.id for each in CATALOGUE]
    by_id = {row.id: row for row in rows}
    assert by_id[CLOSE].spoken == "Close cell, F7, usually Ctrl+Shift+W"
    assert by_id[COPY].spoken == "Copy, no key, usually Ctrl+Shift+C or Ctrl+Insert"
    assert by_id[PALETTE].note == ""
    mac = {row.id: row for row in key_rows(a_keymap(Platform.MAC))}
    assert mac[PALETTE].keys == ("⇧⌘P",)


def test_rows_are_found_by_words_and_by_keys() -> None:
    keymap = a_keymap()

    assert [row.id for row in key_rows(keymap, "anything do")] == [PALETTE]
    assert PALETTE in [row.id for row in key_rows(keymap, "ctrl+shift+p")]
    [row] = key_rows(keymap, pressed=parse_chord("Ctrl+Shift+P"))
    assert row.id == PALETTE
    assert key_rows(keymap, pressed=parse_chord("F7")) == ()


def test_what_a_key_costs_is_said_before_it_is_given() -> None:
    keymap = a_keymap()

    assert warning(keymap, CLOSE, parse_keys("Ctrl+Alt+Shift+X")) == ""
    assert warning(keymap, CLOSE, parse_keys("Ctrl+Shift+P")) == (
        "Ctrl+Shift+P is the key of “Find anything, do anything”."
    )
    assert warning(keymap, CLOSE, parse_keys("Ctrl+B")) == (
        "Programs in cells would get Ctrl+B no more."
    )
    assert warning(keymap, CLOSE, parse_keys("Ctrl+Shift+W")) == ""
    assert refusal(keymap, parse_keys("X")) == "X is what people type, so it stays with programs."
    assert refusal(keymap, parse_keys("Ctrl+B")) == ""


def test_a_key_that_is_given_starts_one_action_and_no_fault_is_left() -> None:
    keymap = a_keymap()
    changes = given(keymap, CLOSE, parse_keys("Ctrl+Shift+P"))

    assert changes == (
        KeysChange(action=CLOSE, keys=("Ctrl+Shift+P",)),
        KeysChange(action=PALETTE, keys=()),
    )
    now = after(keymap, changes)
    assert now.of(CLOSE) == (parse_keys("Ctrl+Shift+P"),)
    assert now.of(PALETTE) == ()
    assert changed_count(now) == 2


def test_an_action_keeps_its_other_keys() -> None:
    changes = given(a_keymap(), CLOSE, parse_keys("Ctrl++"))

    assert changes[1:] == (KeysChange(action="view.enlarge_text", keys=("Ctrl+=",)),)


def test_usual_keys_come_back_from_those_that_have_them() -> None:
    keymap = a_keymap(cell__close=("Ctrl+Shift+P",), window__open_palette=())

    assert given_back(keymap, [PALETTE]) == (
        KeysChange(action=PALETTE, keys=None),
        KeysChange(action=CLOSE, keys=()),
    )
    both = given_back(keymap, [PALETTE, CLOSE])
    assert [(one.action, one.keys) for one in both] == [(PALETTE, None), (CLOSE, None)]
    assert taken(CLOSE) == (KeysChange(action=CLOSE, keys=()),)


def test_what_a_key_after_another_costs_is_said() -> None:
    keymap = a_keymap()

    assert warning(keymap, CLOSE, parse_keys("Ctrl+G X")) == (
        "Programs in cells would get Ctrl+G only when it is pressed twice."
    )
    assert warning(keymap, CLOSE, parse_keys("Ctrl+Shift+P X")) == (
        "Ctrl+Shift+P is the key of “Find anything, do anything”."
    )
    keymap.use_preset("tmux", "")
    assert warning(keymap, COPY, parse_keys("Ctrl+B X")) == "Ctrl+B X is the key of “Close cell”."
    assert warning(keymap, COPY, parse_keys("Ctrl+B L")) == ""
    assert warning(keymap, CLOSE, parse_keys("Ctrl+B")) == (
        "Ctrl+B begins the keys of “Close tab” and 29 more."
    )


def test_a_key_that_others_follow_is_given_with_all_that_begins_with_it() -> None:
    keymap = a_keymap()
    keymap.use_preset("tmux", "")
    changes = {one.action: one.keys for one in given(keymap, CLOSE, parse_keys("Ctrl+B"))}

    assert changes[CLOSE] == ("Ctrl+B",)
    assert changes["cell.split_right"] == ("Ctrl+Shift+R",)
    assert changes["layout.arrange_next"] == ()


def test_what_programs_do_not_get_is_told_in_words() -> None:
    keymap = a_keymap(view__toggle_strips=("Ctrl+G",))

    assert leader_words(keymap) == ""
    assert taken_words(keymap).endswith("Shells and programs have a use for Ctrl+G.")
    keymap.use_preset("vscode", "")
    assert taken_words(keymap).endswith("Shells and programs have a use for Ctrl+K, Ctrl+G.")
    assert leader_words(keymap).startswith("Ctrl+K is the leader: press it, then the second key.")


def test_an_unknown_preset_or_leader_is_passed_over() -> None:
    keymap = a_keymap()
    keymap.use_preset("emacs", "Ctrl+X")
    assert (keymap.preset, keymap.leader) == ("idea", None)
    keymap.use_preset("tmux", "Strg+X")
    assert (keymap.preset, str(keymap.leader)) == ("tmux", "Ctrl+B")
