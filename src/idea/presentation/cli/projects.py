"""idea project: the folders in which teams work."""

from pathlib import Path

import click

from idea.domain.errors import NotFoundError
from idea.presentation.cli.edited_texts import edit_text
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    named_project,
    project,
    text_file,
    text_of,
)


@click.group("project")
def project_group() -> None:
    """Create, list and forget projects."""


def _project_rows(projects: list[Answer]) -> str:
    return table(
        ("ID", "NAME", "TAB", "ROOT"),
        [
            (entry["id"][:8], entry["name"], "open" if entry["is_open"] else "-", entry["root"])
            for entry in projects
        ],
    )


@project_group.command("create")
@click.argument("path", default=".", type=click.Path(file_okay=False))
@click.option("--name", default="", help="What to call it; the folder's name when left out.")
@click.option("--make", is_flag=True, help="Make the folder when it does not exist.")
@as_json
def create(path: str, name: str, *, make: bool, as_json: bool) -> None:
    """Make a folder a project of IdeA.

    Raises:
        NotFoundError: There is no such folder.
    """
    root = Path(path).resolve()
    if not make and not root.exists():
        raise NotFoundError(f"There is no folder {root}; --make makes it.")
    made = answer("projects.create_project", path=str(root), name=name, make=make)
    show(made, as_json=as_json, text=made["id"])
    for sentence in made.get("notices", ()):
        tell(sentence)


@project_group.command("list")
@as_json
def list_projects(*, as_json: bool) -> None:
    """List the known projects."""
    known = answers("projects.list_projects")
    show(known, as_json=as_json, text=_project_rows(known))


@project_group.command("forget")
@click.argument("project")
@as_json
def forget(project: str, *, as_json: bool) -> None:
    """Take a project off the list; its files stay."""
    gone = answer("projects.forget_project", project=project)
    show(gone, as_json=as_json, text=f"{gone['name']} is forgotten; {gone['root']} is untouched.")


@project_group.command("context")
@click.argument("action", type=click.Choice(["show", "edit"]), default="show")
@text_file
@project
@as_json
def context(action: str, file: Path | None, *, project: str | None, as_json: bool) -> None:
    """Print what all agents of a project are told about it, or edit it.

    Without --file, editing opens your editor; agents read it at their next launch.
    """
    named = named_project(project)
    found = answer("projects.show_context", project=named)
    if action == "edit":

        def write(text: str, **how: object) -> Answer:
            return answer("projects.write_context", project=named, text=text, **how)

        written = write(text_of(file)) if file is not None else edit_text(found["text"], write)
        if written is None:
            return
        found = written
    shown = found["text"].rstrip() or f"Nothing is written yet: {found['path']}"
    show(found, as_json=as_json, text=shown)
