"""Actions on a range of cells."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

RANGE_ACTIONS: tuple[ActionSpec, ...] = (
    *(
        spec(
            f"range.extend_{name}",
            f"Extend range {name}",
            f"Takes the next cells {where} into the selected range.",
            keys=keys(f"Alt+Shift+{key}", mac=f"Cmd+Shift+{key}"),
            places=((Menu.GO, 3),),
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
        places=((Menu.GO, 4),),
        when="cell.focused and cell.several",
    ),
    spec(
        "range.broadcast",
        "Broadcast to selected cells",
        "Types what you type into one of the selected cells into all of them.",
        effect="what you type in one of {range}, all get",
        places=((Menu.CELL, 5), (Menu.RANGE_CONTEXT, 2)),
        when="range.selected",
    ),
    spec(
        "range.fill",
        "Repeat in selected cells",
        "Starts what the focused cell runs in every empty cell of the range, in the same folder.",
        effect="{session} in every empty cell of {range}",
        places=((Menu.CELL, 5), (Menu.RANGE_CONTEXT, 2)),
        when="range.selected and session.shown",
    ),
    spec(
        "range.stop_sessions",
        "Stop selected sessions",
        "Ends the programs of the selected cells; where one works, it asks once for all.",
        effect="everything in {range}",
        places=((Menu.CELL, 5), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.detach_sessions",
        "Send selected cells to the background",
        "Empties the selected cells; what runs there goes on in the background.",
        effect="the sessions of {range} go on",
        places=((Menu.CELL, 5), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.close",
        "Close selected cells",
        "Removes the selected cells in one step; what runs there goes on in the background.",
        effect="{range}; the sessions go on",
        places=((Menu.CELL, 5), (Menu.RANGE_CONTEXT, 3)),
        when="range.selected",
    ),
    spec(
        "range.clear",
        "Clear range",
        "Selects no range any more.",
        places=((Menu.GO, 4), (Menu.RANGE_CONTEXT, 9)),
        when="range.selected",
    ),
)
