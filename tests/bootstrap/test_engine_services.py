"""What the composed engine answers, without starting it."""

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine.protocol import FROZEN_METHODS
from idea.application.engine.restart_engine import RestartEngineRequest
from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.use_case_name import use_case_name
from idea.bootstrap.engine_services import build_services
from idea.infrastructure.clock import SystemClock
from idea.infrastructure.places import find_places

OF_THE_DOOR = {"hello", "subscribe"}
OF_THE_PROCESS = {
    use_case_name(request)
    for request in (EngineStatusRequest, RestartEngineRequest, StopEngineRequest)
}
"""Registered by the process that serves, which they look at and end."""


def test_every_method_of_the_frozen_core_has_a_use_case() -> None:
    services = build_services(find_places(), SystemClock())

    known = {registration.name for registration in services.registry}

    assert set(FROZEN_METHODS) - OF_THE_DOOR - OF_THE_PROCESS <= known
    assert set(FROZEN_METHODS) >= OF_THE_PROCESS
