"""What a program asks at its start is seen and said, and never answered."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from fakes.profile_store import FakeProfileStore
from idea.application.agents.startup_watch import PAUSES_S, StartupWatch
from idea.domain.agents.run import AgentRun
from idea.domain.events import SessionEnded, SessionStarted
from idea.domain.ids import AgentId, ProfileId, SessionId
from idea.domain.profiles.profile import StartupKind, StartupQuestion
from idea.domain.program_status import CLEAR, ProgramState, StatusNews
from idea.domain.terminal import Running, Size, TerminalSession
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import becomes, on_a_loop

ASKS = (
    StartupQuestion(StartupKind.TRUST, "(?i)do you trust"),
    StartupQuestion(StartupKind.LOGIN, "Log in"),
)


class Watched:
    """A session whose screens a test writes down."""

    def __init__(self, *screens: Sequence[str], profile: str = "one") -> None:
        self.stage = AgentStage()
        self.stage.profile_store = FakeProfileStore(replace(ONE, startup=ASKS))
        self.stage.profiles.store = self.stage.profile_store
        self.screens = list(screens)
        self.looks = 0
        self.told: list[StatusNews] = []
        self.waits = asyncio.Event()
        self.waits.set()
        self.watch = StartupWatch(
            profiles=self.stage.profiles,
            read=self._read,
            tell=self._tell,
            events=self.stage.bus,
            pause=self._pause,
        )
        run = AgentRun(
            agent=AgentId("a1"), name="R", profile=ProfileId(profile), engine="Engine One"
        )
        self.session = replace(a_session(self.stage), run=run)

    async def _read(self, session: SessionId) -> Sequence[str]:
        assert session == self.session.id
        self.looks += 1
        return self.screens.pop(0) if self.screens else []

    def _tell(self, session: SessionId, news: Sequence[StatusNews]) -> None:
        assert session == self.session.id
        self.told += news

    async def _pause(self, seconds: float) -> None:
        assert seconds in PAUSES_S
        await self.waits.wait()

    async def through(self) -> None:
        self.stage.bus.publish(SessionStarted(self.session))
        await becomes(lambda: not self.watch._watches, "the watch ends")
        await self.stage.ended()


def a_session(stage: AgentStage) -> TerminalSession:

    return TerminalSession(
        id=SessionId("s1"),
        project=A_PROJECT.id,
        command=("one",),
        cwd="/",
        size=Size(80, 24),
        status=Running(1),
        started_at=stage.clock.now(),
    )


@on_a_loop
async def test_a_question_is_said_until_it_is_answered() -> None:
    watched = Watched([], ["", "  Do you trust this folder?"], ["Do you trust it?"], ["> ready"])

    await watched.through()

    assert [(one.what, one.id, one.kind, one.message) for one in watched.told] == [
        (
            *(ProgramState.BLOCKED, "startup", "permission"),
            "asks whether it may trust this folder",
        ),
        (CLEAR, "startup", "", ""),
    ]
    assert watched.looks == 4, "What the screen says later is the conversation."


@on_a_loop
async def test_one_question_may_follow_another() -> None:
    watched = Watched(["Do you trust it?"], ["Log in with …"], [])

    await watched.through()

    assert [one.kind for one in watched.told] == ["permission", "auth", ""]


@on_a_loop
async def test_a_program_that_asks_nothing_is_left_alone_after_a_while() -> None:
    watched = Watched()

    await watched.through()

    assert watched.told == []
    assert watched.looks == len(PAUSES_S)


@on_a_loop
async def test_an_engine_that_is_gone_is_not_watched() -> None:
    watched = Watched(["Do you trust it?"], profile="gone")

    await watched.through()

    assert watched.looks == 0


@on_a_loop
async def test_a_watch_ends_with_its_session_or_the_engine() -> None:
    for end in (True, False):
        watched = Watched(["Do you trust it?"])
        watched.waits.clear()
        watched.stage.bus.publish(SessionStarted(watched.session))
        watched.stage.bus.publish(SessionStarted(replace(watched.session, run=None)))
        await asyncio.sleep(0)
        if end:
            watched.stage.bus.publish(SessionEnded(watched.session))
        await watched.watch.close()
        await becomes(lambda: not watched.watch._watches, "the watch ends")  # noqa: B023
        assert watched.told == []
        await watched.stage.ended()
