"""idea action: everything the window can do, done from outside."""

import click

from idea.domain.actions.catalogue import CATALOGUE, action_named
from idea.domain.actions.keys import Platform
from idea.domain.errors import NotFoundError
from idea.presentation.cli.output import show, table
from idea.presentation.cli.parameters import as_json, doors

_NO_WINDOW = "No window is open; 'idea' opens one."


@click.group("action")
def action_group() -> None:
    """List what the window can do, and let it do that."""


@action_group.command("list")
@as_json
def list_actions(*, as_json: bool) -> None:
    """List the actions of the window, with their usual keys."""
    found = [
        {
            "id": each.id,
            "title": each.title,
            "sentence": each.sentence,
            "argument": each.argument.kind.value if each.argument is not None else "",
            "keys": [str(chord) for chord in each.keys.on(Platform.LINUX)],
        }
        for each in CATALOGUE
    ]
    rows = [
        (each.id, each.title, " ".join(map(str, each.keys.on(Platform.LINUX))))
        for each in CATALOGUE
    ]
    show(found, as_json=as_json, text=table(("ID", "ACTION", "KEYS"), rows))


@action_group.command("run")
@click.argument("action", metavar="ID")
@click.argument("argument", default="")
@as_json
def run_action(action: str, argument: str, *, as_json: bool) -> None:
    """Let the window that is open carry out the action ID.

    What it does concerns the tab and the cell that have the keyboard. ARGUMENT is what an action is
    told besides, such as the address of a cell.
    """
    run_in_window(action, argument, as_json=as_json)


def run_in_window(action: str, argument: str = "", *, as_json: bool = False) -> None:
    """Let the window carry out an action, and print which.

    Raises:
        NotFoundError: There is no such action, or no window.
    """
    action_named(action)  # What is wrong with the name is said also where no window is.
    title = doors().call_running("workspace.run_action", {"action": action, "argument": argument})
    if title is None:
        raise NotFoundError(_NO_WINDOW)
    show({"id": action, "title": title}, as_json=as_json, text=str(title).removesuffix("…"))
