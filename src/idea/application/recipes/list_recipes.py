"""List recipes."""

from dataclasses import dataclass

from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipesShown
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRecipesRequest(Request[RecipesShown]):
    """With a project, its own as well."""

    project: str = ""


class ListRecipes:
    """List the recipes that can be opened, and what each starts."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(self, request: ListRecipesRequest, caller: Caller, /) -> RecipesShown:
        """Read them all.

        Raises:
            NotFoundError: There is no such project.
            StoreError: Their folder cannot be read.
        """
        del caller
        project = await self._recipes.project(request.project) if request.project else None
        found, notices = await self._recipes.all(project)
        return RecipesShown(recipes=tuple(one.view() for one in found), notices=tuple(notices))
