"""Options and answers that many commands share."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import click

from idea.domain.errors import NotFoundError
from idea.presentation.cli.doors import Doors

type Answer = Mapping[str, Any]

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")

history = click.option(
    "--history",
    metavar="LINES",
    type=click.IntRange(min=0),
    default=0,
    help="Print so many lines of scrollback too.",
)

project = click.option(
    "--project",
    "-p",
    metavar="PROJECT",
    default=None,
    help="Project id, unique name or path; the current folder's project when left out.",
)


of_project = click.option(
    "--project",
    "-p",
    metavar="PROJECT",
    default=None,
    help="Project id, unique name or path; without it, what is yours.",
)

text_file = click.option(
    "--file",
    "-f",
    "file",
    default=None,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="A file with the text; - for what is typed.",
)


def text_of(file: Path) -> str:
    """Return what a file says, or what is typed for `-`.

    Raises:
        NotFoundError: There is no such file.
    """
    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise NotFoundError(f"{file} cannot be read: {error.strerror}.") from error


def doors() -> Doors:
    """Return the doors of the running command."""
    return cast("Doors", click.get_current_context().find_root().obj)


def named_project(given: str | None) -> str:
    """Return what to call the project by: as given, else the one around the current folder.

    Raises:
        NotFoundError: Nothing was given and the current folder is in no known project.
    """
    if given is not None:
        return str(Path(given).resolve()) if Path(given).is_dir() else given
    here = Path.cwd()
    known = {
        Path(str(entry["root"])): str(entry["id"]) for entry in answers("projects.list_projects")
    }
    for folder in (here, *here.parents):
        if folder in known:
            return known[folder]
    raise NotFoundError(
        f"{here} is in no known project; name one with --project or run 'idea project create'."
    )


def answer(name: str, /, **request: object) -> Answer:
    """Execute a use case whose answer is one object.

    Raises:
        NotFoundError: There is no such session, say; the sentence tells where all are listed.
    """
    try:
        return cast("Answer", doors().call(name, request))
    except NotFoundError as error:
        if not error.sentence.startswith("There is no session "):
            raise
        sentence = f"{error.sentence.rstrip('.')}; 'idea session list' shows all."
        raise NotFoundError(sentence) from error


def answers(name: str, /, **request: object) -> list[Answer]:
    """Execute a use case whose answer is a list of objects."""
    return cast("list[Answer]", doors().call(name, request))


def sentences(name: str, /, **request: object) -> list[str]:
    """Execute a use case whose answer is a list of sentences."""
    return cast("list[str]", doors().call(name, request))


def documented[F: Callable[..., object]](*options: Callable[[F], F]) -> Callable[[F], F]:
    """Apply several options as one decorator, in reading order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
