"""Keeps which agents each project has."""

from typing import Protocol

from idea.domain.agents.manifest import Manifest
from idea.domain.ids import ProjectId
from idea.domain.ports.stored_value import Loaded


class AgentManifests(Protocol):
    """Manifests in the projects' folders; used on the event loop's thread."""

    async def load(self, project: ProjectId) -> Loaded[Manifest]:
        """Read what was kept; never fails, what cannot be used becomes a notice.

        Cancelling is safe.
        """
        ...

    async def reload(self, project: ProjectId) -> Loaded[Manifest] | None:
        """Read what somebody else wrote into a loaded one meanwhile; None when there is nothing.

        What cannot be used stays as it is until something is saved, which sets it aside; the
        answer is then what was known before, with a notice. A file that was removed is written
        again. Cancelling is safe.
        """
        ...

    def save(self, project: ProjectId, manifest: Manifest) -> None:
        """Keep `manifest` instead; returns at once, the last of several wins.

        A failing write is announced by `NotSaved` and tried again.
        """
        ...

    async def flush(self, project: ProjectId) -> None:
        """Wait until it is kept, or one attempt at it failed. Cancelling is safe."""
        ...

    async def release(self, project: ProjectId) -> None:
        """Flush, then keep nothing more of this project until it is loaded again."""
        ...
