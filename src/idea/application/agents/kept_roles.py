"""Texts that an agent's role had before, in the project's trash.

A name there tells what became of the text: `TIME-AGENT-v3.md` was replaced by a sync when the
agent was at version 3 of its template, `TIME-AGENT-edited.md` by somebody's edit,
`TIME-agents-FILE.md` went there with an agent that was deleted, and `TIME-AGENT-typed.md` is being
typed and was not saved.
"""

import re
from datetime import UTC, datetime
from itertools import chain, count

from idea.application.agents.agents import Agents
from idea.application.agents.views import DRAFT, KeptRoleView
from idea.application.text_folder import TRASH
from idea.domain.agents.agent import Agent
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ports.clock import Clock
from idea.domain.project import Project

_NAME = re.compile(r"(\d{8}T\d{6})-(?:\d{1,4}-)?(.+)\.md")
_STAMP = "%Y%m%dT%H%M%S"


class KeptRoles:
    """Finds and keeps them; used on the event loop's thread."""

    def __init__(self, agents: Agents, clock: Clock) -> None:
        self._agents = agents
        self._clock = clock

    async def of(self, project: Project, agent: Agent) -> tuple[KeptRoleView, ...]:
        """Return what is kept of an agent's role, the newest first.

        Raises:
            StoreError: The trash cannot be read.
        """
        folder = await self._agents.folder(project)
        found = (_kept(name, agent) for name in await folder.names(TRASH))
        return tuple(
            sorted((one for one in found if one is not None), key=lambda one: one.at, reverse=True)
        )

    async def text(self, project: Project, agent: Agent, kept: str) -> tuple[str, int]:
        """Return such a text, and the template's version it was at; 0 for none.

        Raises:
            InvalidError: That is nothing of this agent's in the trash.
            NotFoundError: It is not there any more.
            StoreError: It cannot be read.
        """
        view = _kept(kept.removeprefix(f"{TRASH}/"), agent)
        if view is None or "/" in view.kept.removeprefix(f"{TRASH}/"):
            raise InvalidError(f"{kept!r} is no role of {agent.name} in the trash.")
        folder = await self._agents.folder(project)
        text = await folder.read(view.kept)
        if text is None:
            raise NotFoundError(f"The trash of {project.name} has no {view.kept} any more.")
        return text, view.version

    async def keep(self, project: Project, agent: Agent, text: str) -> None:
        """Put a text that is to be replaced into the trash.

        Raises:
            StoreError: It could not be written.
        """
        folder = await self._agents.folder(project)
        taken = await folder.names(TRASH)
        stem = f"{self._clock.now().strftime(_STAMP)}-{agent.id.short}-edited"
        names = chain((f"{stem}.md",), (f"{stem}-{number}.md" for number in count(2)))
        await folder.write(f"{TRASH}/{next(name for name in names if name not in taken)}", text)

    async def keep_draft(self, project: Project, agent: Agent, text: str) -> None:
        """Keep what is being typed for an agent instead of what was before; empty for nothing.

        Raises:
            StoreError: It could not be written.
        """
        folder = await self._agents.folder(project)
        found = (_kept(name, agent) for name in await folder.names(TRASH))
        before = [one.kept for one in found if one is not None and one.why == DRAFT]
        if text:
            stamp = self._clock.now().strftime(_STAMP)
            fresh = f"{TRASH}/{stamp}-{agent.id.short}-typed.md"
            await folder.write(before.pop() if before else fresh, text)
        for one in before:
            await folder.remove(one)


def _kept(name: str, agent: Agent) -> KeptRoleView | None:
    """Return what a name in the trash says, None when it is not this agent's."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    short, file = agent.id.short, agent.role_path.replace("/", "-").removesuffix(".md")
    synced = re.fullmatch(rf"{re.escape(short)}-v(\d{{1,9}})(?:-\d+)?", match[2])
    edited = re.fullmatch(rf"{re.escape(short)}-edited(?:-\d+)?", match[2])
    typed = match[2] == f"{short}-typed"
    if not typed and synced is None and edited is None and match[2] != file:
        return None
    try:
        at = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    why = DRAFT if typed else "replaced by an edit" if edited else "deleted"
    return KeptRoleView(
        kept=f"{TRASH}/{name}",
        at=at.isoformat(),
        why="before a sync" if synced else why,
        version=int(synced[1]) if synced else 0,
    )
