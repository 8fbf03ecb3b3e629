"""idea scheme: the colours of terminals, taken from other terminals' files."""

from pathlib import Path

import click

from idea.application.color_schemes.worn_schemes import DARK_SCHEME, LIGHT_SCHEME
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import Answer, answer, as_json


@click.group("scheme")
def scheme_group() -> None:
    """Import colour schemes of other terminals and wear one."""


@scheme_group.command("list")
@as_json
def list_schemes(*, as_json: bool) -> None:
    """List your schemes, with a star at those that terminals wear."""
    found = answer("color_schemes.list_color_schemes")
    rows = [
        ("*" if one["is_worn"] else "", one["name"], "dark" if one["is_dark"] else "light")
        for one in found["schemes"]
    ]
    show(found, as_json=as_json, text=table(("", "NAME", "FOR"), rows))
    for sentence in found["notices"]:
        tell(sentence)


@scheme_group.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", default="", help="What to call it; else as the file.")
@click.option("--wear", is_flag=True, help="Give terminals its colours at once.")
@as_json
def import_scheme(file: Path, name: str, *, wear: bool, as_json: bool) -> None:
    """Keep the colours in a FILE of Alacritty, Ghostty, iTerm2, kitty, Windows Terminal or xterm.

    Base16 schemes are read, too.
    """
    scheme = answer("color_schemes.import_color_scheme", path=str(file.absolute()), name=name)
    if wear:
        scheme = answer("color_schemes.wear_color_scheme", name=scheme["name"])
    show(scheme, as_json=as_json, text=_sentence(scheme))


@scheme_group.command("wear")
@click.argument("name")
@as_json
def wear_scheme(name: str, *, as_json: bool) -> None:
    """Give terminals the colours of a scheme: in dark themes, or in light ones, as it is."""
    scheme = answer("color_schemes.wear_color_scheme", name=name)
    show(scheme, as_json=as_json, text=_sentence(scheme))


@scheme_group.command("reset")
@as_json
def reset_schemes(*, as_json: bool) -> None:
    """Give terminals the themes' own colours again; the schemes stay."""
    for setting in (DARK_SCHEME, LIGHT_SCHEME):
        answer("settings.set_setting", name=setting, value=None)
    show({}, as_json=as_json, text="Terminals have the colours of the themes again.")


def _sentence(scheme: Answer) -> str:
    shade = "dark" if scheme["is_dark"] else "light"
    if scheme["is_worn"]:
        return f"Terminals in {shade} themes have the colours of {scheme['name']}."
    return f"{scheme['name']} is kept, for {shade} themes."
