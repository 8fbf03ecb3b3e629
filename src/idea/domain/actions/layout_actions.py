"""Actions that change the shape of the grid."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec
from idea.domain.layout.presets import PRESETS

_HAS_FOCUS = "project.open and cell.focused"


def preset_action(name: str) -> str:
    """Return the id of the action that applies a preset."""
    return f"layout.arrange_{name.replace('-', '_')}"


LAYOUT_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "layout.undo",
        "Undo layout change",
        "Takes back the last change of the grid; programs are neither started nor stopped.",
        title_now="Undo {undo}",
        keys=keys("Ctrl+Shift+Z", mac="Cmd+Z"),
        places=((Menu.EDIT, 2), (Menu.LAYOUT, 1)),
        when="layout.can_undo",
    ),
    spec(
        "layout.redo",
        "Redo layout change",
        "Makes the change again that was taken back last.",
        title_now="Redo {redo}",
        keys=keys("Ctrl+Shift+Y", mac="Cmd+Shift+Z"),
        places=((Menu.EDIT, 2), (Menu.LAYOUT, 1)),
        when="layout.can_redo",
    ),
    spec(
        "layout.merge_cells",
        "Merge selected cells",
        "Makes one cell of the selected range; further sessions go on in the background.",
        effect="{range}{others}",
        keys=keys("Ctrl+Shift+M", mac="Cmd+Shift+M"),
        places=((Menu.LAYOUT, 2), (Menu.RANGE, 2), (Menu.RANGE_CONTEXT, 1)),
        when="range.selected",
    ),
    spec(
        "layout.unmerge_cell",
        "Unmerge cell",
        "Divides a merged cell into the cells it was made of.",
        effect="{cell} becomes single cells",
        keys=keys("Ctrl+Shift+U", mac="Cmd+Shift+U"),
        places=((Menu.LAYOUT, 2), (Menu.CELL_CONTEXT, 6)),
        when="cell.spans",
    ),
    spec(
        "layout.equalise_cells",
        "Equalise",
        "Gives the selected cells, or all cells, the same size.",
        effect="{range} in equal sizes",
        keys=keys("Ctrl+Shift+J", mac="Cmd+Shift+J"),
        places=((Menu.LAYOUT, 2), (Menu.RANGE, 2), (Menu.RANGE_CONTEXT, 1)),
        when="cell.several",
    ),
    spec(
        "layout.insert_row_above",
        "Insert row above",
        "Inserts a row of empty cells above the focused cell.",
        places=((Menu.LAYOUT, 3),),
        when=_HAS_FOCUS,
    ),
    spec(
        "layout.insert_row_below",
        "Insert row below",
        "Inserts a row of empty cells below the focused cell.",
        keys=keys("Ctrl+Alt+Shift+Return", mac="Cmd+Alt+Return"),
        places=((Menu.LAYOUT, 3),),
        when=_HAS_FOCUS,
    ),
    spec(
        "layout.insert_column_left",
        "Insert column at the left",
        "Inserts a column of empty cells left of the focused cell.",
        places=((Menu.LAYOUT, 3),),
        when=_HAS_FOCUS,
    ),
    spec(
        "layout.insert_column_right",
        "Insert column at the right",
        "Inserts a column of empty cells right of the focused cell.",
        keys=keys("Ctrl+Alt+Shift+C", mac="Cmd+Alt+C"),
        places=((Menu.LAYOUT, 3),),
        when=_HAS_FOCUS,
    ),
    spec(
        "layout.delete_row",
        "Delete row",
        "Removes the focused cell's row; what runs there goes on in the background.",
        effect="the row of {cell}; its sessions go on in the background",
        keys=keys("Ctrl+Alt+Shift+Backspace", mac="Cmd+Alt+Backspace"),
        places=((Menu.LAYOUT, 4),),
        when="cell.focused and cell.several",
    ),
    spec(
        "layout.delete_column",
        "Delete column",
        "Removes the focused cell's column; what runs there goes on in the background.",
        effect="the column of {cell}; its sessions go on in the background",
        keys=keys("Ctrl+Alt+Shift+Delete", mac="Cmd+Alt+Delete"),
        places=((Menu.LAYOUT, 4),),
        when="cell.focused and cell.several",
    ),
    spec(
        "layout.transpose",
        "Transpose",
        "Makes rows of columns and columns of rows.",
        keys=keys("Ctrl+Shift+X", mac="Cmd+Shift+X"),
        places=((Menu.LAYOUT, 5),),
        when="cell.several",
    ),
    spec(
        "layout.end_broadcast",
        "End broadcast",
        "Lets each cell get only what is typed into itself again.",
        places=((Menu.CELL, 5), (Menu.CELL_CONTEXT, 6)),
        when="broadcast.on",
    ),
    spec(
        "layout.toggle_lock",
        "Lock layout",
        "Keeps the grid of this project in its shape, or lets it be changed again.",
        title_now="{lock} layout",
        places=((Menu.LAYOUT, 6),),
        when="project.open",
    ),
    spec(
        "layout.arrange_next",
        "Next arrangement",
        "Arranges the cells as the next arrangement does that has as many.",
        places=((Menu.ARRANGE, 2),),
        when=_HAS_FOCUS,
    ),
    *(
        spec(
            preset_action(preset.name),
            f"Arrange: {preset.title.lower()}",
            f"Arranges the grid anew: {preset.title.lower()}.",
            places=((Menu.ARRANGE, 1),),
            when=_HAS_FOCUS,
        )
        for preset in PRESETS
    ),
)
