"""The agents of each project, as far as the engine was asked for them."""

from collections.abc import Callable

from idea.application.agents.views import AgentView


class Teams:
    """Plain Python, main thread only; `changed` is called when a team is another."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._teams: dict[str, tuple[AgentView, ...]] = {}

    def of(self, project: str) -> tuple[AgentView, ...]:
        """Return a project's agents in the person's order; none before they are known."""
        return self._teams.get(project, ())

    def agent(self, project: str, agent: str) -> AgentView | None:
        """Return one of a project's agents; None when there is none of this id, or not yet."""
        return next((one for one in self.of(project) if one.id == agent), None)

    def has(self, project: str, agent: str) -> bool:
        """Return whether an agent is one of a project's."""
        return self.agent(project, agent) is not None

    def show(self, project: str, agents: tuple[AgentView, ...]) -> None:
        """Take the agents of a project."""
        if self.of(project) != agents:
            self._teams[project] = agents
            self._changed()
