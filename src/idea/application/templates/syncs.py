"""How agents stand to their templates, and bringing them up to date; every sync can be undone."""

import difflib

from idea.application.agents.agents import Agents
from idea.application.deleted_texts import trash_stamp
from idea.application.templates.templates import Templates
from idea.application.templates.views import DriftView, SyncView
from idea.domain.agents.agent import Agent, FromTemplate
from idea.domain.errors import ConflictError, IdeaError, InvalidError, NotFoundError
from idea.domain.ports.clock import Clock
from idea.domain.project import Project
from idea.domain.templates.syncing import Drift, drift_of, plan_sync

_KEPT = "trash"


class Syncs:
    """Compares roles with templates and writes what a sync makes; used on the loop's thread."""

    def __init__(self, templates: Templates, agents: Agents, clock: Clock) -> None:
        self._templates = templates
        self._agents = agents
        self._clock = clock

    async def drifts(self, project: Project) -> tuple[DriftView, ...]:
        """Return how each agent of a project that came from a template stands to it."""
        found = []
        for agent in await self._agents.of(project):
            try:
                drift, _, _ = await self._compare(project, agent)
            except IdeaError:
                continue  # No template, or no role: the agent itself says so.
            found.append(drift_view(project, drift))
        return tuple(found)

    async def sync(
        self, project: Project, agent: Agent, *, write: bool, overwrite: bool
    ) -> SyncView:
        """Bring an agent's role up to date, or say what that would do.

        `overwrite` drops what was edited here instead of merging it.

        Raises:
            NotFoundError: Its template or its role is gone.
            InvalidError: It came from no template.
            StoreError: Something could not be read or written.
        """
        drift, role, base = await self._compare(project, agent)
        plan = plan_sync(drift, role=role, base=base, replace=overwrite)
        undo = ""
        if write and (plan.role != role or plan.agent != agent):
            undo = await self._keep_before(project, agent, role)
            await self._agents.write_role(project, agent, plan.role)
            await self._agents.change_agent(
                project,
                agent.id,
                lambda current: current.linked(
                    drift.template.id, drift.template.version, synchronized=current.synchronized
                ),
            )
        return SyncView(
            project=project.id.value,
            agent=agent.id.value,
            name=agent.name,
            from_version=drift.synced_version,
            to_version=drift.template.version,
            conflicts=plan.conflicts,
            difference="\n".join(
                difflib.unified_diff(
                    role.splitlines(), plan.role.splitlines(), "now", "after", lineterm="", n=2
                )
            ),
            written=bool(undo),
            undo=undo,
        )

    async def undo(self, project: Project, agent: Agent, undo: str) -> Agent:
        """Take a sync back: the role's very text, and the version it was at.

        Raises:
            NotFoundError: What was there before is not kept any more.
            ConflictError: That was another agent's.
            StoreError: It could not be written.
        """
        head, _, name = undo.partition("|")
        version, _, owner = head.partition(":")
        if owner != agent.id.value or not version.isdecimal() or ".." in name:
            raise ConflictError(f"That is no sync of {agent.name}.")
        folder = await self._agents.folder(project)
        text = await folder.read(f"{_KEPT}/{name}")
        if text is None:
            raise NotFoundError(f"The role of {agent.name} before that sync is not kept any more.")
        if agent.template is None:
            raise ConflictError(f"{agent.name} follows no template any more.")
        template = agent.template
        await self._agents.write_role(project, agent, text)
        before = await self._agents.change_agent(
            project,
            agent.id,
            lambda current: current.linked(
                template, int(version), synchronized=current.synchronized
            ),
        )
        await folder.remove(f"{_KEPT}/{name}")
        return before

    async def _compare(self, project: Project, agent: Agent) -> tuple[Drift, str, str | None]:
        origin = agent.origin
        if not isinstance(origin, FromTemplate):
            raise InvalidError(f"{agent.name} came from no template.")
        template = await self._templates.get(origin.template)
        role = await self._agents.role(project, agent)
        base = await self._templates.version(origin.template, origin.synced_version)
        drift = drift_of(agent, template, role=role, base=base)
        if drift is None:
            raise InvalidError(f"{agent.name} came from another template.")
        return drift, role, base

    async def _keep_before(self, project: Project, agent: Agent, role: str) -> str:
        origin = agent.origin
        version = origin.synced_version if isinstance(origin, FromTemplate) else 0
        stamp = trash_stamp(self._clock.now())
        name = f"{stamp}-{agent.id.short}-v{version}.md"
        folder = await self._agents.folder(project)
        number = 1
        while await folder.read(f"{_KEPT}/{name}") is not None:
            number += 1
            name = f"{stamp}-{agent.id.short}-v{version}-{number}.md"
        await folder.write(f"{_KEPT}/{name}", role)
        return f"{version}:{agent.id}|{name}"


def drift_view(project: Project, drift: Drift) -> DriftView:
    """Return how an agent stands to its template, as every door shows it."""
    return DriftView(
        project=project.id.value,
        agent=drift.agent.id.value,
        name=drift.agent.name,
        template=drift.template.id.value,
        synced_version=drift.synced_version,
        version=drift.template.version,
        kind=drift.kind.value,
        drifting=drift.is_drifting,
    )
