"""How other families find a project; the projects family fulfils it."""

from typing import Protocol

from idea.domain.project import Project


class ProjectLookup(Protocol):
    """Finds a project by what a person or program calls it."""

    async def resolve(self, text: str, /) -> Project:
        """Return the project an id, a unique name or a path means.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
            InvalidError: None is named.
        """
        ...
