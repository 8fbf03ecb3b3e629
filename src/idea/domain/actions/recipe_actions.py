"""Actions on recipes."""

from idea.domain.actions.spec import ActionSpec, Menu, spec

RECIPE_ACTIONS: tuple[ActionSpec, ...] = (
    spec(
        "recipe.open",
        "Open recipe…",
        "Makes a recipe the grid of this project and starts what it names; what runs goes on in "
        "the background.",
        places=((Menu.LAYOUT, 7),),
        when="project.open",
    ),
    spec(
        "recipe.save",
        "Save as recipe…",
        "Keeps this grid with what its cells run under a name, to open it again anywhere.",
        places=((Menu.LAYOUT, 7),),
        when="project.open",
    ),
    spec(
        "recipe.delete",
        "Delete recipe…",
        "Moves a recipe into the trash; what it started goes on.",
        places=((Menu.LAYOUT, 7),),
        when="project.open",
    ),
)
