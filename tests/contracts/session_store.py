"""What every store of session records has to do."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from idea.domain.agents.run import AgentRun, ByAgent, ByPerson
from idea.domain.ids import AgentId, ProfileId, ProjectId, SessionId
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import EndReason, ProcessIdentity, SessionRecord
from idea.domain.terminal import Exited, Lost, Running, Size, TerminalSession
from support.running import on_a_loop

A_TIME = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def a_record(session: str = "session-1") -> SessionRecord:
    return SessionRecord(
        session=TerminalSession(
            id=SessionId(session),
            project=ProjectId("project-1"),
            command=("bash", "-l", "ä ☃"),
            cwd="/somewhere",
            size=Size(columns=81, rows=23),
            status=Running(4711),
            started_at=A_TIME,
            title="a title",
            previous=SessionId("session-0"),
        ),
        process=ProcessIdentity(pid=4711, started="123", boot="boot-1"),
    )


A_RUN = AgentRun(
    agent=AgentId("agent-1"),
    name="Reviewer",
    profile=ProfileId("one"),
    engine="Engine One",
    task="Read.",
    conversation="c1",
    document_hash="abc",
    dismissed=True,
)


def variants() -> list[SessionRecord]:
    record = a_record()
    return [
        record,
        replace(record, process=None, session=replace(record.session, previous=None, title="")),
        *(
            replace(record, session=record.session.with_run(replace(A_RUN, requested_by=who)))
            for who in (
                ByPerson(),
                ByAgent(AgentId("agent-2")),
                ByAgent(AgentId("agent-2"), SessionId("session-9")),
            )
        ),
        record.ended(Exited(0), at=A_TIME),
        record.ended(Exited(-15), stopped=True, at=A_TIME),
        record.ended(Exited(-11), at=A_TIME),
        record.ended(Lost("The keeper stopped."), at=A_TIME),
        replace(record.found_after_restart(boot="boot-2", at=A_TIME), end=EndReason.REBOOT),
    ]


class SessionStoreContract(ABC):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.tmp = tmp_path

    @abstractmethod
    def store(self) -> SessionStore:
        """Return a store; called again, one that finds what the former one saved."""

    @pytest.mark.parametrize("number", range(len(variants())))
    def test_what_is_saved_is_loaded(self, number: int) -> None:
        async def scenario() -> None:
            record = variants()[number]
            await self.store().save(record)

            assert await self.store().load() == ([record], [])

        on_a_loop(scenario)()

    @on_a_loop
    async def test_the_last_of_several_wins(self) -> None:
        store = self.store()
        await store.save(a_record())
        ended = a_record().ended(Exited(3), at=A_TIME)
        await store.save(ended)
        await store.save(a_record("session-2"))

        records, _ = await self.store().load()

        assert list(records) == [ended, a_record("session-2")]

    @on_a_loop
    async def test_what_is_deleted_is_gone(self) -> None:
        store = self.store()
        await store.save(a_record())
        for _ in range(2):
            await store.delete(ProjectId("project-1"), SessionId("session-1"))

        assert await store.load() == ([], [])

    @on_a_loop
    async def test_every_session_takes_room(self) -> None:
        store = self.store()
        assert await store.sizes() == {}
        for name in ("session-1", "session-2"):
            await store.save(a_record(name))

        sizes = await store.sizes()

        assert set(sizes) == {SessionId("session-1"), SessionId("session-2")}
        assert min(sizes.values()) > 0
