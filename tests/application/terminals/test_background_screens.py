"""Who holds sessions nobody shows, when workers come, die and hang."""

import pytest

from fakes.text_search import FakeTextSearch
from idea.application.terminals import background_screens, seated_screens
from idea.application.terminals.find_in_session import FindInSession, FindInSessionRequest
from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.use_case import Person
from idea.domain.errors import InvalidError, ProcessError
from idea.domain.events import SessionEnded, SessionForgotten
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import HolderChanged, Records
from idea.domain.stream.records import Gap, decode_frames
from idea.domain.stream.worker_wire import Dropped
from idea.domain.terminal import Exited
from support.pump_stage import acknowledge, attached
from support.running import becomes, on_a_loop
from support.watching import Watching

QUERY, ANSWER = b"\x05", b"\x06"


@on_a_loop
async def test_what_is_asked_before_the_first_worker_is_there_is_answered_by_it():
    watching = Watching()
    await watching.prints(QUERY)
    watching.worker.get_ready()
    await watching.is_written(ANSWER)
    await watching.close()


@on_a_loop
async def test_what_is_asked_between_two_workers_is_answered_once():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"a" + QUERY)
    await watching.is_written(ANSWER)
    watching.worker.stopped = True
    await watching.prints(b"b" + QUERY)
    watching.worker.die()
    await watching.prints(b"c" + QUERY)
    watching.worker.stopped = False
    watching.worker.get_ready()
    await watching.is_written(ANSWER * 3)
    assert await watching.read() == "abc"
    await watching.close()


@on_a_loop
async def test_a_view_takes_over_and_gives_back():
    watching = Watching()
    watching.worker.get_ready()
    await watching.holds()
    client, channel = await attached(watching.pump)
    await becomes(lambda: watching.pump.machine.holder == client, "the view holds")
    await watching.prints(QUERY)
    await becomes(lambda: channel.of(Records), "records")
    acknowledge(watching.pump, client, channel)
    watching.pump.detach(client)
    await watching.holds()
    await watching.prints(QUERY)
    await watching.is_written(ANSWER)  # The view acknowledged the first without an answer.
    await watching.close()


@on_a_loop
async def test_a_session_does_not_wait_for_ever_for_a_worker(monkeypatch):
    monkeypatch.setattr(seated_screens, "PATIENCE_S", 0.01)
    watching = Watching()
    await becomes(lambda: not watching.pump.machine.clients, "going on without")
    await watching.prints(QUERY)
    watching.worker.get_ready()
    await watching.holds()
    await watching.prints(QUERY)
    await watching.is_written(ANSWER)
    await watching.close()


@on_a_loop
async def test_a_session_whose_worker_has_no_room_goes_on_and_tries_again(monkeypatch):
    monkeypatch.setattr(seated_screens, "PATIENCE_S", 0.01)
    monkeypatch.setattr(seated_screens, "RETRY_S", 0.02)
    watching = Watching()
    watching.worker.has_room.clear()
    watching.worker.get_ready()
    await becomes(lambda: not watching.pump.machine.clients, "going on without")
    watching.worker.has_room.set()
    await watching.holds()
    await watching.close()


@on_a_loop
async def test_a_session_waits_as_long_as_others_are_admitted_before_it():
    watching = Watching()
    seat = watching.screens._seats[watching.session.id]
    watching.screens._admissions = 1
    watching.screens._lose_patience(seat, seat.number, 0)
    assert watching.pump.machine.clients
    watching.screens._lose_patience(seat, seat.number, 1)
    assert not watching.pump.machine.clients
    await watching.close()


@on_a_loop
async def test_a_core_that_breaks_again_and_again_is_given_up():
    watching = Watching()
    watching.worker.factory.create = None
    watching.worker.get_ready()
    await becomes(lambda: not watching.screens._seats, "giving up")
    assert watching.pump.machine.clients == ()
    with pytest.raises(ProcessError):
        await watching.read()
    await watching.close()


@on_a_loop
async def test_a_screen_that_a_view_holds_is_read_all_the_same():
    watching = Watching()
    watching.worker.get_ready()
    await watching.holds()
    client, channel = await attached(watching.pump)
    await becomes(lambda: watching.pump.machine.holder == client, "the view holds")
    await watching.prints(b"shown")
    await becomes(lambda: channel.output == b"shown", "output")
    assert await watching.read() == "shown"
    assert isinstance(watching.worker.sent[-1][1], Dropped)
    await watching.close()


@on_a_loop
async def test_who_reads_while_the_worker_dies_is_told():
    watching = Watching()
    watching.worker.get_ready()
    await watching.holds()
    watching.worker.stopped = True
    reading = background_screens.asyncio.create_task(watching.read())
    await becomes(lambda: watching.screens._seats[watching.session.id]._answers, "the question")
    watching.worker.die()
    with pytest.raises(ProcessError, match="died"):
        await reading
    await watching.close()


@on_a_loop
async def test_without_a_worker_reading_fails_in_time(monkeypatch):
    monkeypatch.setattr(seated_screens, "ANSWER_WITHIN_S", 0.01)
    watching = Watching()
    with pytest.raises(ProcessError, match="does not answer"):
        await watching.read()
    await watching.close()


@on_a_loop
async def test_an_ended_session_is_left_and_can_still_be_read(monkeypatch):
    monkeypatch.setattr(background_screens, "LINGER_S", 0.01)
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"last words")
    watching.pty.end_output()
    await watching.pump.ended(Exited(0))
    watching.screens.hear(SessionEnded(watching.session))
    await becomes(lambda: not watching.pump.machine.clients, "leaving")
    assert await watching.read() == "last words"
    watching.screens.hear(SessionForgotten(watching.session.id))
    await watching.close()


@on_a_loop
async def test_the_gap_where_a_screen_starts_anew_says_why():
    watching = Watching()
    _, channel = await attached(watching.pump)
    watching.pump.start_anew(FreshStart(reason="why"))
    gaps = [
        framed.record
        for one in channel.of(Records)
        for framed in decode_frames(one.seq, one.data)
        if isinstance(framed.record, Gap)
    ]
    assert [(gap.reason, gap.reset) for gap in gaps] == [("why", True)]
    assert channel.of(HolderChanged)
    await watching.close()


class OneSession:
    """As much of `Sessions` as reading needs."""

    def __init__(self, watching: Watching) -> None:
        self.find = lambda _: watching.session.id
        self.pump = lambda _: watching.pump


@on_a_loop
async def test_the_use_case_answers_plain_facts():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"one\r\ntwo")
    await watching.holds()
    read = ReadScreen(OneSession(watching), watching.screens)
    view = await read.execute(ReadScreenRequest(session="s"), Person())
    assert (view.lines[:2], view.cursor, view.columns) == (("one", "two"), (1, 3), 120)
    with pytest.raises(InvalidError):
        await read.execute(ReadScreenRequest(session="s", history=-1), Person())
    with pytest.raises(ProcessError):
        await ReadScreen(OneSession(watching), None).execute(
            ReadScreenRequest(session="s"), Person()
        )
    await watching.close()


@on_a_loop
async def test_what_a_session_shows_is_searched():
    watching = Watching()
    watching.worker.get_ready()
    await watching.prints(b"one\r\ntwo One\r\nthree")
    await watching.holds()
    find = FindInSession(ReadScreen(OneSession(watching), watching.screens), FakeTextSearch())
    found = await find.execute(FindInSessionRequest(session="s", text="one"), Person())
    assert (found.hits, [(line.number, line.text, line.spans) for line in found.lines]) == (
        2,
        [(1, "one", ((0, 3),)), (2, "two One", ((4, 7),))],
    )
    newest = await find.execute(FindInSessionRequest(session="s", text="one", limit=1), Person())
    assert (newest.hits, [line.number for line in newest.lines]) == (2, [2])
    with pytest.raises(InvalidError):
        await find.execute(FindInSessionRequest(session="s", text="x", limit=0), Person())
    await watching.close()
