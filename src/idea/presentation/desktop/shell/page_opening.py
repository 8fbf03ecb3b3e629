"""Opens the page of the agent that is meant. Main thread only."""

from idea.presentation.desktop.shell.agent_commands import AgentCommands
from idea.presentation.desktop.shell.agent_pages import AgentPages
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.viewmodels.action_arguments import agent_called, agent_choices
from idea.presentation.desktop.viewmodels.action_registry import NamedWork
from idea.presentation.desktop.viewmodels.desk import Desk

_ACTION = "agent.open_page"


class PageOpening:
    """Knows which agent is meant where nobody says it."""

    def __init__(
        self, desk: Desk, opener: PaletteOpener, commands: AgentCommands, pages: AgentPages
    ) -> None:
        self._desk = desk
        self._opener = opener
        self._commands = commands
        self._pages = pages

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {_ACTION: self.open}

    def open(self, name: str) -> None:
        """Open an agent's page: of that name, else the focused one's, else the chosen one's.

        Raises:
            NotFoundError: There is no agent of this name.
            ConflictError: Several are meant.
        """
        team = self._desk.teams.of(self._desk.current)
        agent = agent_called(name, team) if name else self._commands.pointed_at()
        if agent is not None:
            self._pages.open(agent)
        elif team:
            self._opener.offer(agent_choices(_ACTION, team), "Whose page?")
        else:
            self._commands.choose_template()
