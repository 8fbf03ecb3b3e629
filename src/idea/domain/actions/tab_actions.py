"""Actions on windows and on the tabs in them."""

from idea.domain.actions.arguments import Argument, ArgumentKind
from idea.domain.actions.spec import ActionSpec, Menu, keys, spec

TAB_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "window.open_new",
        "New window",
        "Opens one more window; the next project you open comes into it.",
        keys=keys("Ctrl+Alt+Shift+N", mac="Cmd+N"),
        places=((Menu.FILE, 3),),
    ),
    spec(
        "window.close",
        "Close window",
        "Closes this window with its tabs while there are others; every session goes on.",
        effect="every session in it goes on",
        places=((Menu.FILE, 3),),
        when="window.several",
    ),
    spec(
        "window.show_next",
        "Next window",
        "Gives the keyboard to the next window.",
        keys=keys("Ctrl+Alt+Shift+K", mac="Cmd+Ctrl+K"),
        places=((Menu.GO, 2),),
        when="window.several",
    ),
    *(
        spec(
            f"project.move_tab_{way}",
            f"Move tab {way}",
            f"Lets the tab in front and the one {beside} it change places.",
            keys=keys(linux, mac=mac),
            places=((Menu.FILE, 4), (Menu.TAB_CONTEXT, 1)),
            when="project.several",
        )
        for way, beside, linux, mac in (
            ("left", "left of", "Ctrl+Alt+Shift+U", "Cmd+Ctrl+U"),
            ("right", "right of", "Ctrl+Alt+Shift+P", "Cmd+Ctrl+P"),
        )
    ),
    spec(
        "project.move_to_new_window",
        "Move tab to a new window",
        "Takes the tab in front out into a window of its own; its sessions go on.",
        effect="{project} gets a window of its own",
        keys=keys("Ctrl+Alt+Shift+M", mac="Cmd+Ctrl+N"),
        places=((Menu.FILE, 4), (Menu.TAB_CONTEXT, 2)),
        when="project.several",
    ),
    spec(
        "project.move_to_window",
        "Move tab to window…",
        "Takes the tab in front into another window; its sessions go on.",
        effect="{project} goes to another window",
        places=((Menu.FILE, 4), (Menu.TAB_CONTEXT, 2)),
        when="project.open and window.several",
        argument=Argument(kind=ArgumentKind.WINDOW, question="Into which window?"),
    ),
)
