"""idea completion: the script that teaches a shell the commands."""

import click
from click.shell_completion import get_completion_class

from idea.domain.errors import NotFoundError


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell; source it from the shell's start-up file.

    Raises:
        NotFoundError: This build has no completion for the shell.
    """
    completion = get_completion_class(shell)
    if completion is None:
        raise NotFoundError(f"There is no completion for {shell}.")
    click.echo(completion(context.find_root().command, {}, "idea", "_IDEA_COMPLETE").source())
