"""idea terminal: start a program in a cell."""

import os
from collections.abc import Sequence

import click

from idea.presentation.cli.output import show
from idea.presentation.cli.parameters import answer, as_json, named_project, project

DISPLAY_VARIABLES = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK",
)


@click.group("terminal")
def terminal_group() -> None:
    """Start programs in terminals."""


@terminal_group.command("open")
@project
@click.option("--at", "cell", default="", metavar="ADDRESS", help="The empty cell to show it in.")
@click.option("--cwd", default="", help="The folder to start in; the project's root by default.")
@click.argument("command", nargs=-1)
@as_json
def open_terminal(
    project: str | None, cell: str, cwd: str, command: Sequence[str], *, as_json: bool
) -> None:
    """Start COMMAND, or the login shell, and print the session's id."""
    session = answer(
        "terminals.open_terminal",
        project=named_project(project),
        cell=cell,
        cwd=cwd,
        command=list(command),
        environment={
            name: value
            for name, value in os.environ.items()
            if name in DISPLAY_VARIABLES or name.startswith("XDG_SESSION_")
        },
    )
    show(session, as_json=as_json, text=session["id"])
