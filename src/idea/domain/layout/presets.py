"""The arrangements a person can choose by name, and how a layout takes one on."""

from collections.abc import Iterator
from dataclasses import dataclass

from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import NodeId
from idea.domain.layout.layout import Layout
from idea.domain.layout.notation import read, write
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode, leaves


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """An arrangement with a name; `drawing` is in the notation of `notation.py`."""

    name: str
    title: str
    drawing: str


PRESETS = (
    Preset(name="single", title="One cell", drawing="a"),
    Preset(name="columns-2", title="Two columns", drawing="a | b"),
    Preset(name="columns-3", title="Three columns", drawing="a | b | c"),
    Preset(name="columns-4", title="Four columns", drawing="a | b | c | d"),
    Preset(name="rows-2", title="Two rows", drawing="a / b"),
    Preset(name="rows-3", title="Three rows", drawing="a / b / c"),
    Preset(name="grid-2x2", title="Two by two", drawing="[a b; c d]"),
    Preset(name="grid-3x2", title="Three by two", drawing="[a b c; d e f]"),
    Preset(name="grid-2x3", title="Two by three", drawing="[a b; c d; e f]"),
    Preset(name="grid-3x3", title="Three by three", drawing="[a b c; d e f; g h i]"),
    Preset(name="grid-4x2", title="Four by two", drawing="[a b c d; e f g h]"),
    Preset(name="grid-4x3", title="Four by three", drawing="[a b c d; e f g h; i j k l]"),
    Preset(name="main-left", title="Main left, two beside", drawing="a*2 | (b / c)"),
    Preset(name="main-right", title="Main right, two beside", drawing="(a / b) | c*2"),
    Preset(name="main-top", title="Main on top, two below", drawing="a*2 / (b | c)"),
    Preset(name="main-bottom", title="Main at the bottom, two above", drawing="(a | b) / c*2"),
    Preset(name="main-center", title="Main in the middle, one on each side", drawing="a | b*2 | c"),
    Preset(name="sidebar-left", title="Narrow left, wide right", drawing="a | b*3"),
    Preset(name="sidebar-right", title="Wide left, narrow right", drawing="a*3 | b"),
)


def find_preset(name: str) -> Preset:
    """Return a preset by its name.

    Raises:
        NotFoundError: There is none of this name.
    """
    for preset in PRESETS:
        if preset.name == name.strip().lower():
            return preset
    names = ", ".join(preset.name for preset in PRESETS)
    raise NotFoundError(f"There is no preset {name!r}; there are {names}.")


def next_preset(tree: LayoutNode) -> Preset:
    """Return the preset with as many cells that follows the one the tree is in.

    Raises:
        ConflictError: No preset has so many cells, or only the one that the tree is in.
    """
    count = len(leaves(tree))
    fitting = [each for each in PRESETS if len(leaves(read(each.drawing))) == count]
    shapes = [_shape(read(each.drawing)) for each in fitting]
    here = shapes.index(_shape(tree)) if _shape(tree) in shapes else -1
    if not fitting[here + 1 :] + fitting[: max(here, 0)]:
        cells = "cell" if count == 1 else "cells"
        raise ConflictError(f"No other arrangement has {count} {cells}.")
    return fitting[(here + 1) % len(fitting)]


def _shape(tree: LayoutNode) -> str:
    return write(tree, name=lambda _: "a")


def apply_preset(layout: Layout, preset: Preset, fresh: FreshId) -> Layout:
    """Return the layout in a preset's shape.

    Cells that show sessions come first, in reading order, then empty ones. Where the preset has
    fewer places, the last sessions are displaced; where it has more, the rest is empty.
    """
    old = leaves(layout.tree)
    showing = [leaf for leaf in old if leaf.id in layout.sessions]
    empty = [leaf for leaf in old if leaf.id not in layout.sessions]
    kept: Iterator[NodeId] = iter([leaf.id for leaf in (*showing, *empty)])
    tree = read(preset.drawing, name=lambda _: next(kept, None) or fresh(), fresh=fresh)
    return layout.with_tree(tree)
