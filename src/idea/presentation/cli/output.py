"""What commands print: aligned tables for people, JSON for programs.

The terminal that shows it obeys control characters, and names, paths and reasons come from outside:
they are written out in text and escaped in JSON, which loses nothing.
"""

import json
import sys
import unicodedata
from collections.abc import Mapping, Sequence

import click

from idea.domain.visible import visible

_GAP = "  "


def _width(text: str) -> int:
    """Return the cells `text` takes; East Asian wide characters take two."""
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return headings and rows as left-aligned columns."""
    lines = [tuple(headings), *(tuple(visible(cell) for cell in row) for row in rows)]
    widths = [max(_width(line[index]) for line in lines) for index in range(len(headings))]
    return "\n".join(
        _GAP.join(
            cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def show(answer: object, *, as_json: bool, text: str) -> None:
    """Print the answer of a use case: itself as JSON, or the text made of it."""
    if as_json:
        click.echo(json_text(answer))
    elif text:
        click.echo("\n".join(visible(line) for line in text.split("\n")))


def json_text(value: object) -> str:
    """Return indented JSON in which everything that is not printable is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "".join(
        character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1]
        for character in text
    )


def facts(pairs: Mapping[str, object]) -> str:
    """Return names and values, one a line, aligned."""
    shown = {name: visible(str(value)) for name, value in pairs.items() if value not in {None, ""}}
    widest = max((len(name) for name in shown), default=0)
    return "\n".join(f"{name.ljust(widest)}{_GAP}{value}" for name, value in shown.items())


def tell(sentence: str) -> None:
    """Print a sentence for the person beside the answer."""
    click.echo(visible(sentence), file=sys.stderr)
