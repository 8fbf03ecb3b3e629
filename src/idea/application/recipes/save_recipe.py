"""Save a project's grid, or a range of it, as a recipe."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeSaved
from idea.application.terminals.sessions import Sessions
from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.errors import NotFoundError
from idea.domain.ids import NodeId, ProjectId, RecipeId, slug_from
from idea.domain.layout.address import addresses, locate_block
from idea.domain.layout.excerpt import excerpt
from idea.domain.layout.notation import numbered
from idea.domain.layout.shape import normalised
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.domain.project import Project
from idea.domain.recipes.placing import with_fresh_ids
from idea.domain.recipes.recipe import Recipe, RecipeCell, RecipeRef, RecipeScope

type ShellOf = Callable[[Project], Awaitable[tuple[tuple[str, ...], ...]]]
"""Returns the commands that mean the person's shell in a project."""

type AgentNames = Callable[[ProjectId, str], Awaitable[str]]
"""Returns the name of an agent by its id; empty when it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRecipeRequest(Request[RecipeSaved]):
    """What to call it, and whether it travels with the project."""

    project: str
    name: str
    in_project: bool = False
    over: bool = False
    """Whether one of the same name may be written over."""
    cells: str = ""
    """A range such as A1:B2 that is saved alone; empty for the whole grid."""


class SaveRecipe:
    """Save the grid of a project, or a range, with what its cells run, as a recipe."""

    def __init__(
        self,
        recipes: Recipes,
        layouts: Layouts,
        sessions: Sessions,
        *,
        shells: ShellOf,
        agent_name: AgentNames,
    ) -> None:
        self._recipes = recipes
        self._layouts = layouts
        self._sessions = sessions
        self._shells = shells
        self._agent_name = agent_name

    async def execute(self, request: SaveRecipeRequest, caller: Caller, /) -> RecipeSaved:
        """Write it; a shell is saved as a shell, whatever was typed into it.

        Raises:
            NotFoundError: There is no such project, or no cell at an end of the range.
            ConflictError: There is a recipe of this name.
            InvalidError: The name cannot be right, or the range crosses containers.
            StoreError: It could not be written.
        """
        del caller
        project = await self._recipes.project(request.project)
        layout = (await self._layouts.grid(project.id)).layout
        shells = await self._shells(project)
        part = _part(layout.tree, request.cells.strip())
        tree, ids = with_fresh_ids(part, numbered())
        cells: dict[NodeId, RecipeCell] = {}
        notices: list[str] = []
        names = addresses(layout.tree)
        for leaf in leaf_ids(part):
            if leaf not in layout.sessions:
                continue
            try:
                view = self._sessions.view(layout.sessions[leaf])
            except NotFoundError:
                continue
            agent = await self._agent_name(project.id, view.agent) if view.agent else ""
            if view.agent and not agent:
                notices.append(f"{names[leaf]} is empty in the recipe: its agent is deleted.")
                continue
            cells[ids[leaf]] = _cell(project, view, shells, agent)
        name = RecipeId(slug_from(request.name, otherwise="recipe"))
        scope = RecipeScope.PROJECT if request.in_project else RecipeScope.GLOBAL
        recipe = Recipe(
            ref=RecipeRef(scope, name), name=request.name.strip(), tree=tree, cells=cells
        )
        saved = await self._recipes.save(recipe, project, over=request.over)
        return RecipeSaved(recipe=saved.view(), notices=tuple(notices))


def _part(tree: LayoutNode, cells: str) -> LayoutNode:
    return normalised(excerpt(tree, locate_block(tree, cells))) if cells else tree


def _cell(
    project: Project, view: SessionView, shells: tuple[tuple[str, ...], ...], agent: str
) -> RecipeCell:
    if agent:
        return RecipeCell(agent=agent)
    command = () if view.command in shells else view.command
    return RecipeCell(command=command, folder=_below(project, view.folder or view.cwd))


def _below(project: Project, folder: str) -> str:
    """Return a folder from the project's root, so that the recipe fits another place of it."""
    rules = project.location.rules(project.root)
    if not folder or rules.same(folder, project.root):
        return ""
    if not rules.is_inside(folder, project.root):
        return folder
    return folder[len(rules.join(project.root, "x")) - 1 :].replace("\\", "/")
