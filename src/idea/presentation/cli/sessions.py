"""idea session: the programs that run, seen or unseen.

What follows a stream is imported by the two commands that do: listing sessions has 250 ms.
"""

# ruff: noqa: PLC0415 - See above.

import os
import sys

import click

from idea.application.terminals.client_variables import client_variables
from idea.domain.errors import ConflictError, IdeaError, ProcessError
from idea.presentation.cli.output import facts, show, table, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    history,
    named_project,
    project,
)
from idea.presentation.cli.replays import export_command, replay_command
from idea.presentation.cli.survivors import stop_survivors, survivors, tell_what_is_left
from idea.presentation.cli.told_commands import commands_command, output_command

_LIVE = frozenset({"starting", "running"})


@click.group("session")
def session_group() -> None:
    """List, read, search, type into, attach to, replay, export and stop sessions."""


session_group.add_command(replay_command)
session_group.add_command(export_command)
session_group.add_command(commands_command)
session_group.add_command(output_command)
session_group.add_command(survivors)
session_group.add_command(stop_survivors)


@session_group.command("list")
@click.option(
    "--project", "-p", metavar="PROJECT", default="", help="Only this project's sessions."
)
@as_json
def list_sessions(project: str, *, as_json: bool) -> None:
    """List sessions, those in cells and those in the background."""
    found = answers("terminals.list_sessions", project=project)
    rows = [
        (
            entry["id"][:8],
            entry["address"] or "-",
            _state(entry),
            f"{entry['columns']}x{entry['rows']}",
            entry["name"],
            entry["folder"] or entry["cwd"],
            entry["reason"],
        )
        for entry in found
    ]
    headings = ("ID", "CELL", "STATE", "SIZE", "NAME", "FOLDER", "WHY IT ENDED")
    show(found, as_json=as_json, text=table(headings, rows) if rows else "No sessions.")


def _state(session: Answer) -> str:
    if session["status"] == "exited":
        if session.get("stopped"):
            return "stopped"
        code = int(session["code"])
        return f"exited {code}" if code >= 0 else f"signal {-code}"
    return _told_words(session.get("told")) or str(session["status"])


def _told_words(told: Answer | None) -> str:
    """Return what a session's program says it is doing, in a few words."""
    if not told:
        return ""
    more = [told["kind"]] if told["kind"] else []
    if told["progress"] is not None:
        more.append(f"{told['progress']} %")
    return f"{told['state']} ({', '.join(more)})" if more else str(told["state"])


@session_group.command("show")
@click.argument("session")
@as_json
def show_session(session: str, *, as_json: bool) -> None:
    """Tell everything about a session; the start of its id is enough."""
    found = answer("terminals.show_session", session=session)
    told = found.get("told") or {}
    says = ": ".join(part for part in (_told_words(told), told.get("message", "")) if part)
    readable = {**found, "command": " ".join(found["command"]), "told": says}
    show(found, as_json=as_json, text=facts(readable))


@session_group.command("stop")
@click.argument("session")
@click.option("--force", is_flag=True, help="Kill at once instead of hanging up first.")
@as_json
def stop(session: str, *, force: bool, as_json: bool) -> None:
    """End a session's program and everything it started."""
    stopped = answer("terminals.stop_session", session=session, force=force)
    show(stopped, as_json=as_json, text=f"{stopped['name']} has ended. {stopped['reason']}")
    tell_what_is_left(str(stopped["id"]))


@session_group.command("restart-ended")
@project
@as_json
def restart_ended(*, project: str | None, as_json: bool) -> None:
    """Start the program of every cell again that shows an ended one; agents with conversations.

    Raises:
        ProcessError: Some could not be started; all others were.
    """
    made = answer(
        "terminals.restart_ended",
        project=named_project(project),
        environment=client_variables(os.environ),
    )
    rows = [(one["id"][:8], one["address"] or "-", one["name"]) for one in made["sessions"]]
    none = "No cell shows an ended program."
    show(made, as_json=as_json, text=table(("ID", "CELL", "NAME"), rows) if rows else none)
    if made["failed"]:
        raise ProcessError(" ".join(made["failed"]))


@session_group.command("forget")
@click.argument("session")
@as_json
def forget(session: str, *, as_json: bool) -> None:
    """Take an ended session off the list."""
    gone = answer("terminals.forget_session", session=session)
    show(gone, as_json=as_json, text=f"{gone['name']} is forgotten.")


@session_group.command("send")
@click.argument("session")
@click.argument("text")
@click.option("--enter", is_flag=True, help="Press Enter after the text.")
@as_json
def send(session: str, text: str, *, enter: bool, as_json: bool) -> None:
    """Type text into a session, as a paste its program understands."""
    told = answer("terminals.send_text", session=session, text=text, enter=enter)
    show(told, as_json=as_json, text="")


@session_group.command("screen")
@click.argument("session")
@history
@as_json
def screen(session: str, history: int, *, as_json: bool) -> None:
    """Print what a session shows, as plain text."""
    try:
        shown = answer("terminals.read_screen", session=session, history=history)
    except IdeaError:  # No worker, or an older engine: a core of this process does as well.
        shown = _followed_screen(session, history)
    if as_json:
        show(shown, as_json=True, text="")
    else:
        # A core's cells hold no control characters, and what joins an emoji must stay as it is.
        click.echo("\n".join(shown["lines"]).rstrip("\n"))
        ended = answer("terminals.show_session", session=session)["reason"]
        if ended:
            tell(f"This is what it showed last. {ended}")


def _followed_screen(session: str, history: int) -> Answer:
    from idea.presentation.cli.following import following
    from idea.presentation.cli.screen_text import screen_answer

    full = answer("terminals.show_session", session=session)["id"]
    with following(full, None) as follower:
        follower.until_live()
        return screen_answer(full, follower.screen, history)


@session_group.command("find")
@click.argument("session")
@click.argument("text")
@click.option("--case", is_flag=True, help="Let capitals count.")
@click.option("--word", is_flag=True, help="Find whole words only.")
@click.option("--regex", is_flag=True, help="Take the text as a regular expression.")
@click.option(
    "--limit",
    metavar="LINES",
    type=click.IntRange(min=1),
    default=1_000,
    show_default=True,
    help="Print so many of the newest lines at most.",
)
@click.pass_context
@as_json
def find(
    context: click.Context,
    session: str,
    text: str,
    *,
    case: bool,
    word: bool,
    regex: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Print the lines of a session in which a text is; exits with 1 when there are none."""
    found = answer(
        "terminals.find_in_session",
        session=session,
        text=text,
        case=case,
        word=word,
        expression=regex,
        limit=limit,
    )
    lines = [f"{line['number']}: {line['text']}" for line in found["lines"]]
    if lines or as_json:
        show(found, as_json=as_json, text="\n".join(lines))
    if not lines:
        context.exit(1)


@session_group.command("attach")
@click.argument("session")
@click.pass_context
def attach(context: click.Context, session: str) -> None:
    """Show a session in this terminal; Ctrl+] detaches and leaves it running.

    Raises:
        ConflictError: The session has ended.
    """
    from idea.domain.terminal import Exited
    from idea.presentation.cli.doorbell import Doorbell
    from idea.presentation.cli.following import following
    from idea.presentation.cli.raw_attach import RawAttach, outer_size

    found = answer("terminals.show_session", session=session)
    if found["status"] not in _LIVE:
        raise ConflictError(
            f"{found['name']} has ended; "
            f"'idea session screen {session}' prints what it showed last."
        )
    with (
        Doorbell() as arrivals,
        following(found["id"], outer_size(), arrivals.ring) as follower,
    ):
        ended = RawAttach(follower, arrivals, sys.stdin.fileno(), sys.stdout.fileno()).run()
    if ended is None:
        tell(f"Detached from {found['name']}; 'idea session attach {session}' comes back.")
    elif isinstance(ended, Exited):
        tell(f"{found['name']} exited with {ended.code}.")
    else:
        tell(f"{found['name']} is gone: {ended.reason}")
        context.exit(1)
