"""Say what running sessions use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.application.views import SessionView
from idea.domain.ports.clock import Clock
from idea.domain.ports.process_trees import ProcessTrees


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionUse:
    """What the program of a session uses, with all it started."""

    session: str
    processes: int
    memory_bytes: int
    cpu_percent: float | None
    """Of one processor, since it was asked for last; None the first time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureSessionsRequest(Request[tuple[SessionUse, ...]]):
    """All running sessions."""


class MeasureSessions:
    """Say what each running session uses: processes, memory, processor; nobody looks unasked."""

    def __init__(
        self, sessions: Callable[[], Sequence[SessionView]], trees: ProcessTrees, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._trees = trees
        self._clock = clock
        self._last: dict[str, tuple[float, float]] = {}
        """By session: the processor time it had taken, and when that was."""

    async def execute(
        self, request: MeasureSessionsRequest, caller: Caller, /
    ) -> tuple[SessionUse, ...]:
        """Look once at the processes of this machine; what ends meanwhile is left out."""
        del request, caller
        roots = {each.id: each.pid for each in self._sessions() if each.pid is not None}
        found = await self._trees.measure(tuple(roots.values()))
        now_s = self._clock.monotonic_s()
        uses = []
        last, self._last = self._last, {}
        for session, pid in roots.items():
            use = found.get(pid)
            if use is None:
                continue
            self._last[session] = use.cpu_s, now_s
            uses.append(
                SessionUse(
                    session=session,
                    processes=use.processes,
                    memory_bytes=use.memory_bytes,
                    cpu_percent=_percent(last.get(session), (use.cpu_s, now_s)),
                )
            )
        return tuple(uses)


def _percent(before: tuple[float, float] | None, now: tuple[float, float]) -> float | None:
    """Return the part of one processor; what ended takes its time along, so never below 0."""
    if before is None or now[1] <= before[1]:
        return None
    return max(0.0, (now[0] - before[0]) / (now[1] - before[1]) * 100)
