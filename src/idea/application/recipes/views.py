"""Recipes as every door shows them."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.views import LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeVariableView:
    """What is asked for when a recipe is opened."""

    name: str
    question: str
    default: str | None
    """None when a value must be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeView:
    """A recipe, what it starts, and whether it may."""

    id: str
    scope: str
    """`global` or `project`."""
    name: str
    file: str
    """Absolute."""
    agreed: bool
    """Whether its commands may run; one that came with a project has to be agreed to."""
    cells: int
    """How many there are, the empty ones included."""
    runs: Mapping[str, str]
    """What each cell starts, by address."""
    variables: tuple[RecipeVariableView, ...]
    text: str
    """As the file has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipesShown:
    """The recipes of a person and a project."""

    recipes: tuple[RecipeView, ...]
    notices: tuple[str, ...]
    """What is wrong with files that are no recipes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeSaved:
    """What was saved, and what could not be."""

    recipe: RecipeView
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeOpened:
    """The grid a recipe made, and what did not start in it."""

    layout: LayoutView
    sessions: tuple[str, ...]
    """Those that were started, in reading order."""
    notices: tuple[str, ...]
