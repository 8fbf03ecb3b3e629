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

    def show(self, project: str, agents: tuple[AgentView, ...]) -> None:
        """Take the agents of a project."""
        if self.of(project) != agents:
            self._teams[project] = agents
            self._changed()
