"""Session records in memory."""

from collections.abc import Mapping, Sequence
from typing import override

from idea.domain.errors import NotSavedError, StoreError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord


class FakeSessionStore(SessionStore):
    """Keeps records; fails while `fails` is set."""

    def __init__(self, *records: SessionRecord) -> None:
        self.records = {record.session.id: record for record in records}
        self.problems: list[str] = []
        self.fails = ""
        self.attempts = 0
        self.sized: dict[SessionId, int] = {}
        self.looks = 0
        """How often the sizes were asked for."""

    @override
    async def save(self, record: SessionRecord) -> None:
        self.attempts += 1
        if self.fails:
            raise NotSavedError(f"{record.session.id}/session.json", self.fails)
        self.records[record.session.id] = record

    @override
    async def load(self) -> tuple[Sequence[SessionRecord], Sequence[str]]:
        return list(self.records.values()), self.problems

    @override
    async def sizes(self) -> Mapping[SessionId, int]:
        self.looks += 1
        return {session: self.sized.get(session, 1) for session in self.records}

    @override
    async def delete(self, project: ProjectId, session: SessionId) -> None:
        del project
        if self.fails:
            raise StoreError(self.fails)
        self.records.pop(session, None)
