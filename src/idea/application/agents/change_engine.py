"""Give an agent another engine."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from idea.application.agents.agent_views import AgentViews
from idea.application.agents.agents import Agents
from idea.application.agents.launches import AgentLaunches, LaunchOrder
from idea.application.agents.views import AgentView
from idea.application.profiles.profiles import Profiles
from idea.application.terminals.cells import SessionCells
from idea.application.use_case import Caller, Request
from idea.domain.agents.hand_over import hand_over_note
from idea.domain.errors import NotFoundError
from idea.domain.events import AgentProfileChanged
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEngineRequest(Request[AgentView]):
    """Which agent, and what it runs on from now on."""

    project: str
    agent: str
    profile: str
    hand_over: bool = True
    """Whether the new one is told what was said last, or what the last screen showed."""


class ChangeEngine:
    """Change what an agent runs on; a running one is stopped and launched in the same place.

    Role, skills and template stay. The conversation is the old program's and does not come along.
    """

    def __init__(
        self,
        *,
        agents: Agents,
        launches: AgentLaunches,
        profiles: Profiles,
        cells: SessionCells,
        views: AgentViews,
        events: EventBus,
        last_lines: Callable[[SessionId], Awaitable[Sequence[str]]],
    ) -> None:
        """`last_lines` reads what a session shows; what it cannot read it has none of."""
        self._agents = agents
        self._launches = launches
        self._profiles = profiles
        self._cells = cells
        self._views = views
        self._events = events
        self._last_lines = last_lines

    async def execute(self, request: ChangeEngineRequest, caller: Caller, /) -> AgentView:
        """Keep the choice, then stop and relaunch; the same engine changes nothing.

        Raises:
            NotFoundError: There is no such project, agent or engine.
            ConflictError: The engine comes with the project and was not agreed to.
            ProcessError: The old program does not end, or the new one could not be started; the
                choice is kept.
        """
        del caller
        project, agent = await self._agents.find(request.project, request.agent)
        known = await self._profiles.known(request.profile, request.project)
        if known.profile.id == agent.profile:
            return await self._views.one(project, agent)
        before = await self._name_of(agent.profile.value, request.project)
        await self._profiles.usable(known.profile.id, request.project)
        changed = await self._agents.change_agent(
            project, agent.id, lambda current: current.on(known.profile.id)
        )
        live = self._launches.live(project, agent.id)
        if live is not None:
            place = self._cells.place_of(project.id, live.session.id)
            note = ""
            if request.hand_over:
                lines = await self._last_lines(live.session.id)
                said = await self._launches.said_in(project, agent, live)
                note = hand_over_note(before, known.profile.name, lines, said)
            await self._launches.stop(project, agent)
            await self._cells.release(project.id, live.session.id)
            await self._launches.launch(
                project,
                changed,
                LaunchOrder(
                    cell=None if place is None else place.cell.value,
                    size=live.session.size,
                    resume=False,
                    hand_over=note,
                ),
            )
        self._events.publish(AgentProfileChanged(project.id, agent.id, known.profile.id))
        return await self._views.one(project, changed)

    async def _name_of(self, profile: str, project: str) -> str:
        try:
            return (await self._profiles.known(profile, project)).profile.name
        except NotFoundError:
            return profile
