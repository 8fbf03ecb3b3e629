"""Actions on one cell, and on what runs in it."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

_HAS_FOCUS = "project.open and cell.focused"
_SPLIT = ((Menu.CELL, 1), (Menu.CELL_CONTEXT, 1))
_CLOSE = ((Menu.CELL, 2), (Menu.CELL_CONTEXT, 3))
_SESSION = ((Menu.CELL, 3), (Menu.CELL_CONTEXT, 4))
_SHOWING = (*_CLOSE, (Menu.SESSION_CONTEXT, 1))
_ENDING = (Menu.SESSION_CONTEXT, 2)

CELL_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "cell.split_right",
        "Split right",
        "Puts a new cell with a shell at the right of the focused one, in the same folder.",
        effect="a shell beside {cell}, at its right",
        keys=keys("Ctrl+Shift+R", mac="Cmd+D"),
        places=_SPLIT,
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.split_down",
        "Split down",
        "Puts a new cell with a shell below the focused one, in the same folder.",
        effect="a shell below {cell}",
        keys=keys("Ctrl+Shift+D", mac="Cmd+Shift+D"),
        places=_SPLIT,
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.split_left",
        "Split left",
        "Puts a new cell with a shell at the left of the focused one, in the same folder.",
        effect="a shell beside {cell}, at its left",
        keys=keys("Ctrl+Alt+Shift+R", mac="Cmd+Alt+D"),
        places=((Menu.CELL, 1),),
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.split_up",
        "Split up",
        "Puts a new cell with a shell above the focused one, in the same folder.",
        effect="a shell above {cell}",
        keys=keys("Ctrl+Alt+Shift+D", mac="Cmd+Alt+Shift+D"),
        places=((Menu.CELL, 1),),
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.toggle_zoom",
        "Zoom cell",
        "Shows the focused cell alone, or the whole grid again; the layout stays as it is.",
        effect="{cell} alone, or the grid again",
        keys=keys("Ctrl+Shift+Return", mac="Cmd+Shift+Return"),
        places=((Menu.VIEW, 1), (Menu.CELL_CONTEXT, 2)),
        when=("project.open and cell.focused and (cell.several and cell.in_grid or cell.zoomed)"),
    ),
    spec(
        "cell.pop_out",
        "Pop cell out",
        "Shows the focused cell in a window of its own; its place in the grid stays.",
        effect="{session} in a window of its own",
        keys=keys("Ctrl+Alt+Shift+F", mac="Cmd+Ctrl+X"),
        places=((Menu.VIEW, 1), (Menu.CELL_CONTEXT, 2)),
        when="session.shown and cell.in_grid",
    ),
    spec(
        "cell.bring_back",
        "Bring cell back",
        "Shows a popped-out cell in its grid again, and closes its window.",
        effect="{session} in {cell} again",
        keys=keys("Ctrl+Alt+Shift+H", mac="Cmd+Ctrl+H"),
        places=((Menu.VIEW, 1), (Menu.CELL_CONTEXT, 2)),
        when="cell.popped_out",
    ),
    spec(
        "cell.toggle_room",
        "Make room for cell",
        "Lets the focused cell grow until its terminal can be used; again gives the room back.",
        effect="{cell} grows, the layout stays as it is",
        keys=keys("Ctrl+Alt+Shift+Z", mac="Cmd+Alt+Z"),
        places=((Menu.VIEW, 1), (Menu.CELL_CONTEXT, 2)),
        when="project.open and cell.focused and cell.several",
    ),
    *(
        spec(
            f"cell.{name}_text",
            title,
            sentence,
            keys=keys(
                " ".join(f"Ctrl+Alt+{each}" for each in signs),
                mac=" ".join(f"Cmd+Alt+{each}" for each in signs),
            ),
            places=((Menu.VIEW, 2),),
            when="session.shown",
        )
        for name, title, sentence, signs in (
            (
                "enlarge",
                "Larger text in this cell",
                "Makes the text of the focused cell larger than that of the others.",
                "+=",
            ),
            (
                "reduce",
                "Smaller text in this cell",
                "Makes the text of the focused cell smaller than that of the others.",
                "-",
            ),
            (
                "reset",
                "Usual text in this cell",
                "Gives the text of the focused cell the size that all cells have.",
                "0",
            ),
        )
    ),
    spec(
        "cell.close",
        "Close cell",
        "Removes the focused cell; what runs in it goes on in the background.",
        effect="{cell} goes, {session} goes on in the background",
        keys=keys("Ctrl+Shift+W", mac="Cmd+W"),
        places=_CLOSE,
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.reopen",
        "Reopen closed cell",
        "Opens the cell again that was closed last, with its session if that still runs.",
        keys=keys("Ctrl+Shift+T", mac="Cmd+Shift+T"),
        places=((Menu.CELL, 2),),
        when="layout.can_reopen",
    ),
    spec(
        "cell.detach_session",
        "Send to background",
        "Leaves the focused cell empty; what ran in it goes on in the background.",
        effect="{session} leaves {cell} and goes on",
        keys=keys("Ctrl+Shift+H", mac="Cmd+Shift+H"),
        places=_SHOWING,
        when="cell.focused and session.shown",
    ),
    spec(
        "cell.toggle_broadcast",
        "Broadcast to cell, or not",
        "Takes the focused cell into the set that is typed into together, or out of it.",
        effect="{cell} joins the broadcast, or leaves it",
        keys=keys("Ctrl+Alt+Shift+B", mac="Cmd+Alt+B"),
        places=((Menu.CELL, 5), (Menu.CELL_CONTEXT, 6)),
        when=_HAS_FOCUS,
    ),
    spec(
        "cell.attach_session",
        "Show a session here…",
        "Lets you choose a session of the project and shows it in the focused cell.",
        effect="choose what {cell} shows",
        keys=keys("Ctrl+Shift+S", mac="Cmd+Shift+A"),
        places=_SHOWING,
        when="cell.focused and session.background",
    ),
    spec(
        "cell.focus_buttons",
        "Answer in the cell",
        "Gives the keyboard to the buttons that stand in the focused cell; Escape gives it back.",
        keys=keys("Ctrl+Shift+E", mac="Cmd+Shift+E"),
        places=((Menu.GO, 3),),
        when="cell.focused",
    ),
    spec(
        "session.stop",
        "Stop session",
        "Ends the program in the focused cell and everything it started.",
        effect="ends {session}",
        keys=keys("Ctrl+Shift+K", mac="Cmd+Shift+K"),
        places=(*_SESSION, _ENDING),
        when="session.live",
    ),
    spec(
        "session.stop_at_once",
        "Stop session at once",
        "Ends the program in the focused cell without asking it to leave.",
        effect="ends {session} without asking it",
        places=((Menu.CELL, 3),),
        when="session.live",
    ),
    spec(
        "session.restart",
        "Restart session",
        "Starts the ended program of the focused cell again, in the same folder; its log stays.",
        effect="{session} again in {cell}",
        keys=keys("Ctrl+Shift+F5", mac="Cmd+Shift+R"),
        places=_SESSION,
        when="session.ended",
    ),
    spec(
        "session.restart_all",
        "Restart all ended sessions",
        "Starts the program of every cell of the project again that shows an ended one, agents "
        "with their conversations.",
        places=((Menu.CELL, 3),),
        when="cell.any_ended",
    ),
    spec(
        "session.forget",
        "Forget ended session",
        "Takes an ended session and its log off the list.",
        effect="{session} and its log leave the list",
        places=((Menu.CELL, 3), _ENDING),
        when="session.ended",
    ),
    spec(
        "session.show_all",
        "All sessions…",
        "Lists the sessions of all projects, with what each uses, to show, detach or stop them.",
        keys=keys("Ctrl+Alt+Shift+L", mac="Cmd+Ctrl+L"),
        places=((Menu.GO, 3),),
    ),
    spec(
        "session.show_survivors",
        "Programs left running…",
        "Lists survivors of ended sessions, each with its memory and a stop button.",
        places=((Menu.GO, 3),),
    ),
    *(
        spec(
            f"cell.focus_{name}",
            f"Focus {words}",
            f"Gives the keyboard to the cell {place} the focused one.",
            keys=keys(f"Ctrl+Shift+{key}", mac=f"Cmd+Alt+{key}"),
            places=((Menu.GO, 1),),
            when="cell.focused and cell.several",
        )
        for name, words, place, key in (
            ("left", "left", "left of", "Left"),
            ("right", "right", "right of", "Right"),
            ("up", "up", "above", "Up"),
            ("down", "down", "below", "Down"),
        )
    ),
    spec(
        "cell.focus_next",
        "Focus next cell",
        "Gives the keyboard to the cell after the focused one in reading order, then to the first.",
        places=((Menu.GO, 1),),
        when="cell.focused and cell.several",
    ),
    *(
        spec(
            f"cell.swap_{name}",
            f"Swap {name}",
            f"Lets the focused cell and the one {place} it change places.",
            effect=f"{{cell}} and the cell {place} it change places",
            keys=keys(f"Ctrl+Alt+Shift+{page}", mac=f"Cmd+Ctrl+{key}"),
            places=((Menu.CELL, 4),),
            when="cell.focused and cell.several",
        )
        for name, place, key, page in (
            ("left", "left of", "Left", "Home"),
            ("right", "right of", "Right", "End"),
            ("up", "above", "Up", "PageUp"),
            ("down", "below", "Down", "PageDown"),
        )
    ),
    *(
        spec(
            f"cell.move_{name}",
            f"Move cell {name}",
            f"Takes the focused cell out of its place and puts it beyond the cell {place} it.",
            effect=f"{{cell}} goes beyond the cell {place} it",
            keys=keys(f"Ctrl+Shift+{page}", mac=f"Cmd+Ctrl+Shift+{key}"),
            places=((Menu.CELL, 5),),
            when="cell.focused and cell.several",
        )
        for name, place, key, page in (
            ("left", "left of", "Left", "Home"),
            ("right", "right of", "Right", "End"),
            ("up", "above", "Up", "PageUp"),
            ("down", "below", "Down", "PageDown"),
        )
    ),
    *(
        spec(
            f"cell.make_{name}",
            f"Make cell {name}",
            f"Makes the focused cell {name} and its neighbours give or take the room.",
            keys=keys(f"Ctrl+Alt+Shift+{key}", mac=f"Cmd+Alt+Shift+{key}"),
            places=((Menu.LAYOUT, 6),),
            when="cell.focused and cell.several",
        )
        for name, key in (
            ("wider", "Right"),
            ("narrower", "Left"),
            ("taller", "Down"),
            ("shorter", "Up"),
        )
    ),
)
