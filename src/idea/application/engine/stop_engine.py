"""End the engine."""

from dataclasses import dataclass

from idea.application.engine.engine_status import engine_status_view
from idea.application.use_case import Caller, Request
from idea.application.views import EngineStatusView
from idea.domain.errors import ConflictError
from idea.domain.ports.engine_control import EngineControl


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEngineRequest(Request[EngineStatusView]):
    """`sessions` says that live sessions are to be stopped as well."""

    sessions: bool = False


class StopEngine:
    """Stop the engine, and its sessions only when told to; no window starts another one unasked."""

    def __init__(self, control: EngineControl) -> None:
        self._control = control

    async def execute(self, request: StopEngineRequest, caller: Caller, /) -> EngineStatusView:
        """Stop the sessions if asked, then leave once the answer is sent.

        Raises:
            ConflictError: Sessions live and were not to be stopped.
        """
        del caller
        live = self._control.vitals().live_sessions
        if live and not request.sessions:
            held = "1 session is" if live == 1 else f"{live} sessions are"
            raise ConflictError(f"{held} running; stop them as well, or leave the engine alone.")
        if live:
            await self._control.stop_sessions()
        answer = engine_status_view(self._control.vitals())
        self._control.leave(stopped=True)
        return answer
