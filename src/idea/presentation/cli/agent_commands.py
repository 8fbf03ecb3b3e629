"""idea agent: the group with all of its commands."""

from idea.presentation.cli import agent_roles, agent_runs
from idea.presentation.cli.agents import agent_group

__all__ = ["agent_group", "agent_roles", "agent_runs"]
