"""idea keys: which keys start which action, and others in their place."""

import click

from idea.domain.actions.catalogue import CATALOGUE, action_named
from idea.domain.actions.keys import Platform
from idea.presentation.cli.actions import run_in_window
from idea.presentation.cli.output import show, table
from idea.presentation.cli.parameters import answer, as_json


@click.group("keys", invoke_without_command=True)
@click.pass_context
def keys_group(context: click.Context) -> None:
    """Read and change the keys of actions; without a command, open their page in the window."""
    if context.invoked_subcommand is None:
        run_in_window("window.open_keys")


@keys_group.command("list")
@click.option("--changed", is_flag=True, help="Only those that are not as usual.")
@as_json
def list_keys(*, changed: bool, as_json: bool) -> None:
    """List actions with their keys, and what these are usually."""
    own = answer("settings.get_keymap")["keys"]
    found = []
    for each in CATALOGUE:
        usual = [str(chord) for chord in each.keys.on(Platform.LINUX)]
        if each.id in own or not changed:
            found.append({"id": each.id, "keys": list(own.get(each.id, usual)), "usual": usual})
    rows = [
        (str(one["id"]), " ".join(one["keys"]), " ".join(one["usual"]) if one["id"] in own else "")
        for one in found
    ]
    show(found, as_json=as_json, text=table(("ID", "KEYS", "USUALLY"), rows))


@keys_group.command("set")
@click.argument("action", metavar="ID")
@click.argument("keys", nargs=-1, metavar="[KEY]…")
@as_json
def set_keys(action: str, keys: tuple[str, ...], *, as_json: bool) -> None:
    """Give an action these keys, written like Ctrl+Shift+P; without a key it has none."""
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
    usual = [str(chord) for chord in named.keys.on(Platform.LINUX)]
    now = list(found.get(named.id, usual))
    words = f"{named.title}: {' '.join(now) or 'no key'}"
    show({"id": named.id, "keys": now}, as_json=as_json, text=words)
