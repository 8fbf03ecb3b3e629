"""How the start of an agent's program goes, for who asked for it and for who does not look."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from idea.application.agents.await_start import AwaitStart, AwaitStartRequest, StartView
from idea.application.agents.failed_starts import FailedStarts
from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.terminals.session_view import reason_of
from idea.application.use_case import Person
from idea.domain.errors import InvalidError
from idea.domain.events import Noticed
from idea.domain.ids import SessionId
from idea.domain.profiles.profile import StartupKind, StartupQuestion
from idea.domain.terminal import Exited
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import becomes, on_a_loop

GARDEN = A_PROJECT.name
ASKS = (
    StartupQuestion(StartupKind.TRUST, "Do you trust"),
    StartupQuestion(StartupKind.LOGIN, "Log in"),
)


class StartStage(AgentStage):
    def __init__(self, *screens: Sequence[str]) -> None:
        super().__init__()
        self.profile_store.built_in[ONE.id] = replace(ONE, startup=ASKS)
        self.screens = [list(one) for one in screens]
        self.failed = FailedStarts(
            sessions=self.sessions,
            profiles=self.profiles,
            cells=self.cells,
            read=self._shown,
            events=self.bus,
        )
        self.ends: list[int] = []
        """Exit codes, one for each pause that is waited."""
        self.session = SessionId("none")

    async def launched(self, *, background: bool = False) -> None:
        await self.create("Reviewer")
        launching = LaunchAgent(self.agents, self.launches, self.sessions, self.cells)
        request = LaunchAgentRequest(project=GARDEN, agent="Reviewer", background=background)
        self.session = SessionId((await launching.execute(request, Person())).id)

    async def end(self, code: int) -> None:
        self.ptys.end(self.session, Exited(code))
        await self.sessions._entry(self.session).gone.wait()

    async def wait(self, within_s: float = 1.0) -> StartView:
        use_case = AwaitStart(
            agents=self.agents,
            launches=self.launches,
            failed=self.failed,
            clock=self.clock,
            pause=self._pass,
        )
        request = AwaitStartRequest(project=GARDEN, agent="Reviewer", within_s=within_s)
        return await use_case.execute(request, Person())

    async def _pass(self, seconds: float) -> None:
        self.clock.advance(seconds)
        if self.ends:
            await self.end(self.ends.pop())

    @property
    def notices(self) -> list[str]:
        return [event.sentence for event in self.bus.published if isinstance(event, Noticed)]


@on_a_loop
async def test_a_program_that_goes_on_runs() -> None:
    stage = StartStage(["Ready"])
    await stage.launched()

    assert await stage.wait() == StartView(state="runs")
    await stage.ended()


@on_a_loop
async def test_a_program_that_dies_at_once_says_why_and_what_to_do() -> None:
    stage = StartStage(["no such account", ""])
    await stage.launched()
    stage.ends = [3]

    start = await stage.wait()

    assert (start.state, start.said) == ("ended", "no such account")
    assert start.sentence.startswith(
        "Engine One of Reviewer ended with exit code 3 right after its start. Its last words: "
    )
    record = stage.sessions.record(stage.session)
    assert reason_of(record) == "It ended with exit code 3 right after its start."
    assert stage.notices == [], "The cell shows it."
    await stage.ended()


@on_a_loop
async def test_a_question_is_told_at_once() -> None:
    stage = StartStage(["Starting"], ["Log in with…"])
    await stage.launched()

    start = await stage.wait()

    assert (start.state, start.sentence) == (
        "asks",
        "Engine One of Reviewer asks you to log in; answer it in its cell.",
    )
    await stage.ended()


@on_a_loop
async def test_a_program_in_the_background_that_dies_at_once_is_told_of() -> None:
    stage = StartStage(["Log in first"])
    await stage.launched(background=True)
    await stage.end(1)

    await becomes(lambda: stage.notices, "it is told")

    [said] = stage.notices
    assert said.endswith("Log in first: run one in a shell; then launch Reviewer again.")
    await stage.failed.close()
    await stage.ended()


@on_a_loop
async def test_that_one_must_log_in_first_is_told_of_a_program_in_a_cell_as_well() -> None:
    stage = StartStage(["Log in first"])
    await stage.launched()
    await stage.end(1)

    await becomes(lambda: stage.notices, "it is told")

    [said] = stage.notices
    assert said.endswith("Log in first: run one in a shell; then launch Reviewer again.")
    await stage.failed.close()
    await stage.ended()


@on_a_loop
async def test_without_its_profile_the_command_is_named() -> None:
    stage = StartStage(["Ready"])
    await stage.launched()
    stage.profile_store.built_in.pop(ONE.id)
    assert await stage.wait() == StartView(state="runs")
    stage.ends = [1]

    assert "Run /usr/bin/one in a shell" in (await stage.wait()).sentence
    await stage.ended()


@on_a_loop
async def test_who_does_not_run_rests() -> None:
    stage = StartStage()
    await stage.create("Resting")
    await stage.launched()
    await stage.sessions.stop(stage.session)

    assert await stage.wait() == StartView(state="rests")
    request = AwaitStartRequest(project=GARDEN, agent="Resting")
    use_case = AwaitStart(
        agents=stage.agents, launches=stage.launches, failed=stage.failed, clock=stage.clock
    )
    assert await use_case.execute(request, Person()) == StartView(state="rests")
    with pytest.raises(InvalidError, match="0 to 120"):
        await stage.wait(121)
    await stage.ended()


@on_a_loop
async def test_a_program_that_was_removed_since_it_was_found_is_missed_at_the_launch() -> None:
    stage = StartStage(["Ready"])
    await stage.launched()
    await stage.sessions.stop(stage.session)
    stage.search.programs.clear()
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)

    with pytest.raises(Exception, match="Engine One is not on this machine"):
        await launching.execute(LaunchAgentRequest(project=GARDEN, agent="Reviewer"), Person())
    await stage.ended()
