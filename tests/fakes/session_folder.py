"""Folders of sessions, as a test says."""

from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.session_folder import FrontProgram, SessionFolder


class FakeSessionFolder(SessionFolder):
    """Knows what is in `known` and `programs`."""

    def __init__(self) -> None:
        self.known: dict[SessionId, str] = {}
        self.programs: dict[SessionId, str] = {}
        self.fronts: dict[SessionId, FrontProgram] = {}
        self.looks = 0

    @override
    def current(self, session: SessionId) -> str | None:
        self.looks += 1
        return self.known.get(session)

    @override
    def program(self, session: SessionId) -> str | None:
        return self.programs.get(session)

    @override
    def front(self, session: SessionId) -> FrontProgram | None:
        return self.fronts.get(session)
