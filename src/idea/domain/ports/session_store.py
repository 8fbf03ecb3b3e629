"""Keeps what is known about sessions across engines and reboots."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from idea.domain.ids import ProjectId, SessionId
from idea.domain.session_record import SessionRecord


class SessionStore(Protocol):
    """One record per session; calls for the same session are written in the order made."""

    async def save(self, record: SessionRecord) -> None:
        """Write a record so that it is whole after a crash; cancelling may leave the old one.

        Raises:
            NotSavedError: It could not be written.
        """
        ...

    async def load(self) -> tuple[Sequence[SessionRecord], Sequence[str]]:
        """Return every readable record, and one sentence for each that is not."""
        ...

    async def sizes(self) -> Mapping[SessionId, int]:
        """Return how many bytes record and log of each session take; cancelling is safe."""
        ...

    async def delete(self, project: ProjectId, session: SessionId) -> None:
        """Remove the record and the log beside it; an unknown session is ignored.

        Raises:
            StoreError: Something of it could not be removed.
        """
        ...
