"""idea session commands and idea session output: what was run at a shell's prompts.

Both tell the log of the session again to a core, so they work after its end as well. What feeds a
core is imported by the commands themselves: listing sessions has 250 ms.
"""

# ruff: noqa: PLC0415 - See above.

import click

from idea.domain.commands import Command, Outcome, run_time
from idea.domain.errors import InvalidError, NotFoundError
from idea.presentation.cli.output import json_text, show, table, tell
from idea.presentation.cli.parameters import as_json

_NONE_KNOWN = "No command is known; shells tell them when terminal.shell_integration is on."


@click.command("commands")
@click.argument("session")
@as_json
def commands_command(session: str, *, as_json: bool) -> None:
    """List the commands run at a session's prompts, the newest first, as far as kept."""
    from idea.presentation.cli.told_screen import told_screen

    with told_screen(session) as screen:
        commands = screen.commands()[::-1]
    rows = [
        (str(number), _when(one), _took(one), _how(one), one.line)
        for number, one in enumerate(commands, 1)
    ]
    text = table(("NUMBER", "BEGAN", "TOOK", "ENDED", "COMMAND"), rows) if rows else ""
    answer = [_answer(number, one) for number, one in enumerate(commands, 1)]
    show(answer, as_json=as_json, text=text)
    if not commands:
        tell(_NONE_KNOWN)


@click.command("output")
@click.argument("session")
@click.argument("number", type=click.IntRange(min=1), default=1)
@as_json
def output_command(session: str, number: int, *, as_json: bool) -> None:
    """Print what a command of a session printed: NUMBER counts back, 1 is the newest.

    Raises:
        NotFoundError: So many commands are not known.
        InvalidError: A full-screen program hides what the commands printed.
    """
    from idea.presentation.cli.told_screen import told_screen

    with told_screen(session) as screen:
        commands = screen.commands()[::-1]
        if number > len(commands):
            known = f"{len(commands)} are known" if commands else _NONE_KNOWN
            raise NotFoundError(f"There is no command {number}: {known.rstrip('.')}.")
        one = commands[number - 1]
        if one.prompt < 0:
            raise InvalidError("A full-screen program is in front of what the commands printed.")
        text = screen.output_text(one.prompt)
    if as_json:
        click.echo(json_text({**_answer(number, one), "output": text}))
    elif text:
        # A core's cells hold no control characters, and what joins an emoji must stay as it is.
        click.echo(text)


def _answer(number: int, one: Command) -> dict[str, object]:
    from idea.presentation.cli.moments import local_time

    return {
        "number": number,
        "line": one.line,
        "ended": one.ended,
        "exit": one.exit,
        "began": local_time(one.began_ms).isoformat() if one.began_ms else None,
        "took_ms": one.took_ms,
    }


def _when(one: Command) -> str:
    from idea.presentation.cli.moments import shown_moment

    return shown_moment(one.began_ms) if one.began_ms else ""


def _took(one: Command) -> str:
    return "" if one.took_ms is None else run_time(one.took_ms)


def _how(one: Command) -> str:
    return f"failed {one.exit}" if one.outcome is Outcome.FAILED else one.outcome.value
