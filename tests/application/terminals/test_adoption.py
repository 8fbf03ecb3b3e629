"""A new engine and what the one before left: programs, records, both, or one of them."""

import asyncio

import pytest

from contracts.session_store import A_TIME, a_record
from idea.application.terminals.adoption import Adoption
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.use_case import Person
from idea.domain.errors import ProcessError
from idea.domain.events import SessionChanged, SessionEnded
from idea.domain.ids import ProjectId, SessionId
from idea.domain.session_record import EndReason
from idea.domain.terminal import Exited, Lost, Running, Size
from support.fake_sessions import A_PROJECT, Terminals
from support.running import becomes, on_a_loop

STRAY = ProjectId("stray")


class NextEngine:
    """An engine after another one, over the same store and keeper."""

    def __init__(self, before: Terminals) -> None:
        self.terminals = Terminals(*before.store.records.values())
        self.terminals.ptys = before.ptys
        self.sessions = self.terminals.sessions
        self.adoption = Adoption(
            sessions=self.sessions,
            ptys=before.ptys,
            clock=self.terminals.clock,
            project_of=lambda _: STRAY,
        )

    async def start(self) -> list[str]:
        programs = await self.adoption.claim()
        problems = await self.sessions.restore("boot-1", {one.session for one in programs})
        return [*problems, *self.adoption.adopt(programs)]


async def an_engine_with(*commands: str) -> tuple[Terminals, list[SessionId]]:
    terminals = Terminals()
    opened = OpenTerminal(terminals.sessions, terminals.launcher)
    sessions = []
    for command in commands:
        request = OpenTerminalRequest(project=A_PROJECT.name, command=(command,))
        sessions.append(SessionId((await opened.execute(request, Person())).id))
    await terminals.sessions.close()
    return terminals, sessions


@on_a_loop
async def test_a_program_goes_on_as_the_session_it_was() -> None:
    before, (session,) = await an_engine_with("wait")
    known = before.store.records[session]
    before.ptys.leave()

    engine = NextEngine(before)
    notices = await engine.start()

    assert (notices, engine.terminals.pumps.adopted) == ([], [session])
    assert engine.sessions.record(session) == known
    assert engine.sessions.live_count == 1
    assert engine.terminals.bus.of(SessionChanged) == [SessionChanged(known.session)]
    await engine.sessions.stop(session)
    assert engine.terminals.bus.of(SessionEnded)
    assert engine.sessions.record(session).end is EndReason.USER_STOP
    await engine.sessions.close()


@on_a_loop
async def test_its_size_is_the_terminals() -> None:
    before, (session,) = await an_engine_with("wait")
    before.ptys.ptys[session].resize(Size(61, 17))
    before.ptys.leave()

    engine = NextEngine(before)
    await engine.start()

    assert engine.sessions.record(session).session.size == Size(61, 17)
    await engine.sessions.close()
    assert engine.terminals.store.records[session].session.size == Size(61, 17)


@on_a_loop
async def test_how_it_ended_meanwhile_is_known() -> None:
    before, (session,) = await an_engine_with("wait")
    before.ptys.leave()
    before.ptys.end_unseen(session, Exited(5))

    engine = NextEngine(before)
    await engine.start()
    await becomes(lambda: engine.sessions.live_count == 0, "the end")

    view = engine.sessions.view(session)
    assert (view.status, view.code) == ("exited", 5)
    assert engine.terminals.pumps.made[session].status == Exited(5)
    await engine.sessions.close()


@on_a_loop
async def test_a_program_without_a_record_is_shown_again() -> None:
    before, (session,) = await an_engine_with("wait")
    before.store.records.clear()
    before.ptys.leave()

    engine = NextEngine(before)
    (notice,) = await engine.start()

    assert notice.startswith(f"The session {session.short} was found without a record")
    record = engine.sessions.record(session)
    assert (record.session.project, record.session.command) == (STRAY, ("wait",))
    assert isinstance(record.session.status, Running)
    await engine.sessions.close()
    assert engine.terminals.store.records[session] == record


@on_a_loop
async def test_a_record_without_a_program_is_lost_and_says_why() -> None:
    before, (session,) = await an_engine_with("wait")
    before.ptys.leave()
    before.ptys.left.clear()

    engine = NextEngine(before)
    await engine.start()

    view = engine.sessions.view(session)
    assert (view.status, engine.sessions.live_count) == ("lost", 0)
    assert view.reason == "The process that kept its terminal stopped."
    await engine.sessions.close()


@on_a_loop
async def test_a_session_that_was_called_lost_too_early_lives_again() -> None:
    before, (session,) = await an_engine_with("wait")
    record = before.store.records[session]
    before.store.records[session] = record.ended(Lost("The keeper stopped."), at=A_TIME)
    before.ptys.leave()

    engine = NextEngine(before)
    await engine.start()

    assert engine.sessions.record(session) == record
    await engine.sessions.close()


@on_a_loop
async def test_an_end_that_is_recorded_already_is_not_recorded_again() -> None:
    before, (session,) = await an_engine_with("wait")
    record = before.store.records[session].ended(Exited(0), at=A_TIME)
    before.store.records[session] = record
    pty = before.ptys.ptys[session]
    before.ptys.leave()
    before.ptys.end_unseen(session, Exited(0))

    engine = NextEngine(before)
    await engine.start()
    await asyncio.sleep(0)

    assert engine.sessions.record(session) == record
    assert (pty.is_closed, engine.terminals.pumps.adopted) == (True, [])
    await engine.sessions.close()


@on_a_loop
async def test_where_the_keeper_does_not_answer_no_session_is_called_lost() -> None:
    before, _ = await an_engine_with("wait")
    before.ptys.fails_with = ProcessError("Another engine is connected.")
    engine = NextEngine(before)

    with pytest.raises(ProcessError, match="Another engine"):
        await engine.start()

    assert engine.terminals.store.records == before.store.records
    assert a_record() not in engine.terminals.store.records.values()
