"""Looking at the engine and ending it."""

import asyncio

import pytest

from fakes.engine_control import FakeEngineControl
from idea.application.engine.engine_status import EngineStatus, EngineStatusRequest
from idea.application.engine.idle_watch import IdleWatch
from idea.application.engine.restart_engine import RestartEngine, RestartEngineRequest
from idea.application.engine.stop_engine import StopEngine, StopEngineRequest
from idea.application.use_case import Person
from idea.domain.errors import ConflictError


def test_the_status_is_plain_values() -> None:
    view = asyncio.run(
        EngineStatus(FakeEngineControl(live=3)).execute(EngineStatusRequest(), Person())
    )
    assert (view.pid, view.sessions, view.clients) == (4321, 3, 2)
    assert (view.since, view.loop_lag_p99_ms) == ("2025-01-02T03:04:05+00:00", 1.5)


@pytest.mark.parametrize(
    ("live", "sentence"),
    [(1, "1 session is running"), (2, "2 sessions are running")],
)
def test_live_sessions_are_not_stopped_by_the_way(live: int, sentence: str) -> None:
    control = FakeEngineControl(live=live)
    with pytest.raises(ConflictError, match=sentence):
        asyncio.run(StopEngine(control).execute(StopEngineRequest(), Person()))
    assert (control.live, control.left) == (live, False)


def test_sessions_are_stopped_first_when_told_so() -> None:
    control = FakeEngineControl(live=2)
    view = asyncio.run(StopEngine(control).execute(StopEngineRequest(sessions=True), Person()))
    assert (view.sessions, control.left) == (0, True)


def test_an_engine_that_was_stopped_wants_no_other_and_one_that_restarts_does() -> None:
    stopped, restarted = FakeEngineControl(), FakeEngineControl()
    asyncio.run(StopEngine(stopped).execute(StopEngineRequest(), Person()))
    asyncio.run(RestartEngine(restarted).execute(RestartEngineRequest(), Person()))
    assert (stopped.left, stopped.is_stopped) == (True, True)
    assert (restarted.left, restarted.is_stopped) == (True, False)


def test_an_engine_is_idle_only_after_its_whole_time_without_anybody() -> None:
    watch = IdleWatch(0.0)

    def is_over(
        now_s: float,
        live_sessions: int = 0,
        clients: int = 0,
        served: int = 0,
        limit_s: float = 10,
    ) -> bool:
        return watch.is_over(
            now_s, limit_s=limit_s, live_sessions=live_sessions, clients=clients, served=served
        )

    assert not is_over(9)
    assert not is_over(11, live_sessions=1)
    assert not is_over(20)
    assert not is_over(21, clients=1)
    assert not is_over(30, served=1)
    assert not is_over(39, served=1)
    assert is_over(40, served=1)
    assert not is_over(40, served=1, limit_s=20)
