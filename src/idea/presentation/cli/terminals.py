"""idea terminal: start a program in a cell."""

import os
from collections.abc import Sequence

import click

from idea.application.terminals.client_variables import client_variables
from idea.presentation.cli.output import show
from idea.presentation.cli.parameters import answer, as_json, named_project, project


@click.group("terminal")
def terminal_group() -> None:
    """Start programs in terminals."""


@terminal_group.command("open")
@project
@click.option("--at", "cell", default="", metavar="ADDRESS", help="The empty cell to show it in.")
@click.option("--background", is_flag=True, help="Show it in no cell.")
@click.option(
    "--cwd",
    metavar="FOLDER",
    default="",
    help="The folder to start in; the project's root by default.",
)
@click.argument("command", nargs=-1)
@as_json
def open_terminal(
    project: str | None,
    cell: str,
    cwd: str,
    command: Sequence[str],
    *,
    background: bool,
    as_json: bool,
) -> None:
    """Start COMMAND, or the login shell, and print the session's id."""
    session = answer(
        "terminals.open_terminal",
        project=named_project(project),
        cell=cell,
        cwd=cwd,
        background=background,
        command=list(command),
        environment=client_variables(os.environ),
    )
    show(session, as_json=as_json, text=session["id"])
