"""Let a recipe that came with a project start its programs."""

from dataclasses import dataclass

from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToRecipeRequest(Request[RecipeView]):
    """Which one, of which project."""

    recipe: str
    project: str
    seen: str = ""
    """The text that the person looked at; empty for the file as it is now."""


class AgreeToRecipe:
    """Agree to what a recipe that came with a project starts, as it is now."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(self, request: AgreeToRecipeRequest, caller: Caller, /) -> RecipeView:
        """Remember the agreement on this machine, by the file's content.

        Raises:
            NotFoundError: There is no such project or recipe.
            ConflictError: The file says something else than what was seen.
            InvalidError: Its file holds none.
        """
        del caller
        project = await self._recipes.project(request.project)
        return (await self._recipes.agree(request.recipe, project, request.seen)).view()
