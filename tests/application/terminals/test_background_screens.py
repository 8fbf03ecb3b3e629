"""Who holds sessions nobody shows, when workers come, die and hang."""

import pytest

from fakes.screen_worker import FakeScreenWorker
from fakes.text_search import FakeTextSearch
from idea.application.terminals import background_screens
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.find_in_session import FindInSession, FindInSessionRequest
from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, ProcessError
from idea.domain.events import SessionEnded, SessionForgotten
from idea.domain.stream.messages import Attached, HolderChanged, Records
from idea.domain.stream.records import Gap, decode_frames
from idea.domain.stream.worker_wire import Dropped
from idea.domain.terminal import Exited
from support.pump_stage import Stage, acknowledge, attached
from support.running import becomes, on_a_loop

QUERY, ANSWER = b"\x05", b"\x06"


class Watching:
    """One session nobody shows, and the workers it gets."""

    def __init__(self) -> None:
        self.workers: list[FakeScreenWorker] = []
        self.notices: list[str] = []
        self.stage = Stage()
        self.pty = self.stage.pty
        self.session = self.stage.session
        self.screens = BackgroundScreens(self._new_worker, notify=self.notices.append)
        self.pump = self.stage.start()
        self.screens.watch(self.session.id, self.pump)

    def _new_worker(self) -> FakeScreenWorker:
        self.workers.append(FakeScreenWorker())
        return self.workers[-1]

    @property
    def worker(self) -> FakeScreenWorker:
        return self.workers[-1]

    @property
    def number(self) -> int:
        screens = self.screens._apart.get(self.session.id, self.screens)
        return screens._seats[self.session.id].number

    async def prints(self, data: bytes) -> None:
        self.pty.print(data)
        await becomes(lambda: not self.pty._unread, "reading")

    async def is_written(self, written: bytes) -> None:
        await becomes(lambda: self.pty.written == written, f"{written!r}; {self.pty.written!r}")

    async def holds(self) -> None:
        await becomes(lambda: self.pump.machine.holder in self.pump._admissions, "the worker holds")

    async def read(self) -> str:
        told = await self.screens.read(self.session.id, lambda: self.pump, 0)
        return told.lines[0]

    async def close(self) -> None:
        await self.screens.close()
        await self.pump.close()


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
    monkeypatch.setattr(background_screens, "PATIENCE_S", 0.01)
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
    monkeypatch.setattr(background_screens, "PATIENCE_S", 0.01)
    monkeypatch.setattr(background_screens, "RETRY_S", 0.02)
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
async def test_a_session_that_killed_two_workers_starts_anew_with_one_of_its_own():
    watching = Watching()
    watching.worker.get_ready()
    for _ in range(2):
        await watching.prints(b"poison")
        await watching.holds()
        watching.worker.die(watching.number)
        if not watching.notices:
            watching.worker.get_ready()
    assert len(watching.workers) == 2
    assert "starts anew" in watching.notices[0]
    watching.worker.get_ready()
    await watching.prints(b"fresh")
    assert await watching.read() == "fresh"
    _, channel = await attached(watching.pump)
    assert channel.of(Attached)[0].start > 0
    for _ in range(2):
        watching.worker.die(watching.number)
        if len(watching.notices) == 1:
            watching.worker.get_ready()
            await watching.is_written(b"")
    assert "runs on" in watching.notices[1]
    with pytest.raises(ConflictError):
        await watching.read()
    await watching.close()
    assert all(worker.closed for worker in watching.workers)


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
    monkeypatch.setattr(background_screens, "ANSWER_WITHIN_S", 0.01)
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
async def test_a_worker_of_its_own_ends_with_its_session(monkeypatch):
    monkeypatch.setattr(background_screens, "LINGER_S", 0.01)
    watching = Watching()
    for _ in range(2):
        watching.worker.get_ready()
        await watching.holds()
        watching.worker.die(watching.number)
    assert len(watching.workers) == 2
    watching.pty.end_output()
    await watching.pump.ended(Exited(0))
    watching.screens.hear(SessionEnded(watching.session))
    await becomes(lambda: watching.worker.closed, "the end of its worker")
    assert not watching.workers[0].closed
    await watching.close()


@on_a_loop
async def test_the_gap_where_a_screen_starts_anew_says_why():
    watching = Watching()
    _, channel = await attached(watching.pump)
    watching.pump.start_anew("why")
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
