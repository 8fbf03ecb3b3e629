"""idea screen: what a core makes of bytes, without any session."""

import sys

import click

from idea.presentation.cli.parameters import doors


@click.group("screen")
def screen_group() -> None:
    """Try a terminal core."""


@screen_group.command("replay")
@click.option("--core", type=click.Choice(("ghostty", "pyte")), help="The core; the best if unset.")
def replay(core: str | None) -> None:
    """Read JSON lines {name, cols, rows, hex} and write what each screen shows, as JSON lines."""
    for shown in doors().replay(sys.stdin, core):
        click.echo(shown)
