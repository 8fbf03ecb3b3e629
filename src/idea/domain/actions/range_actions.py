"""Actions on a range of cells."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

_SIDES = (("left", "left of"), ("right", "right of"), ("up", "above"), ("down", "below"))

RANGE_ACTIONS: tuple[ActionSpec, ...] = (
    *(
        spec(
            f"range.extend_{name}",
            f"Extend range {name}",
            f"Takes the next cells {where} into the selected range.",
            keys=keys(f"Alt+Shift+{key}", mac=f"Cmd+Shift+{key}"),
            places=((Menu.RANGE, 1),),
            when="cell.focused and cell.several",
        )
        for name, where, key in (
            ("left", "at the left", "Left"),
            ("right", "at the right", "Right"),
            ("up", "above", "Up"),
            ("down", "below", "Down"),
        )
    ),
    spec(
        "range.select_all",
        "Select all cells",
        "Selects the whole grid as a range.",
        places=((Menu.RANGE, 1),),
        when="cell.focused and cell.several",
    ),
    spec(
        "range.toggle_zoom",
        "Zoom selected cells",
        "Shows the selected cells alone, or the whole grid again; the layout stays as it is.",
        effect="{range} alone, or the grid again",
        places=((Menu.RANGE, 2), (Menu.RANGE_CONTEXT, 1)),
        when="range.selected or cell.zoomed",
    ),
    spec(
        "range.unmerge",
        "Unmerge selected cells",
        "Divides every merged cell of the range into the cells it was made of.",
        effect="what is merged in {range} becomes single cells",
        places=((Menu.RANGE, 2), (Menu.RANGE_CONTEXT, 1)),
        when="range.spans",
    ),
    *(
        spec(
            f"range.move_{name}",
            f"Move selected cells {name}",
            f"Moves the selected cells as one block past what is {place} them, with their "
            "sessions.",
            effect=f"{{range}} goes past what is {place} it",
            places=((Menu.RANGE, 3), (Menu.RANGE_CONTEXT, 4)),
            when="range.selected",
        )
        for name, place in _SIDES
    ),
    *(
        spec(
            f"range.swap_{name}",
            f"Swap selected cells {name}",
            f"Lets the selected cells and as many {place} them change places, with their sessions.",
            effect=f"{{range}} and as many cells {place} it change places",
            places=((Menu.RANGE, 4),),
            when="range.selected",
        )
        for name, place in _SIDES
    ),
    spec(
        "range.broadcast",
        "Broadcast to selected cells",
        "Types what you type into one of the selected cells into all of them.",
        effect="what you type in one of {range}, all get",
        places=((Menu.RANGE, 5), (Menu.RANGE_CONTEXT, 2)),
        when="range.selected",
    ),
    spec(
        "range.fill",
        "Repeat in selected cells",
        "Starts what the focused cell runs in every empty cell of the range, in the same folder.",
        effect="{session} in every empty cell of {range}",
        places=((Menu.RANGE, 5), (Menu.RANGE_CONTEXT, 2)),
        when="range.selected and session.shown",
    ),
    spec(
        "range.save_as_recipe",
        "Save selected cells as recipe…",
        "Keeps the selected cells with what they run under a name, to open them again anywhere.",
        effect="{range} with what its cells run",
        places=((Menu.RANGE, 5), (Menu.RANGE_CONTEXT, 2)),
        when="range.selected",
    ),
    spec(
        "range.stop_sessions",
        "Stop selected sessions",
        "Ends the programs of the selected cells; where one works, it asks once for all.",
        effect="everything in {range}",
        places=((Menu.RANGE, 6), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.detach_sessions",
        "Send selected cells to the background",
        "Empties the selected cells; what runs there goes on in the background.",
        effect="the sessions of {range} go on",
        places=((Menu.RANGE, 6), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.close",
        "Close selected cells",
        "Removes the selected cells in one step; what runs there goes on in the background.",
        effect="{range}; the sessions go on",
        places=((Menu.RANGE, 6), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.clear",
        "Clear range",
        "Selects no range any more.",
        places=((Menu.RANGE, 1), (Menu.RANGE_CONTEXT, 9)),
        when="range.selected",
    ),
)
