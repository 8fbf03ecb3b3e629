"""Whether an agent's role is behind its template, and what a sync would make of it."""

from dataclasses import dataclass
from enum import StrEnum

from idea.domain.agents.agent import Agent, FromTemplate
from idea.domain.skill import content_hash
from idea.domain.templates.merging import merge
from idea.domain.templates.template import AgentTemplate


class DriftKind(StrEnum):
    """How an agent stands to its template."""

    NONE = "up to date"
    BEHIND = "behind"
    """It follows, and a sync replaces its role."""
    CONFLICT = "behind, edited here"
    """It follows, and its role was edited here: a sync merges both."""
    EDITED = "edited here"
    """It has the newest version and was edited on top of it."""
    NEWER_EXISTS = "a newer version exists"
    """It does not follow; nothing is written unless the person says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What is between one agent and its template."""

    agent: Agent
    template: AgentTemplate
    kind: DriftKind
    synced_version: int

    @property
    def versions_behind(self) -> int:
        """How many versions the template is ahead."""
        return max(self.template.version - self.synced_version, 0)

    @property
    def is_drifting(self) -> bool:
        """Whether the agent follows a template that has gone on."""
        return self.kind in {DriftKind.BEHIND, DriftKind.CONFLICT}


def drift_of(agent: Agent, template: AgentTemplate, *, role: str, base: str | None) -> Drift | None:
    """Return how `agent`, whose role is `role`, stands to the template; None when it is not its.

    `base` is the template's text at the agent's version, None when no history has it: then any
    role is taken for edited, since overwriting is what cannot be undone.
    """
    origin = agent.origin
    if not isinstance(origin, FromTemplate) or origin.template != template.id:
        return None
    edited = base is None or content_hash(role) != content_hash(base)
    edited = edited and content_hash(role) != template.content_hash
    behind = template.version > origin.synced_version
    if not agent.synchronized:
        kind = DriftKind.NEWER_EXISTS if behind else DriftKind.NONE
    elif behind:
        kind = DriftKind.CONFLICT if edited else DriftKind.BEHIND
    else:
        kind = DriftKind.EDITED if edited else DriftKind.NONE
    return Drift(agent=agent, template=template, kind=kind, synced_version=origin.synced_version)


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncPlan:
    """What a sync would write, to be shown before it is done."""

    agent: Agent
    """As it is afterwards."""
    role: str
    conflicts: int
    """How many places have to be decided by hand."""


def plan_sync(drift: Drift, *, role: str, base: str | None, replace: bool = False) -> SyncPlan:
    """Return what brings an agent up to date; edits made here are merged unless `replace`.

    Without a `base` to compare with, everything that differs is a conflict.
    """
    template = drift.template
    content, conflicts = template.content, 0
    if drift.kind in {DriftKind.CONFLICT, DriftKind.EDITED, DriftKind.NEWER_EXISTS} and not replace:
        merged = merge(base or "", role, content, names=("here", f"template v{template.version}"))
        content, conflicts = merged.text, merged.conflicts
    after = drift.agent.linked(template.id, template.version, synchronized=drift.agent.synchronized)
    return SyncPlan(agent=after, role=content, conflicts=conflicts)
