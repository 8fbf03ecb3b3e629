"""The engine process as seen by the use cases that run in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineVitals:
    """How the engine process is."""

    pid: int
    since: datetime
    clients: int
    """Connected programs: windows, command lines, attached terminals."""
    live_sessions: int
    loop_lag_p99_ms: float
    """How late the event loop ran what was due, over about the last minute."""
    address: str
    """Where clients connect."""
    client_protocols: tuple[tuple[int, int], ...] = ()
    """The oldest and newest protocol of each program that follows the engine."""
    sessions_outlive_it: bool = True
    """Whether another engine can go on with the sessions of this one."""


class EngineControl(Protocol):
    """Looks at the engine process and ends it."""

    def vitals(self) -> EngineVitals:
        """Return how the process is now."""
        ...

    async def stop_sessions(self) -> None:
        """Stop every live session; cancelling leaves the rest running."""
        ...

    def leave(self, *, stopped: bool = False) -> None:
        """End the process soon, after the answers under way are sent.

        `stopped` says that no other engine is wanted; windows start none then.
        """
        ...
