"""Skills as every door shows them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillView:
    """A skill, and who has it."""

    id: str
    scope: str
    name: str
    content: str
    used_by: tuple[str, ...] = ()
    """Names of agents of the project that was asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillsView:
    """All skills that agents of a project may have."""

    skills: tuple[SkillView, ...]
    notices: tuple[str, ...] = ()
