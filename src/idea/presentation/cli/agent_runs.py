"""idea agent: launch and stop agents, and go on with those that were interrupted."""

import os

import click

from idea.application.terminals.client_variables import client_variables
from idea.domain.errors import ProcessError
from idea.presentation.cli.agents import agent_group
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    named_project,
    project,
)


@agent_group.command("launch")
@click.argument("agent")
@click.option("--at", "cell", default="", metavar="ADDRESS", help="The empty cell to show it in.")
@click.option("--background", is_flag=True, help="Show it in no cell.")
@click.option("--new", is_flag=True, help="Begin a new conversation.")
@click.option(
    "--conversation-of",
    "session",
    metavar="SESSION",
    default="",
    help="Go on with what was said in this session of it: 'idea agent sessions'.",
)
@click.option("--model", default="", help="What the program is asked to use.")
@click.option(
    "--wait",
    default=3.0,
    metavar="SECONDS",
    help="Watch it so long for an early end or a question; 3 when left out, 0 for not at all.",
)
@project
@as_json
def launch(
    agent: str,
    cell: str,
    session: str,
    model: str,
    project: str | None,
    *,
    background: bool,
    new: bool,
    wait: float,
    as_json: bool,
) -> None:
    """Start AGENT's program with what it reads, and print the session's id.

    Its conversation is gone on with when there is one. An agent that runs is shown in the cell. A
    program that ends at once, or asks to be trusted or logged in, is told of.

    Raises:
        ProcessError: The program ended at once; the sentence says what it said last.
    """
    launched = answer(
        "agents.launch_agent",
        project=named_project(project),
        agent=agent,
        cell=cell,
        background=background,
        resume=not new,
        conversation_of=session,
        model=model,
        environment=client_variables(os.environ),
    )
    start: Answer = {"state": "runs", "sentence": ""}
    if wait > 0:
        start = answer(
            "agents.await_start", project=named_project(project), agent=agent, within_s=wait
        )
    if start["state"] == "ended":
        raise ProcessError(start["sentence"])
    show({**launched, "start": start}, as_json=as_json, text=launched["id"])
    if start["sentence"]:
        tell(start["sentence"])


@agent_group.command("adopt")
@click.argument("session")
@click.option("--name", default="", help="What to call it; its engine's name when left out.")
@as_json
def adopt(session: str, name: str, *, as_json: bool) -> None:
    """Make an agent of the AI program that was typed into the shell of SESSION.

    The program goes on untouched; what the agent should read applies from its next launch.
    """
    view = answer("agents.adopt_session", session=session, name=name)
    show(view, as_json=as_json, text=f"{view['name']} is defined: {view['role_path']}")


@agent_group.command("stop")
@click.argument("agent")
@project
@as_json
def stop(agent: str, *, project: str | None, as_json: bool) -> None:
    """Stop an agent's program with everything it started; its conversation stays."""
    view = answer("agents.stop_agent", project=named_project(project), agent=agent)
    show(view, as_json=as_json, text=f"{view['name']} does not run.")


@agent_group.command("engine")
@click.argument("agent")
@click.argument("engine")
@project
@as_json
def change_engine(agent: str, engine: str, *, project: str | None, as_json: bool) -> None:
    """Run AGENT on another ENGINE from now on; role and skills stay, its conversation does not."""
    view = answer(
        "agents.change_engine", project=named_project(project), agent=agent, profile=engine
    )
    where = f" in {view['cell']}" if view["cell"] else ""
    runs = f", and was launched anew{where}" if view["session"] else ""
    show(view, as_json=as_json, text=f"{view['name']} runs on {view['engine']}{runs}.")


@agent_group.command("resumable")
@project
@as_json
def resumable(*, project: str | None, as_json: bool) -> None:
    """List agents that a crash or a restart of the computer interrupted."""
    found = answers("agents.list_resumable", project=named_project(project))
    rows = [
        (one["agent"]["name"], one["agent"]["engine"], one["reason"], one["sentence"])
        for one in found
    ]
    show(found, as_json=as_json, text=table(("AGENT", "ENGINE", "WHY IT ENDED", "LAUNCH"), rows))


@agent_group.command("dismiss")
@click.argument("agent")
@project
@as_json
def dismiss(agent: str, *, project: str | None, as_json: bool) -> None:
    """Offer an interrupted agent no more to be resumed."""
    view = answer("agents.dismiss_resumable", project=named_project(project), agent=agent)
    show(view, as_json=as_json, text=f"{view['name']} is not offered any more.")
