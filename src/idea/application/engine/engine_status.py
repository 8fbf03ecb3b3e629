"""Say how the engine is."""

from dataclasses import dataclass

from idea import __version__
from idea.application.engine.protocol import PROTOCOLS
from idea.application.use_case import Caller, Request
from idea.application.views import EngineStatusView
from idea.domain.ports.engine_control import EngineControl, EngineVitals


def engine_status_view(vitals: EngineVitals) -> EngineStatusView:
    """Return the engine as every door shows it."""
    return EngineStatusView(
        pid=vitals.pid,
        version=__version__,
        protocol=PROTOCOLS.newest,
        sessions=vitals.live_sessions,
        clients=vitals.clients,
        since=vitals.since.isoformat(timespec="seconds"),
        loop_lag_p99_ms=round(vitals.loop_lag_p99_ms, 3),
        address=vitals.address,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatusRequest(Request[EngineStatusView]):
    """Asks nothing in particular."""


class EngineStatus:
    """Say which engine runs, since when, and what it holds."""

    def __init__(self, control: EngineControl) -> None:
        self._control = control

    async def execute(self, request: EngineStatusRequest, caller: Caller, /) -> EngineStatusView:
        """Look at the process."""
        del request, caller
        return engine_status_view(self._control.vitals())
