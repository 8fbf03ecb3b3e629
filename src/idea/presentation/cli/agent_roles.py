"""idea agent: edit a role, see what it said before, and where the agent ran."""

import click

from idea.domain.errors import ConflictError
from idea.presentation.cli.agents import agent_group
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import answer, answers, as_json, named_project, project


@agent_group.command("edit")
@click.argument("agent")
@project
@as_json
def edit(agent: str, *, project: str | None, as_json: bool) -> None:
    """Open AGENT's role in your editor; it is read at the next launch.

    When the role was changed elsewhere meanwhile, that text goes into the project's trash.
    """
    named = named_project(project)
    found = answer("agents.show_agent", project=named, agent=agent)
    text = click.edit(found["role"], extension=".md")
    if text is None or text == found["role"]:
        tell("Nothing was changed.")
        return
    writing = {"project": named, "agent": found["agent"]["id"], "role": text}
    try:
        written = answer("agents.write_role", **writing, instead_of=found["role"])
    except ConflictError as changed:
        written = answer("agents.write_role", **writing, keep_replaced=True)
        tell(f"{changed.sentence} That text is kept: idea agent history.")
    name = written["agent"]["name"]
    show(written, as_json=as_json, text=f"The role of {name} is saved.")


@agent_group.command("history")
@click.argument("agent")
@click.option("--restore", "kept", metavar="KEPT", default="", help="Give it this text back.")
@click.option("--show", "shown", metavar="KEPT", default="", help="Print this text.")
@project
@as_json
def history(agent: str, kept: str, shown: str, *, project: str | None, as_json: bool) -> None:
    """List what AGENT's role said before, as far as the project's trash has it."""
    named = named_project(project)
    if kept or shown:
        found = answer(
            "agents.restore_role",
            project=named,
            agent=agent,
            kept=kept or shown,
            preview=not kept,
        )
        show(found, as_json=as_json, text=found["role"].rstrip("\n"))
        return
    texts = answers("agents.list_kept_roles", project=named, agent=agent)
    rows = [
        (
            one["at"],
            f"{one['why']} from v{one['version']}" if one["version"] else one["why"],
            one["kept"],
        )
        for one in texts
    ]
    show(texts, as_json=as_json, text=table(("WHEN", "WHAT", "KEPT"), rows))


@agent_group.command("sessions")
@click.argument("agent")
@project
@as_json
def sessions(agent: str, *, project: str | None, as_json: bool) -> None:
    """List where AGENT runs and ran, and which conversations can be gone on with."""
    found = answers("agents.list_agent_sessions", project=named_project(project), agent=agent)
    rows = [
        (
            one["session"][:8],
            one["engine"],
            one["started_at"],
            one["reason"] or f"runs in {one['cell'] or 'the background'}",
            one["conversation"] or "-",
            "yes" if one["can_resume"] else "-",
        )
        for one in found
    ]
    heads = ("SESSION", "ENGINE", "STARTED", "STATE", "CONVERSATION", "CAN RESUME")
    show(found, as_json=as_json, text=table(heads, rows))
