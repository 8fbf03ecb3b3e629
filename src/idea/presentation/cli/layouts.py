"""idea layout: the grid of a project, by spreadsheet addresses."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

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


type _Command = Callable[..., object]

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


class _Plain(NamedTuple):
    """A command that hands its arguments to a use case as they are."""

    name: str
    use_case: str
    sentence: str
    arguments: tuple[str, ...] = ()
    """Each may end with `?`, which makes it one that may be left out."""


_PLAIN = (
    _Plain("show", "show_layout", "Draw the grid with its addresses and sessions."),
    _Plain(
        "close",
        "close_cell",
        "Remove a cell, or a range such as A1:B2; its sessions go to the background.",
        ("address",),
    ),
    _Plain("reopen", "reopen_cell", "Open the cell again that was closed last, with its session."),
    _Plain(
        "detach",
        "detach_session",
        "Send a cell's session to the background and keep the cell.",
        ("address",),
    ),
    _Plain("attach", "attach_session", "Show a session in a cell.", ("session", "address")),
    _Plain("merge", "merge_cells", "Merge a range such as A1:B2 into one cell.", ("cells",)),
    _Plain(
        "equalise",
        "equalise_cells",
        "Make the cells of a range, or all of them, equally large.",
        ("cells?",),
    ),
    _Plain(
        "unmerge",
        "unmerge_cell",
        "Take a merged cell apart again, or all that are merged in a range such as A1:B2.",
        ("address",),
    ),
    _Plain("swap", "swap_cells", "Exchange two cells.", ("address", "with_address")),
    _Plain(
        "transpose", "transpose", "Turn rows into columns and columns into rows.", ("address?",)
    ),
    _Plain(
        "preset",
        "apply_preset",
        "Arrange the cells by a preset such as columns-2, grid-2x2 or main-left.",
        ("name",),
    ),
    _Plain(
        "broadcast",
        "set_broadcast",
        "Let all of CELLS, such as 'A1:B2 C3', get what is typed into one of them in the window.",
        ("cells",),
    ),
    _Plain("end-broadcast", "clear_broadcast", "Let each cell get only what is typed into itself."),
    _Plain("undo", "undo_layout", "Undo the last change of the grid."),
    _Plain("redo", "redo_layout", "Redo what was undone."),
)
_FIELDS = {"address": "cell", "with_address": "with_cell", "name": "preset"}
"""What use cases call an argument that has another name here."""


def _add_plain(plain: _Plain) -> None:
    def run(project: str | None, as_json: bool, **given: str | None) -> None:
        request = {_FIELDS.get(name, name): value or "" for name, value in given.items()}
        _change(plain.use_case, project, as_json, **request)

    arguments = [
        click.argument(name.rstrip("?"), required=not name.endswith("?"))
        for name in plain.arguments
    ]
    command = documented(*arguments, project, as_json)(run)
    layout_group.command(plain.name, help=plain.sentence)(command)


for _plain in _PLAIN:
    _add_plain(_plain)


_SIDES = ("left", "right", "up", "down")


def _side_options(*sentences: str, **kind: Any) -> Callable[[_Command], _Command]:
    """Return an option for each side, with its sentence."""
    return documented(
        *(
            click.option(f"--{side}", help=sentence, **kind)
            for side, sentence in zip(_SIDES, sentences, strict=True)
        )
    )


def _one_side(sides: Mapping[str, object]) -> str:
    """Return the one side that was given.

    Raises:
        UsageError: None was, or several were.
    """
    chosen = [side for side in _SIDES if sides[side] is not None and sides[side] is not False]
    if len(chosen) != 1:
        raise click.UsageError("Say exactly one of --left, --right, --up and --down.")
    return chosen[0]


@layout_group.command("split")
@click.argument("address")
@_side_options(
    "Put the new cell to the left.",
    "Put the new cell to the right.",
    "Put the new cell above.",
    "Put the new cell below.",
    is_flag=True,
)
@_shared
def split(*, address: str, project: str | None, as_json: bool, **sides: bool) -> None:
    """Split a cell in two."""
    _change("split_cell", project, as_json, cell=address, side=_one_side(sides))


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
@_side_options(
    "Move the left edge out by this much.",
    "Move the right edge out by this much.",
    "Move the upper edge out by this much.",
    "Move the lower edge out by this much.",
    metavar="PERCENT",
)
@_shared
def resize(*, address: str, project: str | None, as_json: bool, **sides: str | None) -> None:
    """Move one edge of a cell, in percent of its container."""
    side = _one_side(sides)
    percent = _percent(sides[side] or "")
    _change("resize_cell", project, as_json, cell=address, side=side, percent=percent)


@layout_group.command("move")
@click.argument("address")
@click.argument("to")
@_side_options(
    "Put it to the left of that place.",
    "Put it to the right of that place.",
    "Put it above that place.",
    "Put it below that place.",
    is_flag=True,
)
@_shared
def move(*, address: str, to: str, project: str | None, as_json: bool, **sides: bool) -> None:
    """Put a cell, with what it shows, in another place, or beside what is there."""
    side = _one_side(sides) if any(sides.values()) else ""
    _change("move_cell", project, as_json, cell=address, to=to, side=side)


def _add_block_command(name: str, use_case: str, sentence: str) -> None:
    def run(*, cells: str, project: str | None, as_json: bool, **sides: bool) -> None:
        _change(use_case, project, as_json, cells=cells, side=_one_side(sides))

    sides = _side_options("To the left.", "To the right.", "Upwards.", "Downwards.", is_flag=True)
    command = documented(click.argument("cells"), sides, project, as_json)(run)
    layout_group.command(name, help=sentence)(command)


_add_block_command(
    "move-range", "move_range", "Move a range such as A1:B2 as one block, one place to a side."
)
_add_block_command(
    "swap-range", "swap_range", "Let a range such as A1:B2 and what is beside it change places."
)
