"""idea keys: which keys start which action, and others in their place."""

import click

from idea.domain.actions.catalogue import CATALOGUE, action_named
from idea.domain.actions.key_presets import KeyPreset, leader_of, preset_keys, preset_named
from idea.domain.actions.keys import Chord, Platform
from idea.domain.actions.overrides import KeysByAction, chosen_keys
from idea.domain.actions.taken_keys import taken_keys
from idea.presentation.cli.actions import run_in_window
from idea.presentation.cli.output import show, table
from idea.presentation.cli.parameters import answer, answers, as_json


@click.group("keys", invoke_without_command=True)
@click.pass_context
def keys_group(context: click.Context) -> None:
    """Read and change the keys of actions; without a command, open their page in the window."""
    if context.invoked_subcommand is None:
        run_in_window("window.open_keys")


@keys_group.command("list")
@click.option("--changed", is_flag=True, help="Only those that are not as usual.")
@click.option("--reserved", is_flag=True, help="Every key that programs do not get, and why.")
@as_json
def list_keys(*, changed: bool, reserved: bool, as_json: bool) -> None:
    """List actions with their keys, and what these are usually."""
    own = answer("settings.get_keymap")["keys"]
    usual = preset_keys(*_preset())
    if reserved:
        _list_reserved(chosen_keys(usual, own).keys, as_json=as_json)
        return
    found = []
    for each in CATALOGUE:
        written = list(map(str, usual[each.id]))
        if each.id in own or not changed:
            found.append({"id": each.id, "keys": list(own.get(each.id, written)), "usual": written})
    rows = [
        (
            str(one["id"]),
            ", ".join(one["keys"]),
            ", ".join(one["usual"]) if one["id"] in own else "",
        )
        for one in found
    ]
    show(found, as_json=as_json, text=table(("ID", "KEYS", "USUALLY"), rows))


@keys_group.command("preset")
@click.argument("name", required=False)
@as_json
def choose_preset(name: str | None, *, as_json: bool) -> None:
    """Let the usual keys be like those of idea, tmux or vscode; without NAME, say which are."""
    if name is not None:
        wanted = preset_named(name)
        answer("settings.set_setting", name="keys.preset", value=wanted.value, project="")
    preset, _, leader = _preset()
    words = f"Keys like those of {preset.display_name}"
    if leader is not None:
        words += f"; {leader} is the leader, and programs get it only when it is pressed twice"
    shown = {"id": preset.value, "leader": None if leader is None else str(leader)}
    show(shown, as_json=as_json, text=f"{words}.")


@keys_group.command("set")
@click.argument("action", metavar="ID")
@click.argument("keys", nargs=-1, metavar="[KEY]…")
@as_json
def set_keys(action: str, keys: tuple[str, ...], *, as_json: bool) -> None:
    """Give an action these keys, like Ctrl+Shift+P or "Ctrl+B %"; without one it has none."""
    _set(action, list(keys), as_json=as_json)


@keys_group.command("reset")
@click.argument("action", metavar="ID")
@as_json
def reset_keys(action: str, *, as_json: bool) -> None:
    """Give an action its usual keys again."""
    _set(action, None, as_json=as_json)


def _set(action: str, keys: list[str] | None, *, as_json: bool) -> None:
    named = action_named(action)
    found = answer("settings.set_keys", changes=[{"action": named.id, "keys": keys}])["keys"]
    usual = list(map(str, preset_keys(*_preset())[named.id])) if named.id not in found else []
    now = list(found.get(named.id, usual))
    words = f"{named.title}: {', '.join(now) or 'no key'}"
    show({"id": named.id, "keys": now}, as_json=as_json, text=words)


def _list_reserved(keys: KeysByAction, *, as_json: bool) -> None:
    found = [
        {
            "id": str(each.chord),
            "actions": list(each.actions),
            "leader": each.is_leader,
            "missed": each.is_missed,
        }
        for each in taken_keys(keys)
    ]
    rows = [
        (
            str(each.chord),
            f"leader of {len(each.actions)} actions" if each.is_leader else each.actions[0],
            "shells and programs have a use for it" if each.is_missed else "",
        )
        for each in taken_keys(keys)
    ]
    show(found, as_json=as_json, text=table(("KEY", "STARTS", ""), rows))


def _preset() -> tuple[KeyPreset, Platform, Chord | None]:
    """Return the chosen preset with its leader, as they are kept."""
    views = {view["name"]: view["value"] for view in answers("settings.show_settings", project="")}
    preset = preset_named(str(views["keys.preset"]))
    return preset, Platform.LINUX, leader_of(preset, Platform.LINUX, str(views["keys.leader"]))
