"""idea session survivors: what ended sessions left running, and how to stop it."""

from collections.abc import Mapping, Sequence

import click

from idea.domain.errors import IdeaError, InvalidError
from idea.domain.quantities import counted, memory_words
from idea.domain.visible import visible
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import Answer, answers, as_json

_NOBODY = "No ended session left a program running."
_LONGEST_COMMAND = 100


@click.command("survivors")
@click.option("--session", "-s", metavar="SESSION", default="", help="Only this session's.")
@as_json
def survivors(session: str, *, as_json: bool) -> None:
    """List programs that run on although their session has ended, with what memory they use."""
    found = answers("terminals.list_survivors", session=session)
    rows = [
        (
            str(entry["pid"]),
            f"{entry['session'][:8]} {entry['session_name'] or '(forgotten)'}",
            str(entry["processes"]),
            memory_words(int(entry["memory_bytes"])),
            _local(str(entry["since"])),
            _command(entry),
        )
        for entry in found
    ]
    headings = ("PID", "SESSION", "PROCESSES", "MEMORY", "SINCE", "PROGRAM")
    show(found, as_json=as_json, text=table(headings, rows) if rows else _NOBODY)


def _local(moment: str) -> str:
    """Return an ISO 8601 moment in the local time of this computer, with its zone."""
    from datetime import datetime  # noqa: PLC0415 # Few commands tell times.

    return datetime.fromisoformat(moment).astimezone().isoformat(" ", "minutes")


def _command(entry: Mapping[str, object]) -> str:
    arguments = entry["arguments"]
    words = (entry["program"], *(arguments if isinstance(arguments, list) else ()))
    command = visible(" ".join(map(str, words)))
    return command if len(command) <= _LONGEST_COMMAND else f"{command[: _LONGEST_COMMAND - 1]}…"


@click.command("stop-survivors")
@click.argument("pids", metavar="[PID]...", nargs=-1)
@click.option("--session", "-s", metavar="SESSION", default="", help="All that are left of it.")
@click.option("--all", "everything", is_flag=True, help="All that are left of any session.")
@as_json
def stop_survivors(pids: Sequence[str], session: str, *, everything: bool, as_json: bool) -> None:
    """End programs that run on although their session has ended, with all they started.

    They are hung up first and killed after two seconds.

    Raises:
        InvalidError: Nothing is named, or too much.
    """
    if sum(map(bool, (pids, session, everything))) != 1:
        raise InvalidError("Name process ids, or a session with --session, or say --all.")
    named: Sequence[str] = pids
    if everything:
        named = [str(entry["id"]) for entry in answers("terminals.list_survivors", session="")]
    stopped: Sequence[Answer] = ()
    if named or session:
        stopped = answers("terminals.stop_survivors", survivors=list(named), session=session)
    lines = [f"{entry['program']} ({entry['pid']}) has ended." for entry in stopped]
    show(list(stopped), as_json=as_json, text="\n".join(lines) if lines else _NOBODY)


def tell_what_is_left(session: str) -> None:
    """Say beside the answer that a session which ended just now left programs running."""
    try:
        left = len(answers("terminals.list_survivors", session=session))
    except IdeaError:
        return  # The session ended; an engine of an older version cannot tell more.
    if left:
        programs = counted(left, "program that left it runs on", "programs that left it run on")
        tell(f"{programs}; 'idea session survivors' lists them.")
