"""Templates and how agents stand to them, as every door shows them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateView:
    """A template, whole."""

    id: str
    name: str
    version: int
    content: str
    profile: str
    """The engine of agents made from it; empty for the one asked for then."""
    versions: tuple[int, ...] = ()
    """Those whose text is still there, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftView:
    """How an agent stands to its template."""

    project: str
    agent: str
    name: str
    template: str
    synced_version: int
    version: int
    kind: str
    """In words, such as `behind, edited here`."""
    drifting: bool
    """Whether it follows the template and is behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncView:
    """What a sync wrote, or would write."""

    project: str
    agent: str
    name: str
    from_version: int
    to_version: int
    conflicts: int
    """How many places have to be decided by hand; they stand in the role between marks."""
    difference: str
    """Unified, from the role before to the role after."""
    written: bool
    undo: str = ""
    """For `templates.undo_sync`; empty when nothing was written."""
