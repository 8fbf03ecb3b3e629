"""Actions that are told what they are about: a cell, a project, how many."""

from idea.domain.actions.arguments import Argument, ArgumentKind
from idea.domain.actions.spec import ActionSpec, Menu, spec

NAMED_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "cell.go_to",
        "Go to cell…",
        "Gives the keyboard to the cell with an address, such as B2.",
        places=((Menu.GO, 1),),
        when="cell.several",
        argument=Argument(kind=ArgumentKind.CELL, question="Which cell?"),
    ),
    spec(
        "cell.split_into",
        "Split into columns…",
        "Divides the focused cell into so many columns of one width, each new one with a shell.",
        effect="{cell}; each new cell gets a shell",
        places=((Menu.CELL, 1),),
        when="cell.focused",
        argument=Argument(kind=ArgumentKind.COUNT, question="How many columns?"),
    ),
    spec(
        "project.go_to",
        "Go to project…",
        "Shows a project by its name, and opens it in a tab if it has none.",
        places=((Menu.GO, 2),),
        argument=Argument(kind=ArgumentKind.PROJECT, question="Which project?"),
    ),
)
