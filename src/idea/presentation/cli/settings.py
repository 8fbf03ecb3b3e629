"""idea settings: every setting by its name, everywhere and in a project."""

import json
from collections.abc import Callable

import click

from idea.domain.errors import NotFoundError
from idea.presentation.cli.actions import run_in_window
from idea.presentation.cli.output import show, table, tell
from idea.presentation.cli.parameters import Answer, answer, answers, as_json, named_project

_FROM = {"default": "", "user": "yours", "project": "project"}


def _project[F: Callable[..., object]](function: F) -> F:
    return click.option(
        "--project",
        "-p",
        metavar="PROJECT",
        default=None,
        help="Of a project's own settings: its id, unique name or path.",
    )(function)


@click.group("settings", invoke_without_command=True)
@click.pass_context
def settings_group(context: click.Context) -> None:
    """Read and change settings; without a command, open their page in the window."""
    if context.invoked_subcommand is None:
        run_in_window("window.open_settings")


@settings_group.command("list")
@click.option("--changed", is_flag=True, help="Only those that are not as usual.")
@_project
@as_json
def list_settings(*, changed: bool, project: str | None, as_json: bool) -> None:
    """List settings, their values, and where these come from."""
    found = [
        view
        for view in answers("settings.show_settings", project=_named(project))
        if not changed or view["origin"] != "default" or _faults(view) or view["is_withheld"]
    ]
    rows = [
        (view["name"], json.dumps(view["value"], ensure_ascii=False), _origin(view))
        for view in found
    ]
    show(
        [{"id": view["name"], **view} for view in found],
        as_json=as_json,
        text=table(("SETTING", "VALUE", "FROM"), rows),
    )
    for view in found:
        for fault in _faults(view):
            tell(fault)


@settings_group.command("get")
@click.argument("name")
@_project
@as_json
def get_setting(name: str, *, project: str | None, as_json: bool) -> None:
    """Print the value of a setting, as JSON.

    Raises:
        NotFoundError: There is no such setting.
    """
    for view in answers("settings.show_settings", project=_named(project)):
        if view["name"] == name:
            value = json.dumps(view["value"], ensure_ascii=False)
            show({"id": name, **view}, as_json=as_json, text=value)
            return
    raise NotFoundError(f"There is no setting {name!r}; 'idea settings list' shows all.")


@settings_group.command("set")
@click.argument("name")
@click.argument("value")
@_project
@as_json
def set_setting(name: str, value: str, *, project: str | None, as_json: bool) -> None:
    """Give a setting a value: JSON, or a bare word as text."""
    try:
        parsed = json.loads(value)
    except ValueError:
        parsed = value
    _set(name, parsed, project, as_json=as_json)


@settings_group.command("reset")
@click.argument("name")
@_project
@as_json
def reset_setting(name: str, *, project: str | None, as_json: bool) -> None:
    """Give a setting its default again, or in a project what it is everywhere."""
    _set(name, None, project, as_json=as_json)


@settings_group.command("agree")
@click.argument("name")
@_project
def agree_to_setting(name: str, *, project: str | None) -> None:
    """Let a setting that a project brings and that starts programs count on this machine."""
    answer("settings.agree_to_setting", name=name, project=named_project(project))


def _named(project: str | None) -> str:
    return "" if project is None else named_project(project)


def _set(name: str, value: object, project: str | None, *, as_json: bool) -> None:
    values = answer("settings.set_setting", name=name, value=value, project=_named(project))
    show(
        {"id": name, "value": values.get(name)},
        as_json=as_json,
        text=f"{name} = {json.dumps(values.get(name))}",
    )


def _faults(view: Answer) -> list[str]:
    return [*view["faults"], *(f"In the project: {fault}" for fault in view["own_faults"])]


def _origin(view: Answer) -> str:
    wish = json.dumps(view["own"], ensure_ascii=False)
    waits = f"project wants {wish}; not agreed" if view["is_withheld"] else ""
    return ", ".join(filter(None, (_FROM[view["origin"]], waits)))
