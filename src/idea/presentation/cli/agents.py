"""idea agent: define agents, see what they read, launch and stop them."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from idea.domain.errors import InvalidError
from idea.presentation.cli.output import facts, show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    named_project,
    project,
    sentences,
    text_file,
    text_of,
)

skills_option = click.option(
    "--skill", "skills", multiple=True, help="A skill, as commit or project:commit; repeatable."
)
engine_option = click.option("--engine", default="", help="The profile's id: 'idea profile list'.")


@click.group("agent")
def agent_group() -> None:
    """Define agents, launch them on any engine, and see what they read."""


def _row(entry: Answer) -> tuple[str, ...]:
    state = entry["cell"] or ("background" if entry["session"] else "-")
    return entry["id"][:8], entry["name"], entry["engine"], state, " ".join(entry["faults"]) or "-"


@agent_group.command("list")
@project
@as_json
def list_agents(*, project: str | None, as_json: bool) -> None:
    """List a project's agents, and where they run."""
    found = answers("agents.list_agents", project=named_project(project))
    rows = [_row(entry) for entry in found]
    show(found, as_json=as_json, text=table(("ID", "NAME", "ENGINE", "RUNS IN", "FAULT"), rows))
    for sentence in sentences("agents.list_troubles", project=named_project(project)):
        tell(sentence)


@agent_group.command("create")
@click.argument("name")
@engine_option
@click.option("--template", default="", help="Take the role of a template, and follow it.")
@click.option("--no-follow", is_flag=True, help="Take the template's role without following it.")
@text_file
@skills_option
@project
@as_json
def create(
    name: str,
    engine: str,
    template: str,
    file: Path | None,
    *,
    skills: Sequence[str],
    project: str | None,
    no_follow: bool,
    as_json: bool,
) -> None:
    """Define an agent NAME; its role is a file's, a template's, or a first sentence.

    Raises:
        InvalidError: Both a file and a template are named.
    """
    if template and file is not None:
        raise InvalidError("A role comes from a file or from a template; name one.")
    if template:
        made = answer(
            "templates.create_agent_from_template",
            project=named_project(project),
            template=template,
            name=name,
            profile=engine,
            skills=list(skills),
            follow=not no_follow,
        )
    else:
        made = answer(
            "agents.create_agent",
            project=named_project(project),
            name=name,
            profile=engine,
            role="" if file is None else text_of(file),
            skills=list(skills),
        )
    show(made, as_json=as_json, text=f"{made['name']} is defined: {made['role_path']}")


@agent_group.command("show")
@click.argument("agent")
@project
@as_json
def show_agent(agent: str, *, project: str | None, as_json: bool) -> None:
    """Print an agent's definition and its role."""
    found = answer("agents.show_agent", project=named_project(project), agent=agent)
    view = found["agent"]
    template = f"{view['template']} v{view['template_version']}" if view["template"] else ""
    head = facts(
        {
            "name": view["name"],
            "engine": view["engine"],
            "skills": ", ".join(view["skills"]),
            "template": template + (", followed" if view["synchronized"] else ""),
            "runs in": view["cell"] or ("the background" if view["session"] else "no session"),
            "role": view["role_path"],
        }
    )
    show(found, as_json=as_json, text=f"{head}\n\n{found['role'].rstrip()}")


@agent_group.command("role")
@click.argument("agent")
@text_file
@project
@as_json
def role(agent: str, file: Path | None, *, project: str | None, as_json: bool) -> None:
    """Print an agent's role, or write it with --file."""
    named = named_project(project)
    if file is None:
        found = answer("agents.show_agent", project=named, agent=agent)
    else:
        found = answer("agents.write_role", project=named, agent=agent, role=text_of(file))
    show(found, as_json=as_json, text=found["role"].rstrip("\n"))


@agent_group.command("import")
@click.argument("files", nargs=-1)
@engine_option
@project
@as_json
def import_agents(files: Sequence[str], engine: str, *, project: str | None, as_json: bool) -> None:
    """Make agents of FILES of other programs; without any, list what could be imported."""
    named = named_project(project)
    if not files:
        found = answers("agents.list_importable", project=named)
        rows = [(one["file"], one["name"], one["profile"]) for one in found]
        show(found, as_json=as_json, text=table(("FILE", "NAME", "ENGINE"), rows))
        return
    made = answers("agents.import_agents", project=named, files=list(files), profile=engine)
    lines = [f"{one['name']} is defined: {one['role_path']}" for one in made]
    show(made, as_json=as_json, text="\n".join(lines))


@agent_group.command("rename")
@click.argument("agent")
@click.argument("name")
@project
@as_json
def rename(agent: str, name: str, *, project: str | None, as_json: bool) -> None:
    """Call AGENT by another NAME; its role's file stays where it is."""
    view = answer("agents.rename_agent", project=named_project(project), agent=agent, name=name)
    show(view, as_json=as_json, text=f"It is called {view['name']} now.")


@agent_group.command("clone")
@click.argument("agent")
@click.option("--name", default="", help="Its name with a number when left out.")
@project
@as_json
def clone(agent: str, name: str, *, project: str | None, as_json: bool) -> None:
    """Define another agent like AGENT, so that both can run at once."""
    view = answer("agents.clone_agent", project=named_project(project), agent=agent, name=name)
    show(view, as_json=as_json, text=f"{view['name']} is defined: {view['role_path']}")


@agent_group.command("delete")
@click.argument("agent")
@project
@as_json
def delete(agent: str, *, project: str | None, as_json: bool) -> None:
    """Remove an agent that does not run; its role goes into the project's trash."""
    gone = answer("agents.delete_agent", project=named_project(project), agent=agent)
    one = gone["agent"]
    undo = ["idea", "agent", "restore", gone["kept"], "--name", one["name"]]
    undo += ["--engine", one["profile"]]
    undo += [word for skill in one["skills"] for word in ("--skill", skill)]
    if one["template"]:
        undo += ["--template", f"{one['template']}@{one['template_version']}"]
        undo += ["--follow"] if one["synchronized"] else []
    sentence = f"{one['name']} is removed; its role is kept as .ideai/{gone['kept']}."
    show(gone, as_json=as_json, text=f"{sentence}\nTo have it back: {shlex.join(undo)}")


@agent_group.command("restore")
@click.argument("kept")
@click.option("--name", required=True, help="What it is called.")
@click.option("--engine", required=True, help="What it runs on.")
@skills_option
@click.option(
    "--template", default="", metavar="ID@VERSION", help="The template its role came from."
)
@click.option("--follow", is_flag=True, help="Let it follow that template.")
@project
@as_json
def restore(
    kept: str,
    name: str,
    engine: str,
    template: str,
    *,
    skills: Sequence[str],
    project: str | None,
    follow: bool,
    as_json: bool,
) -> None:
    """Take an agent back whose role is KEPT in the project's trash.

    Raises:
        InvalidError: The template's version is no number.
    """
    origin, _, version = template.partition("@")
    if template and not version.isdecimal():
        raise InvalidError("Say the template with its version, as in --template reviewer@3.")
    view = answer(
        "agents.restore_agent",
        project=named_project(project),
        kept=kept.removeprefix(".ideai/"),
        name=name,
        profile=engine,
        skills=list(skills),
        template=origin,
        template_version=int(version or 0),
        synchronized=follow,
    )
    show(view, as_json=as_json, text=f"{view['name']} is back: {view['role_path']}")


@agent_group.command("context")
@click.argument("agent")
@click.option("--document", is_flag=True, help="Print the whole document.")
@project
@as_json
def context(agent: str, *, document: bool, project: str | None, as_json: bool) -> None:
    """Show what AGENT would read if it were launched now, part by part."""
    found = answer("agents.inspect_agent", project=named_project(project), agent=agent)
    if document:
        show(found, as_json=as_json, text=found["document"].rstrip("\n"))
        return
    rows = [
        (str(number), one["name"], str(one["tokens"]) if one["text"] else "-", one["source"])
        for number, one in enumerate(found["sections"], 1)
    ]
    lines = [
        table(("", "SECTION", "TOKENS", "FROM"), rows),
        "",
        facts(
            {
                "in all": f"about {found['tokens']} tokens",
                "written to": found["file"],
                "started as": " ".join(found["command"]),
                "also read": ", ".join(found["also_read"]),
            }
        ),
    ]
    if found["granted"]:
        lines += ["", f"Works on the project by {' '.join(found['granted'])}"]
    if found["left_by_program"]:
        lines += ["", "The program itself wrote, in its folder:", *found["left_by_program"]]
    if found["left_in_project"]:
        lines += ["", "Its engine itself keeps, in the project:", *found["left_in_project"]]
    if found["difference"]:
        lines += ["", "A relaunch would change:", found["difference"]]
    show(found, as_json=as_json, text="\n".join(lines))
    if found["hidden_by"]:
        tell(f"The program reads {found['hidden_by']} of the project instead of this document.")


@agent_group.command("follow")
@click.argument("agent")
@click.argument("template")
@click.option("--only-tell", is_flag=True, help="Tell of newer versions without following.")
@project
@as_json
def follow(
    agent: str, template: str, *, only_tell: bool, project: str | None, as_json: bool
) -> None:
    """Link AGENT to TEMPLATE; its role is written by a sync only."""
    view = answer(
        "templates.link_agent",
        project=named_project(project),
        agent=agent,
        template=template,
        follow=not only_tell,
    )
    at = f"{view['template']} v{view['template_version']}"
    show(view, as_json=as_json, text=f"{view['name']} is linked to {at}.")


@agent_group.command("unfollow")
@click.argument("agent")
@project
@as_json
def unfollow(agent: str, *, project: str | None, as_json: bool) -> None:
    """Forget that AGENT came from a template; its role stays."""
    view = answer("templates.unlink_agent", project=named_project(project), agent=agent)
    show(view, as_json=as_json, text=f"{view['name']} goes its own way.")
