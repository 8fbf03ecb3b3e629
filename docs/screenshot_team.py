"""Agents for the pictures of the documentation: real AI programs, and a model that answers by rote.

The programs are those that `script/test-engines` installs, and the model is the tests'.
"""

# ruff: noqa: INP001, E402 - Beside its script, not in a package.

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT / "tests"))

from engines.vendors import VENDORS, Vendor
from idea.application.agents.create_agent import CreateAgentRequest
from idea.application.agents.delete_agent import DeleteAgentRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.views import AgentView
from idea.application.agents.write_role import WriteRoleRequest
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.use_case import Request
from support.model_server import ModelServer

ENGINES = ("claude-code", "codex", "gemini")
READY = {vendor.profile: vendor.ready for vendor in VENDORS}
_INSTALLED = _ROOT / ".venv" / ".engines"
_BIN = ".npm-global/bin"

REVIEWER = """# Reviewer

You read changes as the person who will be woken at night by them.
You never edit files. You report findings, the most dangerous first.

## What to look for

- a torn write, a lost update, a lock held across a wait
- a test that would also pass without the change
- names that say less than the code

## How to answer

One finding per paragraph: where, what happens, how to see it,
the smallest change that removes it.
"""
_FOUND = "- recovery: cut the log at every byte and read it back\n"
_VERSIONS = (
    "\nIf nothing is wrong, say what you tried.\n",
    "\nIf nothing is wrong, say so, and what you tried.\n",
)
_CONTEXT = """# Ledger

A ledger of append-only segments. Amounts are cents, never floats.

- `src/ledger/segment.py` is the format; it may not change without a migration
- every commit keeps the tests green, and says why
"""


class Asks(Protocol):
    """Whoever executes use cases."""

    def ask[R](self, request: Request[R]) -> R:
        """Execute a use case."""


def are_installed() -> bool:
    """Return whether the programs are there."""
    return all((_INSTALLED / profile / ".installed").exists() for profile in ENGINES)


def install(home: Path, project: Path, model: ModelServer) -> None:
    """Make a home in which the programs need no account and know the project."""
    folder = home / _BIN
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f'export PATH="$HOME/{_BIN}:$PATH"']
    for vendor in _vendors():
        for program in (_INSTALLED / vendor.profile / "node_modules" / ".bin").iterdir():
            (folder / program.name).symlink_to(program.resolve())
        variables = vendor.variables(model.url)
        lines += [f"export {name}='{value}'" for name, value in variables.items()]
        for name, text in vendor.files(model.url, str(project)).items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    with (home / ".bash_profile").open("a") as profile:
        profile.write("\n".join(lines) + "\n")


def define(studio: Asks, project: Path, *agents: tuple[str, str]) -> tuple[AgentView, ...]:
    """Let a project have just these agents: a name and an engine for each."""
    for one in studio.ask(ListAgentsRequest(project=str(project))):
        studio.ask(DeleteAgentRequest(project=str(project), agent=one.id))
    return tuple(
        studio.ask(CreateAgentRequest(project=str(project), name=name, profile=engine))
        for name, engine in agents
    )


def define_reviewer(studio: Asks, project: Path) -> AgentView:
    """Let a project have a reviewer of a template, with skills."""
    (project / ".ideai").mkdir(exist_ok=True)
    (project / ".ideai" / "CONTEXT.md").write_text(_CONTEXT)
    (project / "AGENTS.md").write_text("# Rules\n\nNever rewrite history.\n")
    studio.ask(UpdateTemplateRequest(template="reviewer", content=REVIEWER))
    made = studio.ask(
        CreateAgentFromTemplateRequest(
            project=str(project), template="reviewer", profile="gemini", name="Reviewer"
        )
    )
    for skill in ("global:code-review", "global:simplify"):
        studio.ask(AssignSkillRequest(project=str(project), agent=made.id, skill=skill))
    return made


def go_on(studio: Asks, project: Path, reviewer: AgentView) -> None:
    """Edit the reviewer's role, and its template twice."""
    mark = "- a test that"
    role = REVIEWER.replace(mark, _FOUND + mark)
    studio.ask(WriteRoleRequest(project=str(project), agent=reviewer.id, role=role))
    for more in _VERSIONS:
        studio.ask(UpdateTemplateRequest(template="reviewer", content=REVIEWER + more))


def launch(studio: Asks, agent: AgentView, cell: str, see: Callable[[str, str], None]) -> str:
    """Launch an agent in a cell, wait until it is ready; returns the session."""
    session = studio.ask(LaunchAgentRequest(project=agent.project, agent=agent.id, cell=cell))
    see(session.id, READY[agent.profile])
    return session.id


def _vendors() -> list[Vendor]:
    return [vendor for vendor in VENDORS if vendor.profile in ENGINES]
