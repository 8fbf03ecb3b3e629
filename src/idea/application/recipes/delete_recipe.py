"""Delete a recipe."""

from dataclasses import dataclass

from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedRecipe:
    """What was deleted, and where it is kept."""

    recipe: RecipeView
    kept: str
    """Absolute, in the trash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteRecipeRequest(Request[DeletedRecipe]):
    """Which one."""

    recipe: str
    project: str = ""


class DeleteRecipe:
    """Move a recipe into the trash."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(self, request: DeleteRecipeRequest, caller: Caller, /) -> DeletedRecipe:
        """Move its file; what it started goes on.

        Raises:
            NotFoundError: There is no such project or recipe.
            StoreError: It could not be moved.
        """
        del caller
        project = await self._recipes.project(request.project) if request.project else None
        found, kept = await self._recipes.delete(request.recipe, project)
        return DeletedRecipe(recipe=found.view(), kept=kept)
