"""The idea command: its groups, loaded only when used, and how errors leave it."""

import difflib
import importlib
import inspect
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast, override

import click

import idea
from idea.domain.errors import IdeaError
from idea.presentation.cli.doors import Doors
from idea.presentation.cli.output import tell

_COMMANDS = {
    "action": ("idea.presentation.cli.actions", "action_group"),
    "agent": ("idea.presentation.cli.agent_commands", "agent_group"),
    "call": ("idea.presentation.cli.call", "call_command"),
    "completion": ("idea.presentation.cli.completion", "completion_command"),
    "doctor": ("idea.presentation.cli.doctor", "doctor_command"),
    "engine": ("idea.presentation.cli.engine", "engine_group"),
    "layout": ("idea.presentation.cli.layouts", "layout_group"),
    "profile": ("idea.presentation.cli.profiles", "profile_group"),
    "project": ("idea.presentation.cli.projects", "project_group"),
    "recipe": ("idea.presentation.cli.recipes", "recipe_group"),
    "scheme": ("idea.presentation.cli.schemes", "scheme_group"),
    "screen": ("idea.presentation.cli.screen", "screen_group"),
    "session": ("idea.presentation.cli.sessions", "session_group"),
    "keys": ("idea.presentation.cli.keys", "keys_group"),
    "settings": ("idea.presentation.cli.settings", "settings_group"),
    "skill": ("idea.presentation.cli.skills", "skill_group"),
    "template": ("idea.presentation.cli.templates", "template_group"),
    "terminal": ("idea.presentation.cli.terminals", "terminal_group"),
}

SUCCESS, FAILURE, WRONG_USAGE = 0, 1, 2


class _Commands(click.Group):
    """A group that imports a command only to run or describe it, and takes a path otherwise."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute = _COMMANDS[cmd_name]
        command = cast("click.Command", getattr(importlib.import_module(module), attribute))
        _tell_people_only(command)
        return command

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in _COMMANDS:
            return super().resolve_command(ctx, args)
        if Path(args[0]).is_dir():
            return "open", _open, args
        close = difflib.get_close_matches(args[0], _COMMANDS, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else " 'idea --help' lists the commands."
        raise click.UsageError(f"There is no folder and no command named {args[0]!r}.{hint}")


def _tell_people_only(command: click.Command) -> None:
    """Leave out of a command's help what its docstring says to programmers."""
    # Python 3.12 leaves a docstring's indentation in it.
    command.help = inspect.cleandoc(command.help or "").partition("\n\nRaises:")[0]
    # In a list of commands click cuts a sentence off unless it is said to be short.
    command.short_help = " ".join(command.help.partition("\n\n")[0].split())
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _tell_people_only(inner)


@click.group(cls=_Commands, invoke_without_command=True, subcommand_metavar="[PATH | COMMAND …]")
@click.version_option(idea.__version__, prog_name="idea")
@click.pass_context
def root(context: click.Context) -> None:
    """A grid of terminals for each project, whose programs outlive the window.

    With a PATH, or nothing, the window opens on that project; every command below does one thing
    without the window.
    """
    if context.invoked_subcommand is None:
        context.exit(cast("Doors", context.obj).open_window(()))


@click.command("open", hidden=True)
@click.argument("paths", nargs=-1)
@click.pass_context
def _open(context: click.Context, paths: Sequence[str]) -> None:
    folders = [str(Path(path).resolve()) for path in paths]
    for path in folders:
        if not Path(path).is_dir():
            raise click.UsageError(f"{path} is not a folder.")
    context.exit(cast("Doors", context.find_root().obj).open_window(folders))


def run(arguments: Sequence[str], doors: Doors) -> int:
    """Run the command line and return its exit code: 0 done, 1 failed, 2 used wrongly."""
    try:
        code = root.main(list(arguments), prog_name="idea", standalone_mode=False, obj=doors)
        return code if isinstance(code, int) else SUCCESS
    except click.exceptions.Exit as wanted:
        return wanted.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return WRONG_USAGE
    except click.Abort:
        tell("Interrupted.")
        return FAILURE
    except IdeaError as failed:
        if "--json" in arguments:
            click.echo(json.dumps({"error": {"kind": failed.kind, "message": failed.sentence}}))
        tell(failed.sentence)
        return FAILURE
    except BrokenPipeError:
        # The reader of a pipe has seen enough; closing here keeps the interpreter quiet.
        sys.stderr.close()
        return SUCCESS
