import pytest

from contracts.session_store import A_TIME, a_record
from fakes.marked_processes import A_MIB, FakeMarkedProcesses, a_process
from idea.application.terminals.list_survivors import ListSurvivors, ListSurvivorsRequest
from idea.application.terminals.stop_survivors import StopSurvivors, StopSurvivorsRequest
from idea.application.terminals.survivors import Survivors
from idea.application.use_case import Person
from idea.application.views import SurvivorView
from idea.domain.errors import ConflictError, IdeaError, InvalidError, NotFoundError, ProcessError
from idea.domain.ids import SessionId
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Exited
from support.fake_sessions import Terminals
from support.running import on_a_loop

ME = Person()
JOB = a_process(100, arguments=("-c", "a\x1b[31mb"), memory_bytes=3 * A_MIB)
CHILD = a_process(101, parent=100, seconds=1)
DAEMON = a_process(200, session="session-2", seconds=2)
STRANGER = a_process(300, session="gone-1", seconds=3)


def ended(session: str) -> SessionRecord:
    return a_record(session).ended(Exited(0), at=A_TIME)


class Stand:
    """Two ended sessions and one that waits for its engine, over fakes."""

    def __init__(self, *running: object) -> None:
        self.terminals = Terminals(ended("session-1"), ended("session-2"), a_record("session-3"))
        self.processes = FakeMarkedProcesses(*running)  # type: ignore[arg-type]
        self.survivors = Survivors(self.terminals.sessions, self.processes)

    async def listed(self, session: str = "") -> list[SurvivorView]:
        await self.terminals.sessions.restore("boot-1", {SessionId("session-3")})
        use_case = ListSurvivors(self.survivors)
        return list(await use_case.execute(ListSurvivorsRequest(session=session), ME))

    async def stopped(self, *survivors: str, session: str = "") -> list[int]:
        await self.terminals.sessions.restore("boot-1", {SessionId("session-3")})
        request = StopSurvivorsRequest(survivors=survivors, session=session)
        return [view.pid for view in await StopSurvivors(self.survivors).execute(request, ME)]


@on_a_loop
async def test_what_is_left_is_told_with_its_session_and_is_harmless() -> None:
    job, daemon, stranger = await Stand(CHILD, STRANGER, DAEMON, JOB).listed()

    assert (job.id, job.pid, job.processes, job.memory_bytes) == ("100-77", 100, 2, 4 * A_MIB)
    assert (job.program, job.arguments) == ("sleep", ("-c", "a\\x1b[31mb"))
    assert (job.session, job.session_name, job.project) == ("session-1", "a title", "project-1")
    assert job.since == "2026-09-01T11:00:00+00:00"
    assert daemon.session == "session-2"
    assert (stranger.session, stranger.session_name, stranger.project) == ("gone-1", "", "")


@on_a_loop
async def test_what_a_running_or_waiting_session_started_is_not_left() -> None:
    waiting = a_process(400, session="session-3")

    assert await Stand(waiting).listed() == []


@pytest.mark.parametrize(
    ("session", "pids"),
    [("session-1", [100]), ("session-2", [200]), ("gone", [300])],
)
def test_one_session_is_looked_at_also_a_forgotten_one(session: str, pids: list[int]) -> None:
    @on_a_loop
    async def scenario() -> None:
        found = await Stand(JOB, DAEMON, STRANGER).listed(session)
        assert [each.pid for each in found] == pids

    scenario()


@pytest.mark.parametrize(
    ("session", "error"), [("nobody", NotFoundError), ("session", ConflictError)]
)
def test_a_session_that_is_not_told_apart_is_refused(session: str, error: type[IdeaError]) -> None:
    @on_a_loop
    async def scenario() -> None:
        with pytest.raises(error):
            await Stand(JOB, DAEMON).listed(session)

    scenario()


@on_a_loop
async def test_one_is_stopped_with_all_it_started() -> None:
    stand = Stand(JOB, CHILD, DAEMON)

    assert await stand.stopped("100-77") == [100]
    assert (stand.processes.told, stand.processes.running) == ([100, 101], [DAEMON])


@pytest.mark.parametrize(
    ("names", "session", "pids"),
    [(("200", "100"), "", [100, 200]), ((), "session-1", [100]), (("100-78", "200-77"), "", [200])],
)
def test_they_are_named_by_number_by_session_or_for_good(
    names: tuple[str, ...], session: str, pids: list[int]
) -> None:
    """A name that was given for good and is gone is no mistake: the list was older than that."""

    @on_a_loop
    async def scenario() -> None:
        assert await Stand(JOB, DAEMON).stopped(*names, session=session) == pids

    scenario()


@on_a_loop
async def test_nothing_is_stopped_without_a_name_or_by_a_wrong_one() -> None:
    stand = Stand(JOB)

    with pytest.raises(InvalidError, match="Name the survivors"):
        await stand.stopped()
    with pytest.raises(NotFoundError, match="'101'"):
        await stand.stopped("101")
    with pytest.raises(NotFoundError, match="'81c65e82-5cf5-4a5f-8cf3-4eecc38993e9'"):
        await stand.stopped("81c65e82-5cf5-4a5f-8cf3-4eecc38993e9")
    assert stand.processes.running == [JOB]


@on_a_loop
async def test_one_that_does_not_end_is_said() -> None:
    stand = Stand(JOB, DAEMON)
    stand.processes.immortal = {100}

    with pytest.raises(ProcessError, match=r"sleep \(100\) does not end"):
        await stand.stopped("100", "200")
    assert stand.processes.running == [JOB]
