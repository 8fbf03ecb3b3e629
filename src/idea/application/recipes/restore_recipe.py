"""Take a deleted recipe back."""

from dataclasses import dataclass

from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRecipeRequest(Request[RecipeView]):
    """What `recipes.delete_recipe` or `recipes.list_deleted_recipes` answered."""

    recipe: str
    """As `global:web` or `project:web`."""
    kept: str
    """Where its text is, in the trash."""
    project: str = ""


class RestoreRecipe:
    """Take a recipe back whose text is in the trash."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(self, request: RestoreRecipeRequest, caller: Caller, /) -> RecipeView:
        """Move its file back as it is; one of a project is agreed to as it was before.

        Raises:
            NotFoundError: There is no such project, or nothing of it in the trash.
            ConflictError: There is another recipe of its id by now.
            InvalidError: The text is no recipe.
            StoreError: It could not be moved.
        """
        del caller
        project = await self._recipes.project(request.project) if request.project else None
        return (await self._recipes.restore(request.recipe, request.kept, project)).view()
