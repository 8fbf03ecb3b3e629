"""idea profile: the AI programs that agents can run on."""

from pathlib import Path

import click

from idea.presentation.cli.output import facts, show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    as_json,
    named_project,
    project,
    text_of,
)

file_argument = click.argument(
    "file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path)
)


@click.group("profile")
def profile_group() -> None:
    """See, check and add engines: how to drive one AI program each."""


def _row(entry: Answer) -> tuple[str, ...]:
    state = entry["fault"] or (entry["path"] if entry["agreed"] else "agree to it first")
    tried = "tried" if entry["verified"] else "not tried"
    return entry["id"], entry["name"], entry["version"] or "-", tried, entry["origin"], state


@profile_group.command("list")
@click.option("--detect", is_flag=True, help="Look for the programs again.")
@project
@as_json
def list_profiles(*, detect: bool, project: str | None, as_json: bool) -> None:
    """List engines, and which of their programs this machine has."""
    found = answer(
        "profiles.list_profiles",
        project="" if project is None else named_project(project),
        detect=detect,
        wait=True,
    )
    headings = ("ID", "NAME", "VERSION", "PROFILE", "FROM", "PROGRAM")
    rows = [_row(entry) for entry in found["profiles"]]
    show(found, as_json=as_json, text=table(headings, rows))
    for sentence in found["notices"]:
        tell(sentence)


@profile_group.command("show")
@click.argument("profile")
@project
@as_json
def show_profile(profile: str, *, project: str | None, as_json: bool) -> None:
    """Print an engine's profile as a file has it, ready to be changed and added."""
    found = answer(
        "profiles.show_profile",
        profile=profile,
        project="" if project is None else named_project(project),
    )
    show(found, as_json=as_json, text=found["text"].rstrip("\n"))


@profile_group.command("check")
@file_argument
@as_json
def check(file: Path, *, as_json: bool) -> None:
    """Tell whether FILE is a profile; with - what is typed is checked."""
    found = answer("profiles.check_profile", text=text_of(file), file=str(file))
    show(found, as_json=as_json, text=_told(found))
    for sentence in found["notices"]:
        tell(sentence)


@profile_group.command("add")
@file_argument
@as_json
def add(file: Path, *, as_json: bool) -> None:
    """Keep FILE's profile among your own, in the place of what had its id."""
    kept = answer("profiles.save_profile", text=text_of(file))
    show(kept, as_json=as_json, text=_told(kept))
    for sentence in kept["notices"]:
        tell(sentence)


@profile_group.command("delete")
@click.argument("profile")
@as_json
def delete(profile: str, *, as_json: bool) -> None:
    """Delete one of your own profiles; print it, so that it can be added again."""
    gone = answer("profiles.delete_profile", profile=profile)
    show(gone, as_json=as_json, text=gone["text"].rstrip("\n"))


@profile_group.command("agree")
@click.argument("profile")
@project
@as_json
def agree(profile: str, *, project: str | None, as_json: bool) -> None:
    """Agree to run the command of a profile that came with a project, as it is now."""
    agreed = answer("profiles.agree_to_profile", profile=profile, project=named_project(project))
    sentence = f"{agreed['name']} may run {agreed['command']} in this project."
    show(agreed, as_json=as_json, text=sentence)


def _told(found: Answer) -> str:
    view = found["view"]
    return facts(
        {
            "id": view["id"],
            "name": view["name"],
            "command": view["command"],
            "program": view["fault"] or view["path"],
            "version": view["version"],
            "resumes conversations": "yes" if view["can_resume"] else "no",
        }
    )
