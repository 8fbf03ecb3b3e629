"""Let the engine go and leave its sessions to the next one."""

from dataclasses import dataclass

from idea.application.engine.engine_status import engine_status_view
from idea.application.engine.protocol import ProtocolRange, negotiate
from idea.application.use_case import Caller, Request
from idea.application.views import EngineStatusView
from idea.domain.errors import ConflictError
from idea.domain.ports.engine_control import EngineControl, EngineVitals


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartEngineRequest(Request[EngineStatusView]):
    """Says which protocols the engine that will follow speaks; 0 for those of this one."""

    oldest_protocol: int = 0
    newest_protocol: int = 0


class RestartEngine:
    """Leave without ending a session; the next engine goes on with all of them.

    Whoever asks starts that next engine; so does every window that is connected.
    """

    def __init__(self, control: EngineControl) -> None:
        self._control = control

    async def execute(self, request: RestartEngineRequest, caller: Caller, /) -> EngineStatusView:
        """Leave once the answer is sent; answers how the engine was.

        Raises:
            ConflictError: A connected program would not understand the next engine, or sessions
                cannot outlive the engine on this system.
            InvalidError: The protocols are no range.
        """
        del caller
        vitals = self._control.vitals()
        if vitals.live_sessions and not vitals.sessions_outlive_it:
            raise ConflictError("On this system sessions end with the engine; stop them first.")
        if request.newest_protocol:
            _check_successor(
                ProtocolRange(request.oldest_protocol, request.newest_protocol), vitals
            )
        self._control.leave()
        return engine_status_view(vitals)


def _check_successor(successor: ProtocolRange, vitals: EngineVitals) -> None:
    """Refuse an engine that those who are connected could not talk to.

    Raises:
        ConflictError: There is one.
    """
    for oldest, newest in vitals.client_protocols:
        try:
            negotiate(ProtocolRange(oldest, newest), successor)
        except ConflictError:
            raise ConflictError(
                f"A connected program speaks protocols {oldest} to {newest}, the new engine "
                f"{successor.oldest} to {successor.newest}; close that program first."
            ) from None
