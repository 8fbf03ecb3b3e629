"""Rename a recipe."""

from dataclasses import dataclass

from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameRecipeRequest(Request[RecipeView]):
    """Which one, and its new name."""

    recipe: str
    name: str
    project: str = ""


class RenameRecipe:
    """Give a recipe another name; its file stays where it is."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(self, request: RenameRecipeRequest, caller: Caller, /) -> RecipeView:
        """Write the name into its file and leave all else there; an agreement to it stays.

        Raises:
            NotFoundError: There is no such project or recipe.
            InvalidError: The name says nothing, or the file holds no recipe.
            StoreError: It could not be written.
        """
        del caller
        project = await self._recipes.project(request.project) if request.project else None
        return (await self._recipes.give_name(request.recipe, request.name, project)).view()
