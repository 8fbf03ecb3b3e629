"""idea layout: the grid of a project, by spreadsheet addresses."""

import re
from typing import cast

import click

from idea.application.layouts.drawing import draw_layout
from idea.domain.errors import IdeaError
from idea.domain.visible import visible
from idea.presentation.cli.output import show, tell
from idea.presentation.cli.parameters import (
    Answer,
    answer,
    answers,
    as_json,
    documented,
    named_project,
    project,
)


@click.group("layout")
def layout_group() -> None:
    """Show and change the grid of cells."""


_shared = documented(project, as_json)


def _change(use_case: str, given: str | None, as_json: bool, **request: object) -> None:
    layout = answer(f"layouts.{use_case}", project=named_project(given), **request)
    _show_layout(layout, as_json=as_json)


def _show_layout(layout: Answer, *, as_json: bool) -> None:
    drawing = ""
    if not as_json:
        names = _session_names(layout) if layout["sessions"] else {}
        drawing = draw_layout(layout["tree"], layout["sessions"], names)
    show(dict(layout), as_json=as_json, text=drawing)
    if layout["notice"]:
        tell(layout["notice"])


def _session_names(layout: Answer) -> dict[str, str]:
    try:
        known = answers("terminals.list_sessions", project=layout["project"])
    except IdeaError:  # The change itself is done: its drawing does without names.
        return {}
    return {entry["id"]: visible(entry["name"]) for entry in known}


@layout_group.command("show")
@_shared
def show_layout(project: str | None, as_json: bool) -> None:
    """Draw the grid with its addresses and sessions."""
    _change("show_layout", project, as_json)


def _one_side(left: bool, right: bool, up: bool, down: bool) -> str:
    chosen = [
        side
        for side, is_chosen in (("left", left), ("right", right), ("up", up), ("down", down))
        if is_chosen
    ]
    if len(chosen) != 1:
        raise click.UsageError("Say exactly one of --left, --right, --up and --down.")
    return chosen[0]


@layout_group.command("split")
@click.argument("address")
@click.option("--left", is_flag=True, help="Put the new cell to the left.")
@click.option("--right", is_flag=True, help="Put the new cell to the right.")
@click.option("--up", is_flag=True, help="Put the new cell above.")
@click.option("--down", is_flag=True, help="Put the new cell below.")
@_shared
def split(
    *,
    address: str,
    left: bool,
    right: bool,
    up: bool,
    down: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Split a cell in two."""
    side = _one_side(left, right, up, down)
    _change("split_cell", project, as_json, cell=address, side=side)


@layout_group.command("close")
@click.argument("address")
@_shared
def close(address: str, project: str | None, as_json: bool) -> None:
    """Remove a cell; its session goes to the background and lives on."""
    _change("close_cell", project, as_json, cell=address)


@layout_group.command("detach")
@click.argument("address")
@_shared
def detach(address: str, project: str | None, as_json: bool) -> None:
    """Send a cell's session to the background and keep the cell."""
    _change("detach_session", project, as_json, cell=address)


@layout_group.command("attach")
@click.argument("session")
@click.argument("address")
@_shared
def attach(session: str, address: str, project: str | None, as_json: bool) -> None:
    """Show a session in a cell."""
    _change("attach_session", project, as_json, session=session, cell=address)


@layout_group.command("merge")
@click.argument("cells")
@_shared
def merge(cells: str, project: str | None, as_json: bool) -> None:
    """Merge a range such as A1:B2 into one cell."""
    _change("merge_cells", project, as_json, cells=cells)


@layout_group.command("equalise")
@click.argument("cells", default="")
@_shared
def equalise(cells: str, project: str | None, as_json: bool) -> None:
    """Make the cells of a range, or all of them, equally large."""
    _change("equalise_cells", project, as_json, cells=cells)


@layout_group.command("unmerge")
@click.argument("address")
@_shared
def unmerge(address: str, project: str | None, as_json: bool) -> None:
    """Take a merged cell apart again."""
    _change("unmerge_cell", project, as_json, cell=address)


_LINE = click.Choice(("row", "column"))


@layout_group.command("insert")
@click.argument("line", type=_LINE)
@click.argument("address")
@click.option("--before", is_flag=True, help="Before the cell instead of after it.")
@_shared
def insert(line: str, address: str, before: bool, project: str | None, as_json: bool) -> None:
    """Insert a row or column beside a cell."""
    _change(f"insert_{line}", project, as_json, cell=address, after=not before)


@layout_group.command("delete")
@click.argument("line", type=_LINE)
@click.argument("address")
@_shared
def delete(line: str, address: str, project: str | None, as_json: bool) -> None:
    """Delete the row or column of a cell; its sessions go to the background."""
    _change(f"delete_{line}", project, as_json, cell=address)


def _percent(text: str) -> float:
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?)\s*%?", text)
    if match is None:
        raise click.UsageError(f"{text!r} is not a percentage such as 10% or -5%.")
    return float(match[1])


@layout_group.command("resize", context_settings={"ignore_unknown_options": False})
@click.argument("address")
@click.option("--left", metavar="PERCENT", help="Move the left edge out by this much.")
@click.option("--right", metavar="PERCENT", help="Move the right edge out by this much.")
@click.option("--up", metavar="PERCENT", help="Move the upper edge out by this much.")
@click.option("--down", metavar="PERCENT", help="Move the lower edge out by this much.")
@_shared
def resize(
    *,
    address: str,
    left: str | None,
    right: str | None,
    up: str | None,
    down: str | None,
    project: str | None,
    as_json: bool,
) -> None:
    """Move one edge of a cell, in percent of its container."""
    side = _one_side(left is not None, right is not None, up is not None, down is not None)
    given = cast("str", left or right or up or down)
    _change("resize_cell", project, as_json, cell=address, side=side, percent=_percent(given))


@layout_group.command("move")
@click.argument("address")
@click.argument("to")
@click.option("--left", is_flag=True, help="Put it to the left of that place.")
@click.option("--right", is_flag=True, help="Put it to the right of that place.")
@click.option("--up", is_flag=True, help="Put it above that place.")
@click.option("--down", is_flag=True, help="Put it below that place.")
@_shared
def move(
    *,
    address: str,
    to: str,
    left: bool,
    right: bool,
    up: bool,
    down: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Put a cell, with what it shows, in another place, or beside what is there."""
    side = _one_side(left, right, up, down) if left or right or up or down else ""
    _change("move_cell", project, as_json, cell=address, to=to, side=side)


@layout_group.command("swap")
@click.argument("address")
@click.argument("with_address")
@_shared
def swap(address: str, with_address: str, project: str | None, as_json: bool) -> None:
    """Exchange two cells."""
    _change("swap_cells", project, as_json, cell=address, with_cell=with_address)


@layout_group.command("transpose")
@click.argument("address", default="")
@_shared
def transpose(address: str, project: str | None, as_json: bool) -> None:
    """Turn rows into columns and columns into rows."""
    _change("transpose", project, as_json, cell=address)


@layout_group.command("preset")
@click.argument("name")
@_shared
def preset(name: str, project: str | None, as_json: bool) -> None:
    """Arrange the cells by a preset such as columns-2, grid-2x2 or main-left."""
    _change("apply_preset", project, as_json, preset=name)


@layout_group.command("undo")
@_shared
def undo(project: str | None, as_json: bool) -> None:
    """Undo the last change of the grid."""
    _change("undo_layout", project, as_json)


@layout_group.command("redo")
@_shared
def redo(project: str | None, as_json: bool) -> None:
    """Redo what was undone."""
    _change("redo_layout", project, as_json)
