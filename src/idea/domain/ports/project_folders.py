"""The `.ideai` folder of a project: what travels with the project, and who may write it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import ProjectId
from idea.domain.project import Project, ProjectFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderOpened:
    """How opening went."""

    writable: bool
    """Whether changes are kept; False beside another engine or where writing is not allowed."""
    facts: ProjectFacts
    """What the folder says, or what the project says where the folder cannot tell."""
    notices: tuple[str, ...] = ()


class ProjectFolders(Protocol):
    """Opens the folders of projects and holds them; used on the event loop's thread."""

    async def peek(self, root: str) -> ProjectFacts | None:
        """Return what a folder says about its project without changing anything.

        None when it says nothing usable. Cancelling is safe.
        """
        ...

    async def open(self, project: Project) -> FolderOpened:
        """Make the folder if it is not there, hold its lock and read it; never fails.

        An open one answers as it did. Cancelling is safe.
        """
        ...

    def save(self, project: ProjectId, facts: ProjectFacts) -> None:
        """Keep other facts; returns at once, ignored where nothing may be written."""
        ...

    def overrides(self, project: ProjectId) -> Mapping[str, object]:
        """Return the settings as an open project's file says; empty for a closed one."""
        ...

    async def close(self, project: ProjectId) -> None:
        """Keep what is not kept yet and release the folder; an unopened one is ignored."""
        ...
