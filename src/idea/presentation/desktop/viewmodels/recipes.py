"""Recipes as the palette offers them."""

from collections.abc import Sequence

from idea.application.recipes.views import RecipeView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.library import recipe_ref
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry


def recipe_entries(recipes: Sequence[RecipeView]) -> tuple[PaletteEntry, ...]:
    """Return recipes to do something to."""
    return tuple(
        PaletteEntry(
            kind=Kind.RECIPE,
            id=recipe_ref(one),
            title=visible(one.name),
            detail=_detail(one),
            key="↵ choose",
        )
        for one in recipes
    )


def recipe_words(recipe: RecipeView) -> str:
    """Return how many cells a recipe has, and what they start."""
    cells = "1 cell" if recipe.cells == 1 else f"{recipe.cells} cells"
    runs = ", ".join(dict.fromkeys(recipe.runs.values()))
    return visible(f"{cells}, {runs}" if runs else cells)


def _detail(recipe: RecipeView) -> str:
    owner = "this project's" if recipe.scope == "project" else "yours"
    return f"{owner}, {recipe_words(recipe)}"
