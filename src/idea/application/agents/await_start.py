"""See whether an agent's program starts."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from idea.application.agents.agents import Agents
from idea.application.agents.failed_starts import FailedStarts
from idea.application.agents.launches import AgentLaunches
from idea.application.use_case import Caller, Request
from idea.domain.agents.start import died_at_once, last_words, waits_for_person
from idea.domain.errors import InvalidError
from idea.domain.ports.clock import Clock
from idea.domain.profiles.profile import asked

_PAUSE_S: Final = 0.2
_LONGEST_S: Final = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartView:
    """How the start of an agent's program goes."""

    state: str
    """`runs`, `asks` (to be trusted or logged in), `ended` (at once, by itself) or `rests`."""
    sentence: str = ""
    """What happened and what to do about it; empty when it runs or rests."""
    said: str = ""
    """The last lines that an ended one showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitStartRequest(Request[StartView]):
    """Which agent, and how long it is watched at most."""

    project: str
    agent: str
    within_s: float = 3.0


class AwaitStart:
    """Watch an agent's program for some seconds after its launch, and say if it needs somebody."""

    def __init__(
        self,
        *,
        agents: Agents,
        launches: AgentLaunches,
        failed: FailedStarts,
        clock: Clock,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._agents = agents
        self._launches = launches
        self._failed = failed
        self._clock = clock
        self._pause = pause

    async def execute(self, request: AwaitStartRequest, caller: Caller, /) -> StartView:
        """Answer as soon as it ended or asks something, else when the time is over.

        Raises:
            NotFoundError: There is no such project or agent.
            InvalidError: That is no time to wait.
        """
        del caller
        if not 0 <= request.within_s <= _LONGEST_S:
            raise InvalidError(f"A start is watched for 0 to {_LONGEST_S:.0f} seconds.")
        project, agent = await self._agents.find(request.project, request.agent)
        until = self._clock.monotonic_s() + request.within_s
        while True:
            record = self._launches.newest(project, agent.id)
            if record is None:
                return StartView(state="rests")
            lines = await self._failed.lines(record.session.id)
            if not record.session.is_live:
                if not died_at_once(record):
                    return StartView(state="rests")
                sentence = await self._failed.sentence(record)
                return StartView(state="ended", sentence=sentence, said=last_words(lines))
            profile = await self._failed.profile(record)
            kind = None if profile is None else asked(profile.startup, lines)
            if kind is not None and profile is not None:
                sentence = waits_for_person(agent.name, profile.name, kind)
                return StartView(state="asks", sentence=sentence)
            if self._clock.monotonic_s() >= until:
                return StartView(state="runs")
            await self._pause(_PAUSE_S)
