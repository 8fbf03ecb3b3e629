"""An engine process whose state a test sets."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import override

from idea.domain.ports.engine_control import EngineControl, EngineVitals


class FakeEngineControl(EngineControl):
    """`live` sessions until they are stopped; remembers that it was told to leave."""

    def __init__(self, live: int = 0) -> None:
        self.live = live
        self.left = False
        self.is_stopped = False
        self.changed: Callable[[EngineVitals], EngineVitals] = lambda vitals: vitals

    @override
    def vitals(self) -> EngineVitals:
        return self.changed(
            EngineVitals(
                pid=4321,
                since=datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC),
                clients=2,
                live_sessions=self.live,
                loop_lag_p99_ms=1.5,
                address="/run/idea/engine.sock",
                client_protocols=((1, 1),),
            )
        )

    @override
    async def stop_sessions(self) -> None:
        self.live = 0

    @override
    def leave(self, *, stopped: bool = False) -> None:
        self.left, self.is_stopped = True, stopped
