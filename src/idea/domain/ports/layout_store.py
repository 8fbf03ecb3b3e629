"""Keeps the grid of each project: its structure with the project, its sessions with this user."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.tree import LayoutNode


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLayout:
    """What was kept of a project's grid."""

    tree: LayoutNode | None = None
    """None when nothing usable was kept."""
    sessions: Mapping[NodeId, SessionId] = field(default_factory=dict)
    """What the cells showed; may name cells and sessions that are gone."""
    notices: tuple[str, ...] = ()
    """One sentence for each thing that could not be used as it was."""


class LayoutStore(Protocol):
    """Trees in the projects' folders, bindings in user state; used on the event loop's thread."""

    async def load(self, project: ProjectId) -> StoredLayout:
        """Read what was kept; never fails, what cannot be used becomes a notice.

        Cancelling is safe.
        """
        ...

    async def reload(self, project: ProjectId) -> StoredLayout | None:
        """Look whether somebody else changed the tree of a loaded project; None when not.

        The answer has no tree where there is none any more, or none that can be used: what is
        saved next is written then. Its sessions are empty. Cancelling is safe.
        """
        ...

    def save_tree(self, project: ProjectId, tree: LayoutNode) -> None:
        """Keep `tree` instead; returns at once, the last of several trees wins.

        A failing write is announced by `NotSaved` and tried again. A file that could not be read
        when it was loaded is never overwritten: then nothing is kept.
        """
        ...

    def save_sessions(self, project: ProjectId, sessions: Mapping[NodeId, SessionId]) -> None:
        """Keep which cell shows which session, as `save_tree` does."""
        ...

    async def release(self, project: ProjectId) -> None:
        """Flush, then keep nothing more of this project until it is loaded again."""
        ...

    async def flush(self, project: ProjectId) -> None:
        """Wait until both are kept, or one attempt at it failed. Cancelling is safe."""
        ...
