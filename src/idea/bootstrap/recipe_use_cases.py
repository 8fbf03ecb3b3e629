"""Every use case about recipes, but the agreement, which is the person's alone."""

from typing import Any

from idea.application.agents.agents import Agents
from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.agreements import Agreements
from idea.application.layouts.layouts import Layouts
from idea.application.projects.projects import Projects
from idea.application.recipes.delete_recipe import DeleteRecipe
from idea.application.recipes.list_deleted_recipes import ListDeletedRecipes
from idea.application.recipes.list_recipes import ListRecipes
from idea.application.recipes.open_recipe import AgentInCell, OpenRecipe
from idea.application.recipes.recipes import Recipes
from idea.application.recipes.rename_recipe import RenameRecipe
from idea.application.recipes.restore_recipe import RestoreRecipe
from idea.application.recipes.save_recipe import SaveRecipe
from idea.application.terminals.cells import SessionCells
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.terminals.sessions import Sessions
from idea.application.text_folder import TextFolder
from idea.application.use_case import Person, UseCase
from idea.bootstrap.engine_agents import AgentServices
from idea.domain.ids import AgentId, ProjectId, SessionId
from idea.domain.location import LOCAL
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.remote_host import RemoteHosts
from idea.infrastructure.files.local_files import LocalFiles
from idea.infrastructure.places import Places


def build_recipes(
    places: Places,
    projects: Projects,
    agents: Agents,
    agreements: Agreements,
    *,
    clock: Clock,
    events: EventBus,
) -> Recipes:
    """Return the person's recipes and those of projects; nothing is read yet."""
    data = str(places.data)
    return Recipes(
        own=TextFolder(LocalFiles(), data, LOCAL.rules(data), within=None),
        projects=projects,
        folder=agents.folder,
        agreements=agreements,
        clock=clock,
        events=events,
    )


def recipe_use_cases(
    recipes: Recipes,
    services: AgentServices,
    *,
    layouts: Layouts,
    sessions: Sessions,
    launcher: SessionLauncher,
    cells: SessionCells,
    projects: Projects,
    hosts: RemoteHosts,
) -> tuple[UseCase[Any, Any], ...]:
    """Return them."""
    launching = LaunchAgent(services.agents, services.launches, sessions, cells)

    async def launch_agent(wanted: AgentInCell) -> SessionId:
        request = LaunchAgentRequest(
            project=wanted.project.id.value,
            agent=wanted.agent,
            cell=wanted.cell,
            environment=wanted.environment,
        )
        return SessionId((await launching.execute(request, Person())).id)

    async def agent_name(project: ProjectId, agent: str) -> str:
        team = await services.agents.of(projects.get(project))
        return next((one.name for one in team.agents if one.id == AgentId(agent)), "")

    return (
        ListRecipes(recipes),
        DeleteRecipe(recipes),
        ListDeletedRecipes(recipes),
        RestoreRecipe(recipes),
        RenameRecipe(recipes),
        SaveRecipe(recipes, layouts, sessions, shells=launcher.shells, agent_name=agent_name),
        OpenRecipe(
            recipes,
            layouts,
            launcher=launcher,
            sessions=sessions,
            hosts=hosts,
            launch_agent=launch_agent,
        ),
    )
