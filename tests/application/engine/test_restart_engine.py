"""Letting an engine go without letting a session go."""

import asyncio
from dataclasses import replace

import pytest

from fakes.engine_control import FakeEngineControl
from idea.application.engine.restart_engine import RestartEngine, RestartEngineRequest
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ports.engine_control import EngineVitals


def ask(control: FakeEngineControl, oldest: int = 0, newest: int = 0) -> int:
    request = RestartEngineRequest(oldest_protocol=oldest, newest_protocol=newest)
    return asyncio.run(RestartEngine(control).execute(request, Person())).sessions


def test_live_sessions_are_no_reason_to_stay_and_are_not_stopped() -> None:
    control = FakeEngineControl(live=3)
    assert ask(control) == 3
    assert (control.live, control.left) == (3, True)


@pytest.mark.parametrize(("oldest", "newest"), [(1, 1), (1, 4), (2, 2)])
def test_a_successor_whom_everybody_understands_is_welcome(oldest: int, newest: int) -> None:
    control = FakeEngineControl(live=1)
    if oldest == 2:
        control.changed = lambda vitals: replace(vitals, client_protocols=((1, 3), (2, 2)))
    assert ask(control, oldest, newest) == 1
    assert control.left


def test_a_successor_a_connected_program_could_not_talk_to_is_refused() -> None:
    control = FakeEngineControl(live=1)
    control.changed = lambda vitals: replace(vitals, client_protocols=((1, 3), (1, 1)))
    with pytest.raises(ConflictError, match="speaks protocols 1 to 1, the new engine 2 to 3"):
        ask(control, 2, 3)
    assert not control.left


def test_a_range_must_be_one() -> None:
    with pytest.raises(InvalidError):
        ask(FakeEngineControl(), 3, 2)


def test_where_sessions_end_with_the_engine_it_stays() -> None:
    def on_windows(vitals: EngineVitals) -> EngineVitals:
        return replace(vitals, sessions_outlive_it=False)

    control = FakeEngineControl(live=1)
    control.changed = on_windows
    with pytest.raises(ConflictError, match="end with the engine"):
        ask(control)
    control.live = 0
    assert ask(control) == 0
