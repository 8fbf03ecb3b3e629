"""The agents of a project, as a whole: what `.ideai/agents.json` holds."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from itertools import count

from idea.domain.agents.agent import Agent
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import AgentId, slug_from
from idea.domain.skill import SkillRef

_SHORTEST_PREFIX = 4
_NUMBERED = re.compile(r"(.+) \d+")


@dataclass(frozen=True, slots=True)
class Manifest:
    """Agents in the person's order; no two share an id, a role's file or a name."""

    agents: tuple[Agent, ...] = ()

    def __post_init__(self) -> None:
        for what, values in (
            ("the id", [agent.id.value for agent in self.agents]),
            ("the role", [agent.role_path.casefold() for agent in self.agents]),
            ("the name", [agent.name.casefold() for agent in self.agents]),
        ):
            for place, value in enumerate(values):
                if (first := values.index(value)) != place:
                    one, other = self.agents[first], self.agents[place]
                    if what == "the name":
                        raise ConflictError(f"There is an agent {one.name} already.")
                    raise ConflictError(
                        f"The agents {one.name} and {other.name} share {what} {value}."
                    )

    def __iter__(self) -> Iterator[Agent]:
        return iter(self.agents)

    def get(self, agent: AgentId) -> Agent:
        """Return an agent.

        Raises:
            NotFoundError: There is none of this id.
        """
        for one in self.agents:
            if one.id == agent:
                return one
        raise NotFoundError(f"There is no agent {agent} in this project.")

    def find(self, text: str) -> Agent:
        """Return the agent that a name, an id or the beginning of an id means.

        Raises:
            NotFoundError: None is meant.
            ConflictError: Several are.
        """
        for agent in self.agents:
            if text == agent.id.value or text.casefold() == agent.name.casefold():
                return agent
        meant = [agent for agent in self.agents if agent.id.value.startswith(text)]
        if len(text) >= _SHORTEST_PREFIX and len(meant) == 1:
            return meant[0]
        if len(text) >= _SHORTEST_PREFIX and meant:
            raise ConflictError(f"{text!r} means several agents; say more of the id.")
        raise NotFoundError(f"There is no agent {text!r} in this project.")

    def with_agent(self, agent: Agent) -> "Manifest":
        """Return these agents and one more.

        Raises:
            ConflictError: It shares id, role or name with another.
        """
        return Manifest((*self.agents, agent))

    def changed(self, agent: Agent) -> "Manifest":
        """Return these agents with another state of one of them, in its place.

        Raises:
            NotFoundError: It is not among them.
            ConflictError: It shares role or name with another.
        """
        self.get(agent.id)
        return replace(
            self, agents=tuple(agent if one.id == agent.id else one for one in self.agents)
        )

    def without(self, agent: AgentId) -> "Manifest":
        """Return the other agents."""
        return Manifest(tuple(one for one in self.agents if one.id != agent))

    def using(self, skill: SkillRef) -> tuple[Agent, ...]:
        """Return the agents that have a skill."""
        return tuple(agent for agent in self.agents if skill in agent.skills)

    def free_name(self, wish: str) -> str:
        """Return a name nobody has: the one wished for, or the first free number of it."""
        taken = {agent.name.casefold() for agent in self.agents}
        if wish.casefold() not in taken:
            return wish
        numbered = _NUMBERED.fullmatch(wish)
        stem = numbered[1] if numbered else wish
        return next(
            name for number in count(2) if (name := f"{stem} {number}").casefold() not in taken
        )

    def free_role_path(self, name: str, files: Container[str] = ()) -> str:
        """Return where a new agent's role goes; `files` are names in `agents/` already there."""
        taken = {agent.role_path.casefold() for agent in self.agents}
        stem = slug_from(name, otherwise="agent")
        names = (f"{stem}.md" if number == 1 else f"{stem}-{number}.md" for number in count(1))
        free = (file for file in names if f"agents/{file}" not in taken and file not in files)
        return f"agents/{next(free)}"
