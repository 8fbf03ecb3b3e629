"""Open a recipe as the grid of a project."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from idea.application.layouts.layouts import Layouts
from idea.application.recipes.recipes import Recipes
from idea.application.recipes.views import RecipeOpened
from idea.application.terminals.session_launcher import SessionLauncher, SessionOrder
from idea.application.terminals.sessions import Sessions
from idea.application.terminals.set_title import harmless_title
from idea.application.use_case import Caller, Request
from idea.domain.errors import ConflictError, IdeaError, StoreError
from idea.domain.ids import NodeId, SessionId
from idea.domain.layout.address import addresses
from idea.domain.layout.shape import FreshId
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.domain.ports.file_system import FileKind
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.project import Project
from idea.domain.recipes.placing import with_fresh_ids
from idea.domain.recipes.recipe import RecipeCell


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRecipeRequest(Request[RecipeOpened]):
    """Which recipe, and what its variables are."""

    project: str
    recipe: str
    """`web`, or `project:web` where both have one."""
    values: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    """The opening client's variables; only those naming display, bus and keys are used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentInCell:
    """Which agent a recipe launches, and where."""

    project: Project
    agent: str
    cell: str
    environment: Mapping[str, str]


type LaunchAgentInCell = Callable[[AgentInCell], Awaitable[SessionId]]


class OpenRecipe:
    """Make a recipe the grid of a project and start what it names; one step for undo."""

    def __init__(
        self,
        recipes: Recipes,
        layouts: Layouts,
        *,
        launcher: SessionLauncher,
        sessions: Sessions,
        hosts: RemoteHosts,
        launch_agent: LaunchAgentInCell,
    ) -> None:
        self._recipes = recipes
        self._layouts = layouts
        self._launcher = launcher
        self._sessions = sessions
        self._hosts = hosts
        self._launch_agent = launch_agent

    async def execute(self, request: OpenRecipeRequest, caller: Caller, /) -> RecipeOpened:
        """Put the grid in place; what ran goes on in the background, and what cannot start is said.

        Raises:
            NotFoundError: There is no such project or recipe.
            ConflictError: It came with the project and was not agreed to, or the grid is locked.
            InvalidError: A variable has no value, or the file holds no recipe.
        """
        project = await self._recipes.project(request.project)
        found = await self._recipes.find(request.recipe, project)
        if not found.agreed:
            raise ConflictError(
                f"The recipe {found.recipe.name} came with this project and starts programs. "
                f"Look at it and agree: idea recipe agree {found.recipe.ref}"
            )
        recipe, starting = found.recipe, found.recipe.filled(request.values)
        placed: dict[NodeId, NodeId] = {}

        def shape(_tree: LayoutNode, fresh: FreshId) -> LayoutNode:
            tree, ids = with_fresh_ids(recipe.tree, fresh)
            placed.update(ids)
            return tree

        layout = await self._layouts.reshape(
            project.id.value, shape, name=lambda _tree: f"open recipe {recipe.name}"
        )
        started: list[str] = []
        notices = [layout.notice] if layout.notice else []
        names = addresses(recipe.tree)
        del caller
        for leaf in leaf_ids(recipe.tree):
            if leaf not in starting:
                continue
            try:
                session = await self._start(
                    project, starting[leaf], placed[leaf].value, request.environment
                )
                started.append(session.value)
            except IdeaError as error:
                notices.append(f"{names[leaf]}: {error.sentence}")
        return RecipeOpened(
            layout=await self._layouts.show(project.id.value),
            sessions=tuple(started),
            notices=tuple(notices),
        )

    async def _start(
        self, project: Project, what: RecipeCell, cell: str, environment: Mapping[str, str]
    ) -> SessionId:
        if what.agent:
            return await self._launch_agent(
                AgentInCell(project=project, agent=what.agent, cell=cell, environment=environment)
            )
        record = await self._launcher.launch(
            SessionOrder(
                project=project.id.value,
                cell=cell,
                command=what.command,
                cwd=await self._folder(project, what.folder),
                environment=environment,
            )
        )
        if what.title:
            self._sessions.set_title(record.session.id, harmless_title(what.title))
        return record.session.id

    async def _folder(self, project: Project, folder: str) -> str:
        """Return where to start.

        Raises:
            StoreError: There is no such folder; it is told of, not made.
        """
        rules = project.location.rules(project.root)
        path = folder if rules.is_absolute(folder) else rules.join(project.root, folder)
        if folder:
            host = await self._hosts.connect(project.location)
            if await host.files.kind(path) is not FileKind.FOLDER:
                raise StoreError(f"There is no folder {path}.")
        return rules.normalise(path) if folder else project.root
