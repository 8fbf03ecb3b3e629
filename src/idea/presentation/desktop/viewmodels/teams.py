"""The agents of each project, as far as the engine was asked for them."""

from collections.abc import Callable, Collection, Mapping

from idea.application.agents.views import AgentView
from idea.presentation.desktop.viewmodels.session_look import Mark


class Teams:
    """Plain Python, main thread only; `changed` is called when a team is another."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._teams: dict[str, tuple[AgentView, ...]] = {}
        self._outdated: dict[str, frozenset[str]] = {}
        self._marks: dict[str, Mapping[str, tuple[Mark, ...]]] = {}

    def of(self, project: str) -> tuple[AgentView, ...]:
        """Return a project's agents in the person's order; none before they are known."""
        return self._teams.get(project, ())

    def agent(self, project: str, agent: str) -> AgentView | None:
        """Return one of a project's agents; None when there is none of this id, or not yet."""
        return next((one for one in self.of(project) if one.id == agent), None)

    def has(self, project: str, agent: str) -> bool:
        """Return whether an agent is one of a project's."""
        return self.agent(project, agent) is not None

    def is_known(self, project: str) -> bool:
        """Return whether the engine told who a project's agents are."""
        return project in self._teams

    def outdated(self, project: str) -> frozenset[str]:
        """Return the agents that read something else than they would after a relaunch."""
        return self._outdated.get(project, frozenset())

    def marks(self, project: str) -> Mapping[str, tuple[Mark, ...]]:
        """Return the signs beside a project's agents, by their ids."""
        return self._marks.get(project, {})

    def mark(self, project: str, behind: Collection[str]) -> None:
        """Take which agents are behind their templates; for views that are made after this."""
        found: dict[str, tuple[Mark, ...]] = {}
        for mark, agents in (
            (Mark.RELAUNCH, self.outdated(project)),
            (Mark.BEHIND, behind),
        ):
            for agent in agents:
                found[agent] = (*found.get(agent, ()), mark)
        self._marks[project] = found

    def show_outdated(self, project: str, agents: Collection[str]) -> None:
        """Take which agents a relaunch would change."""
        if self.outdated(project) != frozenset(agents):
            self._outdated[project] = frozenset(agents)
            self._changed()

    def show(self, project: str, agents: tuple[AgentView, ...]) -> None:
        """Take the agents of a project."""
        if self._teams.get(project) != agents:
            self._teams[project] = agents
            self._changed()
