"""idea skill: what agents know how to do."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from idea.domain.errors import InvalidError
from idea.presentation.cli.deleted_texts import show_deleted
from idea.presentation.cli.edited_texts import edit_text
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    named_project,
    of_project,
    project,
    text_file,
    text_of,
)


@click.group("skill")
def skill_group() -> None:
    """Write skills down and give them to agents."""


def _given(project: str | None) -> str:
    return "" if project is None else named_project(project)


@skill_group.command("list")
@of_project
@as_json
def list_skills(*, project: str | None, as_json: bool) -> None:
    """List your skills; with a project, its own and who has which."""
    found = answer("skills.list_skills", project=_given(project))
    rows = [
        (one["id"], one["scope"], one["name"], ", ".join(one["used_by"]) or "-")
        for one in found["skills"]
    ]
    show(found, as_json=as_json, text=table(("ID", "SCOPE", "NAME", "USED BY"), rows))
    for sentence in found["notices"]:
        tell(sentence)


@skill_group.command("show")
@click.argument("skill")
@of_project
@as_json
def show_skill(skill: str, *, project: str | None, as_json: bool) -> None:
    """Print a skill, named as commit or project:commit."""
    one = _found(skill, project)
    show(one, as_json=as_json, text=f"# {one['name']}\n\n{one['content'].rstrip()}")


@skill_group.command("create")
@click.argument("name")
@text_file
@of_project
@as_json
def create(name: str, file: Path | None, *, project: str | None, as_json: bool) -> None:
    """Write a skill NAME down; with a project it travels with that.

    Raises:
        InvalidError: No text is given.
    """
    if file is None:
        raise InvalidError("A skill needs a text: name it with --file.")
    made = answer("skills.create_skill", name=name, content=text_of(file), project=_given(project))
    show(made, as_json=as_json, text=f"{made['scope']}:{made['id']}")


def _found(skill: str, project: str | None) -> Answer:
    """Return a skill, named as commit or project:commit.

    Raises:
        InvalidError: There is none.
    """
    scope, _, name = skill.rpartition(":")
    for one in answer("skills.list_skills", project=_given(project))["skills"]:
        if one["id"] == name and one["scope"] == (scope or "global"):
            return cast("Answer", one)
    raise InvalidError(f"There is no skill {skill}; 'idea skill list' lists them.")


@skill_group.command("update")
@click.argument("skill")
@click.option("--name", default="", help="Its name; as it was when left out.")
@text_file
@of_project
@as_json
def update(skill: str, name: str, file: Path | None, *, project: str | None, as_json: bool) -> None:
    """Rename a skill or write it anew; agents that have it read it at their next launch.

    Raises:
        InvalidError: Neither a text nor a name is given.
    """
    if file is None and not name:
        raise InvalidError("Name a text with --file, or another name with --name.")
    known = _found(skill, project)
    changed = answer(
        "skills.update_skill",
        skill=skill,
        name=name or known["name"],
        content=known["content"] if file is None else text_of(file),
        project=_given(project),
    )
    show(changed, as_json=as_json, text=f"{changed['scope']}:{changed['id']} is changed.")


@skill_group.command("edit")
@click.argument("skill")
@of_project
@as_json
def edit(skill: str, *, project: str | None, as_json: bool) -> None:
    """Open SKILL in your editor; agents that have it read it at their next launch."""
    known = _found(skill, project)

    def write(content: str, **how: object) -> Answer:
        writing = {"skill": skill, "name": known["name"], "project": _given(project)}
        return answer("skills.update_skill", **writing, content=content, **how)

    changed = edit_text(known["content"], write)
    if changed is not None:
        show(changed, as_json=as_json, text=f"{changed['scope']}:{changed['id']} is changed.")


@skill_group.command("delete")
@click.argument("skill")
@of_project
@as_json
def delete(skill: str, *, project: str | None, as_json: bool) -> None:
    """Move a skill into the trash."""
    gone = answer("skills.delete_skill", skill=skill, project=_given(project))
    show(gone, as_json=as_json, text=f"{gone['skill']} is removed; its text is {gone['kept']}.")


@skill_group.command("deleted")
@of_project
@as_json
def deleted(*, project: str | None, as_json: bool) -> None:
    """List the skills in the trash, yours and with a project its own."""
    show_deleted(
        "SKILL", answers("skills.list_deleted_skills", project=_given(project)), as_json=as_json
    )


@skill_group.command("restore")
@click.argument("skill")
@click.argument("kept")
@of_project
@as_json
def restore(skill: str, kept: str, *, project: str | None, as_json: bool) -> None:
    """Take SKILL back from the trash, where it is KEPT as its deletion or 'deleted' said."""
    back = answer("skills.restore_skill", skill=skill, kept=kept, project=_given(project))
    show(back, as_json=as_json, text=f"{back['scope']}:{back['id']} is back.")


@skill_group.command("import")
@click.argument("files", nargs=-1)
@click.option(
    "--scope",
    type=click.Choice(["global", "project"]),
    default=None,
    help="Whose they become; what each file is when left out.",
)
@of_project
@as_json
def import_skills(
    files: Sequence[str], scope: str | None, *, project: str | None, as_json: bool
) -> None:
    """Copy skills and commands that other programs keep in FILES; without any, list them."""
    given = _given(project)
    if not files:
        found = answers("skills.list_importable_skills", project=given)
        rows = [(one["file"], one["name"], one["profile"], one["description"]) for one in found]
        headings = ("FILE", "NAME", "OF", "WHAT IT IS FOR")
        show(found, as_json=as_json, text=table(headings, rows))
        return
    made = answers("skills.import_skills", files=list(files), project=given, scope=scope or "")
    said = "\n".join(f"{one['scope']}:{one['id']}" for one in made)
    show(made, as_json=as_json, text=said)


@skill_group.command("assign")
@click.argument("skill")
@click.argument("agent")
@click.option("--at", type=click.IntRange(min=1), default=None, help="Its place, from 1.")
@project
@as_json
def assign(skill: str, agent: str, at: int | None, *, project: str | None, as_json: bool) -> None:
    """Give SKILL to AGENT, or another place among its skills."""
    view = answer(
        "skills.assign_skill",
        project=named_project(project),
        agent=agent,
        skill=skill,
        at=-1 if at is None else at - 1,
    )
    show(view, as_json=as_json, text=f"{view['name']} has {', '.join(view['skills'])}.")


@skill_group.command("unassign")
@click.argument("skill")
@click.argument("agent")
@project
@as_json
def unassign(skill: str, agent: str, *, project: str | None, as_json: bool) -> None:
    """Take SKILL from AGENT."""
    view = answer("skills.unassign_skill", project=named_project(project), agent=agent, skill=skill)
    names = ", ".join(view["skills"]) or "no skills"
    show(view, as_json=as_json, text=f"{view['name']} has {names}.")
