"""Folders of sessions, as a test says."""

from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.session_folder import SessionFolder


class FakeSessionFolder(SessionFolder):
    """Knows what is in `known`."""

    def __init__(self) -> None:
        self.known: dict[SessionId, str] = {}

    @override
    def current(self, session: SessionId) -> str | None:
        return self.known.get(session)
