from dataclasses import replace

import pytest

from contracts.session_store import A_TIME, a_record
from idea.application.terminals.forget_session import ForgetSession, ForgetSessionRequest
from idea.application.terminals.list_sessions import ListSessions, ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.record_writer import RecordWriter
from idea.application.terminals.send_text import SendText, SendTextRequest
from idea.application.terminals.show_session import ShowSession, ShowSessionRequest
from idea.application.terminals.stop_session import StopSession, StopSessionRequest
from idea.application.use_case import Person
from idea.domain.errors import (
    ConflictError,
    InvalidError,
    NotFoundError,
    ProcessError,
    StoreError,
)
from idea.domain.events import Noticed, NotSaved, SessionChanged, SessionEnded, SessionForgotten
from idea.domain.ids import ProjectId, SessionId
from idea.domain.session_record import EndReason, ProcessIdentity, SessionRecord
from idea.domain.terminal import Exited, Lost, Size
from support.fake_sessions import A_PROJECT, Terminals
from support.running import becomes, on_a_loop

PERSON = Person()


async def a_session(terminals: Terminals, *command: str) -> SessionId:
    request = OpenTerminalRequest(project="Garden", command=command or ("wait",))
    view = await OpenTerminal(terminals.sessions, terminals.launcher).execute(request, PERSON)
    return SessionId(view.id)


async def its_end(terminals: Terminals, session: SessionId) -> None:
    await becomes(lambda: not terminals.sessions.record(session).session.is_live, "the end")


@on_a_loop
async def test_a_session_is_on_disk_before_its_opening_is_answered() -> None:
    terminals = Terminals()
    session = await a_session(terminals)
    assert terminals.store.records[session] == terminals.sessions.record(session)
    terminals.store.fails = "The disk is full."
    unsaved = await a_session(terminals)
    assert unsaved not in terminals.store.records
    assert terminals.bus.of(NotSaved)
    await terminals.sessions.close()


@on_a_loop
async def test_a_fault_in_a_store_does_not_end_the_saving_of_records() -> None:
    terminals = Terminals()
    store, real = terminals.store, terminals.store.save

    async def broken(_record: SessionRecord) -> None:
        raise ValueError("nobody thought of this")

    store.save = broken  # type: ignore[method-assign]
    first = await a_session(terminals)
    assert terminals.bus.of(NotSaved)
    store.save = real  # type: ignore[method-assign]
    second = await a_session(terminals)
    await becomes(lambda: first in store.records and second in store.records, "both records")
    await terminals.sessions.close()


@on_a_loop
async def test_stopping_waits_for_the_end_and_says_who_wanted_it() -> None:
    terminals = Terminals()
    session = await a_session(terminals)

    view = await StopSession(terminals.sessions).execute(
        StopSessionRequest(session=session.short), PERSON
    )

    assert (view.status, view.code, view.reason) == ("exited", -1, "You stopped it.")
    assert terminals.ptys.stopped == [(session, False)]
    record = terminals.sessions.record(session)
    assert record.end is EndReason.USER_STOP
    assert terminals.bus.of(SessionEnded) == [SessionEnded(record.session)]
    assert terminals.pumps.made[session].status == Exited(-1)
    await terminals.sessions.close()
    assert terminals.store.records[session] == record


@on_a_loop
async def test_stopping_twice_stops_once_and_forcing_kills() -> None:
    terminals = Terminals()
    session = await a_session(terminals)
    stop = StopSession(terminals.sessions)

    await stop.execute(StopSessionRequest(session=session.value, force=True), PERSON)
    view = await stop.execute(StopSessionRequest(session=session.value), PERSON)

    assert (view.code, terminals.ptys.stopped) == (-9, [(session, True)])
    await terminals.sessions.close()


@on_a_loop
async def test_what_does_not_end_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("idea.application.terminals.sessions._STOP_LIMIT_S", 0.01)
    terminals = Terminals()
    session = await a_session(terminals)
    terminals.ptys.ignores_stop = True

    with pytest.raises(ProcessError, match=r"wait \(00000001\) does not end"):
        await terminals.sessions.stop(session)
    with pytest.raises(ProcessError, match="does not end"):
        await terminals.sessions.stop_all()

    terminals.ptys.end(session, Exited(0))
    await its_end(terminals, session)
    assert terminals.sessions.record(session).end is EndReason.OWN_EXIT
    await terminals.sessions.close()


@on_a_loop
async def test_all_can_be_stopped_together() -> None:
    terminals = Terminals()
    sessions = [await a_session(terminals) for _ in range(3)]
    assert terminals.sessions.live_count == 3

    await terminals.sessions.stop_all()

    assert terminals.sessions.live_count == 0
    assert [session for session, _ in terminals.ptys.stopped] == sessions
    await terminals.sessions.close()


@on_a_loop
async def test_a_lost_program_says_why() -> None:
    terminals = Terminals()
    session = await a_session(terminals)

    terminals.ptys.end(session, Lost("The keeper stopped."))
    await its_end(terminals, session)

    view = terminals.sessions.view(session)
    assert (view.status, view.reason, view.pid) == ("lost", "The keeper stopped.", None)
    await terminals.sessions.close()


@on_a_loop
async def test_a_defect_in_the_pump_does_not_keep_a_session_alive() -> None:
    terminals = Terminals()
    session = await a_session(terminals)
    terminals.pumps.made[session].breaks = True

    await terminals.sessions.stop(session)

    assert terminals.sessions.view(session).status == "exited"
    await terminals.sessions.close()


@on_a_loop
async def test_sessions_are_found_by_the_beginning_of_their_id() -> None:
    terminals = Terminals()
    first = await a_session(terminals)
    second = await a_session(terminals)
    show = ShowSession(terminals.sessions, terminals.looks)

    view = await show.execute(ShowSessionRequest(session="00000002"), PERSON)

    assert view.id == second.value
    assert terminals.sessions.find(first.value) == first
    with pytest.raises(ConflictError, match="2 sessions begin with '0'"):
        terminals.sessions.find("0")
    for unknown in ("", "f", "00000002-0000-4000-8000-000000000000-more"):
        with pytest.raises(NotFoundError, match="There is no session"):
            terminals.sessions.find(unknown)
    for ask in (terminals.sessions.record, terminals.sessions.pump, terminals.sessions.view):
        with pytest.raises(NotFoundError):
            ask(SessionId("stranger"))
    await terminals.sessions.close()


@on_a_loop
async def test_the_list_shows_live_sessions_first() -> None:
    old = a_record("old").ended(Exited(0), at=A_TIME)
    other = replace(old, session=replace(old.session, id=SessionId("x"), project=ProjectId("p-2")))
    terminals = Terminals(old, other)
    await terminals.sessions.restore("boot-1")
    live = await a_session(terminals)
    listing = ListSessions(terminals.sessions, terminals.projects, terminals.looks)

    everything = await listing.execute(ListSessionsRequest(), PERSON)
    garden = await listing.execute(ListSessionsRequest(project="Garden"), PERSON)

    assert [view.id for view in everything] == [live.value, "old", "x"]
    assert [view.id for view in garden] == [live.value, "old"]
    with pytest.raises(NotFoundError):
        await listing.execute(ListSessionsRequest(project="Desert"), PERSON)
    await terminals.sessions.close()


@on_a_loop
async def test_an_ended_session_is_forgotten_with_its_cell_and_log() -> None:
    terminals = Terminals()
    session = await a_session(terminals, "exit", "0", "")
    await its_end(terminals, session)

    view = await ForgetSession(terminals.sessions).execute(
        ForgetSessionRequest(session=session.value), PERSON
    )

    assert (view.id, view.cell) == (session.value, "cell-1")
    assert terminals.sessions.views() == ()
    assert terminals.cells.place_of(A_PROJECT.id, session) is None
    assert terminals.pumps.made[session].is_closed
    assert terminals.bus.published[-1] == SessionForgotten(session)
    await terminals.sessions.close()
    assert session not in terminals.store.records


@on_a_loop
async def test_a_running_session_is_not_forgotten() -> None:
    terminals = Terminals()
    session = await a_session(terminals)

    with pytest.raises(ConflictError, match="stop it first"):
        await terminals.sessions.forget(session)

    await terminals.sessions.close()


@on_a_loop
async def test_a_session_whose_files_stay_stays_in_the_list() -> None:
    terminals = Terminals(a_record().ended(Exited(0), at=A_TIME))
    await terminals.sessions.restore("boot-1")
    terminals.store.fails = "The disk may only be read."

    with pytest.raises(StoreError):
        await terminals.sessions.forget(SessionId("session-1"))

    assert len(terminals.sessions.views()) == 1
    await terminals.sessions.close()


@on_a_loop
async def test_text_goes_to_the_pump() -> None:
    terminals = Terminals()
    session = await a_session(terminals)
    send = SendText(terminals.sessions)

    await send.execute(SendTextRequest(session="00000001", text="ls", enter=True), PERSON)
    await send.execute(SendTextRequest(session="00000001", text="", enter=True), PERSON)

    assert terminals.pumps.made[session].texts == [("ls", True), ("", True)]
    with pytest.raises(InvalidError, match="no text to send"):
        await send.execute(SendTextRequest(session="00000001", text=""), PERSON)
    await terminals.sessions.stop(session)
    with pytest.raises(ConflictError, match="has ended"):
        await send.execute(SendTextRequest(session="00000001", text="ls"), PERSON)
    await terminals.sessions.close()


@on_a_loop
async def test_another_size_is_told_once() -> None:
    terminals = Terminals()
    session = await a_session(terminals)
    resized = terminals.pumps.made[session].resized
    assert resized is not None

    for _ in range(2):
        resized(Size(columns=77, rows=20))

    changed = terminals.sessions.record(session).session
    assert (changed.size, terminals.bus.of(SessionChanged)) == (
        Size(columns=77, rows=20),
        [SessionChanged(changed)],
    )
    await terminals.sessions.close()
    assert terminals.store.records[session].session.size == Size(columns=77, rows=20)


@on_a_loop
async def test_what_an_earlier_engine_left_is_told_honestly() -> None:
    running = a_record("running")
    before = ProcessIdentity(pid=1, started="1", boot="boot-0")
    rebooted = replace(a_record("rebooted"), process=before)
    ended = a_record("ended").ended(Exited(2), at=A_TIME)
    terminals = Terminals(running, rebooted, ended)
    terminals.store.problems = ["A session is damaged."]

    problems = await terminals.sessions.restore("boot-1")

    views = {view.id: (view.status, view.reason) for view in terminals.sessions.views()}
    assert views == {
        "running": ("lost", "The process that kept its terminal stopped."),
        "rebooted": ("lost", "The computer was restarted."),
        "ended": ("exited", "It ended with exit code 2."),
    }
    assert list(problems) == ["A session is damaged."]
    assert terminals.sessions.live_count == 0
    # Only the logs of those were looked at whose end nobody recorded.
    looked = {session.value: pump.is_closed for session, pump in terminals.pumps.made.items()}
    assert looked == {"running": True, "rebooted": True}
    assert terminals.sessions.pump(SessionId("ended")) is terminals.sessions.pump(
        SessionId("ended")
    )
    await terminals.sessions.close()
    assert terminals.store.records[SessionId("running")].end is EndReason.ENGINE_LOST


@on_a_loop
async def test_a_record_that_cannot_be_saved_is_announced_once_and_tried_again() -> None:
    terminals = Terminals()
    writer = RecordWriter(terminals.store, terminals.bus, retry_pauses_s=(0.001,))
    terminals.store.fails = "The disk is full."

    writer.save(a_record())
    await becomes(lambda: terminals.store.attempts > 2, "another attempt")
    assert terminals.bus.published == [
        NotSaved(path="session-1/session.json", reason="The disk is full.")
    ]
    terminals.store.fails = ""

    await becomes(lambda: terminals.store.records, "the record")
    await writer.close()
    assert terminals.bus.published[1:] == [Noticed("What is known of the sessions is saved again.")]


@on_a_loop
async def test_records_that_cannot_be_saved_are_announced_together() -> None:
    terminals = Terminals()
    writer = RecordWriter(terminals.store, terminals.bus, retry_pauses_s=(1000,))
    terminals.store.fails = "The disk is full."

    writer.save(a_record())
    await writer.written(SessionId("session-1"))
    writer.save(a_record("session-2"))
    await writer.written(SessionId("session-2"))
    assert len(terminals.bus.of(NotSaved)) == 1
    terminals.store.fails = ""
    writer.save(a_record("session-3"))

    await becomes(lambda: len(terminals.store.records) == 3, "all records")
    await writer.close()
    assert len(terminals.bus.of(Noticed)) == 1


@on_a_loop
async def test_what_waits_is_saved_at_the_end_and_the_forgotten_is_not() -> None:
    terminals = Terminals()
    writer = RecordWriter(terminals.store, terminals.bus, retry_pauses_s=(1000,))
    terminals.store.fails = "The disk is full."
    writer.save(a_record("kept"))
    writer.save(a_record("forgotten"))
    await becomes(lambda: terminals.store.attempts == 2, "both attempts")

    writer.forget(SessionId("forgotten"))
    terminals.store.fails = ""
    await writer.close()

    assert list(terminals.store.records) == [SessionId("kept")]
