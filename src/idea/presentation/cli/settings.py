"""idea settings: every setting by its name."""

import json

import click

from idea.presentation.cli.output import facts, show
from idea.presentation.cli.parameters import answer, as_json


@click.group("settings")
def settings_group() -> None:
    """Read and change settings."""


@settings_group.command("list")
@as_json
def list_settings(*, as_json: bool) -> None:
    """List settings and their values."""
    values = answer("settings.get_settings")
    show(
        [{"id": name, "value": value} for name, value in values.items()],
        as_json=as_json,
        text=facts({name: json.dumps(value) for name, value in values.items()}),
    )


@settings_group.command("set")
@click.argument("name")
@click.argument("value")
@as_json
def set_setting(name: str, value: str, *, as_json: bool) -> None:
    """Give a setting a value: JSON, or a bare word as text."""
    try:
        parsed = json.loads(value)
    except ValueError:
        parsed = value
    values = answer("settings.set_setting", name=name, value=parsed)
    show(
        {"id": name, "value": values.get(name)},
        as_json=as_json,
        text=f"{name} = {json.dumps(values.get(name))}",
    )
