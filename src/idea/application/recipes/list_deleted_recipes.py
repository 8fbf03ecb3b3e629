"""See the deleted recipes."""

from dataclasses import dataclass

from idea.application.deleted_texts import DeletedText
from idea.application.recipes.recipes import Recipes
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDeletedRecipesRequest(Request[tuple[DeletedText, ...]]):
    """The person's; with a project, its own as well."""

    project: str = ""


class ListDeletedRecipes:
    """List the recipes that are in the trash and can be restored."""

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    async def execute(
        self, request: ListDeletedRecipesRequest, caller: Caller, /
    ) -> tuple[DeletedText, ...]:
        """Answer them, those deleted last first, the person's before the project's.

        Raises:
            NotFoundError: There is no such project.
            StoreError: The trash cannot be read.
        """
        del caller
        project = await self._recipes.project(request.project) if request.project else None
        return await self._recipes.deleted(project)
