"""idea template: roles that several agents share."""

from collections.abc import Sequence
from pathlib import Path

import click

from idea.presentation.cli.edited_texts import edit_text
from idea.presentation.cli.output import show, table
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


@click.group("template")
def template_group() -> None:
    """Keep templates, and bring agents up to date with them."""


@template_group.command("list")
@as_json
def list_templates(*, as_json: bool) -> None:
    """List the templates."""
    found = answers("templates.list_templates")
    rows = [(one["id"], one["name"], f"v{one['version']}", one["profile"] or "-") for one in found]
    show(found, as_json=as_json, text=table(("ID", "NAME", "VERSION", "ENGINE"), rows))


@template_group.command("show")
@click.argument("template")
@click.option("--version", type=click.IntRange(min=1), default=None, help="An older version.")
@as_json
def show_template(template: str, version: int | None, *, as_json: bool) -> None:
    """Print a template's text."""
    found = answer("templates.show_template", template=template, version=version or 0)
    show(found, as_json=as_json, text=found["content"].rstrip("\n"))


@template_group.command("create")
@click.argument("name")
@text_file
@click.option("--agent", default="", help="Take an agent's role; it follows from then on.")
@click.option("--engine", default="", help="What agents made from it run on.")
@project
@as_json
def create(
    name: str,
    file: Path | None,
    agent: str,
    engine: str,
    *,
    project: str | None,
    as_json: bool,
) -> None:
    """Make a template NAME of a file or of an agent."""
    made = answer(
        "templates.create_template",
        name=name,
        content="" if file is None else text_of(file),
        project=named_project(project) if agent else "",
        agent=agent,
        profile=engine,
    )
    show(made, as_json=as_json, text=f"{made['id']} v{made['version']}")


@template_group.command("update")
@click.argument("template")
@text_file
@click.option("--name", default=None, help="What it is called.")
@click.option("--engine", default=None, help="What agents made from it run on.")
@as_json
def update(
    template: str, file: Path | None, name: str | None, engine: str | None, *, as_json: bool
) -> None:
    """Change a template; another text is its next version."""
    changed = answer(
        "templates.update_template",
        template=template,
        content=None if file is None else text_of(file),
        name=name,
        profile=engine,
    )
    show(changed, as_json=as_json, text=f"{changed['id']} v{changed['version']}")


@template_group.command("edit")
@click.argument("template")
@as_json
def edit(template: str, *, as_json: bool) -> None:
    """Open TEMPLATE in your editor; another text is its next version."""
    known = answer("templates.show_template", template=template)

    def write(content: str, instead_of: str | None = None, **_how: object) -> Answer:
        # What is replaced is an older version by then; nothing has to go into the trash.
        return answer(
            "templates.update_template", template=template, content=content, instead_of=instead_of
        )

    changed = edit_text(known["content"], write, kept_as="an older version by now")
    if changed is not None:
        show(changed, as_json=as_json, text=f"{changed['id']} v{changed['version']}")


@template_group.command("delete")
@click.argument("template")
@as_json
def delete(template: str, *, as_json: bool) -> None:
    """Move a template into the trash; agents made from it keep their roles."""
    gone = answer("templates.delete_template", template=template)
    text = f"{gone['template']} is removed; its text is {gone['kept']}."
    show(gone, as_json=as_json, text=text)


@template_group.command("deleted")
@as_json
def deleted(*, as_json: bool) -> None:
    """List the templates in the trash; names are made of their ids."""
    found = answers("templates.list_deleted_templates")
    rows = [(one["id"], one["name"], one["deleted"], one["kept"]) for one in found]
    show(found, as_json=as_json, text=table(("TEMPLATE", "NAME", "DELETED", "KEPT"), rows))


@template_group.command("restore")
@click.argument("template")
@click.argument("kept")
@click.option("--name", default="", help="What it is called; made of its id when left out.")
@click.option("--engine", default="", help="What agents made from it run on.")
@as_json
def restore(template: str, kept: str, name: str, engine: str, *, as_json: bool) -> None:
    """Take TEMPLATE back from the trash, where it is KEPT as its deletion or 'deleted' said."""
    back = answer(
        "templates.restore_template", template=template, kept=kept, name=name, profile=engine
    )
    show(back, as_json=as_json, text=f"{back['id']} v{back['version']} is back.")


@template_group.command("drift")
@project
@as_json
def drift(*, project: str | None, as_json: bool) -> None:
    """Tell which agents are behind their templates, in all projects or in one."""
    named = "" if project is None else named_project(project)
    found = answers("templates.detect_drift", project=named)
    rows = [
        (
            one["name"],
            one["template"],
            f"v{one['synced_version']}",
            f"v{one['version']}",
            one["kind"],
        )
        for one in found
    ]
    headings = ("AGENT", "TEMPLATE", "HAS", "NEWEST", "STATE")
    show(found, as_json=as_json, text=table(headings, rows))


@template_group.command("sync")
@click.argument("agents", nargs=-1)
@click.option("--preview", is_flag=True, help="Tell what would be written, and write nothing.")
@click.option("--overwrite", is_flag=True, help="Drop what was edited in the role.")
@project
@as_json
def sync(
    agents: Sequence[str],
    *,
    preview: bool,
    overwrite: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Bring AGENTS up to date with their templates; without any, all that follow one."""
    named = named_project(project) if agents or project is not None else ""
    done = answers(
        "templates.sync_agents",
        project=named,
        agents=list(agents),
        preview=preview,
        overwrite=overwrite,
    )
    show(done, as_json=as_json, text="\n".join(_report(one, preview=preview) for one in done))


@template_group.command("undo")
@click.argument("agent")
@click.argument("undo")
@project
@as_json
def undo(agent: str, undo: str, *, project: str | None, as_json: bool) -> None:
    """Give AGENT the role back that it had before a sync, named as the sync printed it."""
    view = answer("templates.undo_sync", project=named_project(project), agent=agent, undo=undo)
    at = f"{view['template']} v{view['template_version']}"
    show(view, as_json=as_json, text=f"{view['name']} is back at {at}.")


def _report(one: Answer, *, preview: bool) -> str:
    step = f"{one['name']}: v{one['from_version']} → v{one['to_version']}"
    if one["conflicts"]:
        step += f", {one['conflicts']} places to be decided by hand"
    if preview:
        return f"{step}\n{one['difference']}".rstrip()
    return f"{step}; undo: {one['undo']}" if one["written"] else f"{one['name']} is up to date."
