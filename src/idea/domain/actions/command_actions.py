"""Actions on commands that were run at a shell's prompt."""

from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

_SHOWN = "session.shown"
_LIVE = "session.live"

COMMAND_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "command.show_previous",
        "Previous prompt",
        "Scrolls to the prompt above what the focused cell shows.",
        keys=keys("Alt+Shift+PageUp", mac="Cmd+Up"),
        places=((Menu.GO, 5),),
        when=_SHOWN,
    ),
    spec(
        "command.show_next",
        "Next prompt",
        "Scrolls to the next prompt, or to the newest output when there is none.",
        keys=keys("Alt+Shift+PageDown", mac="Cmd+Down"),
        places=((Menu.GO, 5),),
        when=_SHOWN,
    ),
    spec(
        "command.copy_output",
        "Copy output of command",
        "Copies what one command printed: the one pointed at, at the top, or the newest.",
        keys=keys("Ctrl+Alt+Shift+O", mac="Cmd+Alt+O"),
        places=((Menu.EDIT, 4), (Menu.CELL_CONTEXT, 0)),
        when=_SHOWN,
    ),
    spec(
        "command.select_output",
        "Select output of command",
        "Selects what one command printed: the one pointed at, at the top, or the newest.",
        places=((Menu.EDIT, 4), (Menu.CELL_CONTEXT, 0)),
        when=_SHOWN,
    ),
    spec(
        "command.run_again",
        "Run command again",
        "Types that command at the empty prompt of its cell and runs it.",
        places=((Menu.EDIT, 4), (Menu.CELL_CONTEXT, 0)),
        when=_LIVE,
    ),
)
