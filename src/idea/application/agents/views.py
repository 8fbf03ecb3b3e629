"""Agents and what they read, as every door shows them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentView:
    """An agent of a project, and what it does at the moment."""

    id: str
    project: str
    name: str
    role_path: str
    """Absolute."""
    profile: str
    engine: str
    """What the profile is called; its id when there is no such profile."""
    skills: tuple[str, ...] = ()
    """`scope:id`, in the order in which they are read."""
    template: str = ""
    template_version: int = 0
    synchronized: bool = False
    session: str = ""
    """Its live session; empty when it does not run."""
    cell: str = ""
    """The address of the cell that shows it; empty in the background."""
    since: str = ""
    """When it was launched, UTC."""
    faults: tuple[str, ...] = ()
    """What keeps it from being launched, in sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentText:
    """An agent and its role."""

    agent: AgentView
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """One part of what an agent reads at launch."""

    name: str
    text: str
    source: str
    """Where it comes from; for one that is left out, why."""
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextView:
    """What an agent would read if it were launched now."""

    agent: AgentView
    sections: tuple[SectionView, ...]
    """All eight, in order; a text is empty where one is left out."""
    document: str
    tokens: int
    file: str
    """Absolute; where it is written at launch."""
    command: tuple[str, ...]
    """What would be started; places that are only known then stay in braces."""
    also_read: tuple[str, ...] = ()
    """Files of the project that the program reads by itself."""
    hidden_by: str = ""
    """A file of the project because of which the program would not read the document."""
    difference: str = ""
    """What a launch now would change for the running agent, as a unified difference."""
    changed: tuple[str, ...] = ()
    """Names of the sections that the running agent read otherwise, or not at all."""
    granted: tuple[str, ...] = ()
    """The arguments that let the program work on the project."""
    left_by_program: tuple[str, ...] = ()
    """Files the program itself wrote into the agent's folder, relative to it."""
    left_in_project: tuple[str, ...] = ()
    """What a program of this kind keeps in the project besides, relative to its root."""


DRAFT: Final = "typed and not saved"
"""Why a text is kept that never was the role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRoleView:
    """A text that an agent's role had before."""

    kept: str
    """Its name in the project's own folder, for `agents.restore_role`."""
    at: str
    """When it was replaced, UTC."""
    why: str
    """What became of it, in words."""
    version: int = 0
    """The version of the template it was at, when a sync replaced it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSessionView:
    """A session in which an agent runs or ran."""

    session: str
    engine: str
    started_at: str
    ended_at: str
    """Empty while it lives."""
    reason: str
    """Why it ended, in words; empty while it lives."""
    live: bool
    cell: str
    """The address of the cell that shows it; empty for none."""
    conversation: str
    """What the program calls what was said; empty when that is not known."""
    can_resume: bool
    """Whether a launch can go on with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumableView:
    """An agent whose program was ended by something else than itself or the person."""

    agent: AgentView
    session: str
    reason: str
    """What ended it, in words."""
    ended_at: str
    conversation: str
    """Empty when none is known, or it is gone."""
    can_resume: bool
    sentence: str
    """What would happen, in words."""
