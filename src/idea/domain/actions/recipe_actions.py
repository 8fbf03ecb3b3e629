"""Actions on recipes."""

from idea.domain.actions.spec import ActionSpec, Menu, spec

RECIPE_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "recipe.open",
        "Open recipe…",
        "Makes a recipe the grid of this project and starts what it names; what runs goes on in "
        "the background.",
        places=((Menu.LAYOUT, 7), (Menu.LIBRARY, 5), (Menu.RECIPE_CONTEXT, 1)),
        when="project.open",
    ),
    spec(
        "recipe.save",
        "Save as recipe…",
        "Keeps this grid with what its cells run under a name, to open it again anywhere.",
        places=((Menu.LAYOUT, 7), (Menu.LIBRARY, 5)),
        when="project.open",
    ),
    spec(
        "recipe.rename",
        "Rename recipe…",
        "Gives a recipe another name; its file stays where it is.",
        places=((Menu.LIBRARY, 5), (Menu.RECIPE_CONTEXT, 2)),
        when="project.open",
    ),
    spec(
        "recipe.delete",
        "Delete recipe…",
        "Moves a recipe into the trash; what it started goes on, and it can be undone.",
        places=((Menu.LAYOUT, 7), (Menu.LIBRARY, 5), (Menu.RECIPE_CONTEXT, 2)),
        when="project.open",
    ),
    spec(
        "recipe.restore",
        "Restore recipe…",
        "Lists the deleted recipes in the trash, and takes back the one you choose.",
        places=((Menu.LIBRARY, 5),),
        when="recipe.deleted",
    ),
)
