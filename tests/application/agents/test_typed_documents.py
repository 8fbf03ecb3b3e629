"""A document that has to be typed is typed once the program waits for it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import InvalidError
from idea.domain.events import Noticed
from idea.domain.ids import SessionId
from idea.domain.profiles.profile import AgentProfile, StartupKind, StartupQuestion, Stdin
from idea.domain.terminal import Exited
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import becomes, on_a_loop

TRUST = StartupQuestion(StartupKind.TRUST, "Do you trust")
QUESTION = ["Do you trust this folder?", "> yes"]


def typing(prompt: str = "") -> AgentProfile:
    return replace(ONE, injection=Stdin(prompt), startup=(TRUST,))


async def launched(
    stage: AgentStage, profile: AgentProfile, *screens: Sequence[str]
) -> SessionView:
    stage.profile_store.built_in[ONE.id] = profile
    stage.screens = [list(screen) for screen in screens]
    await stage.create("Reviewer", role="Read.")
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=A_PROJECT.name, agent="Reviewer")
    return await launching.execute(request, Person())


def typed(stage: AgentStage, session: SessionView) -> list[tuple[str, bool]]:
    return stage.pumps.made[SessionId(session.id)].texts


@on_a_loop
async def test_it_is_typed_when_the_prompt_of_the_profile_is_there() -> None:
    stage = AgentStage()
    session = await launched(stage, typing("^> $"), [], ["Starting"], ["Starting"], ["Hi", "> "])
    assert typed(stage, session) == []

    await becomes(lambda: typed(stage, session), "it is typed")

    [(text, enter)] = typed(stage, session)
    assert text == stage.text(f"run/{session.agent}/AGENT.md")
    assert "Read." in text
    assert enter
    assert stage.screens == [["Hi", "> "]]
    await stage.ended()


@on_a_loop
async def test_without_a_known_prompt_it_is_typed_once_the_screen_stays_as_it_is() -> None:
    stage = AgentStage()
    still = ["Ready"]
    session = await launched(stage, typing(), [], [], [], ["1"], ["2"], still, still, still)

    await becomes(lambda: typed(stage, session), "it is typed")

    assert stage.screens == [still]
    await stage.ended()


@pytest.mark.parametrize("prompt", ["^> ", ""])
@on_a_loop
async def test_nothing_is_typed_into_a_question_of_the_start(prompt: str) -> None:
    stage = AgentStage()
    asks = [QUESTION] * 500
    session = await launched(stage, typing(prompt), *asks, ["> "], ["> "], ["> "])

    await becomes(lambda: typed(stage, session), "it is typed after the answer")

    assert QUESTION not in stage.screens, "Whoever types ends looking."
    await stage.ended()


@on_a_loop
async def test_a_prompt_that_never_comes_is_said_and_nothing_is_typed() -> None:
    stage = AgentStage()
    session = await launched(stage, typing("^> "), ["Busy"])

    def said() -> list[str]:
        return [event.sentence for event in stage.bus.published if isinstance(event, Noticed)]

    await becomes(said, "it is said")

    [sentence] = said()
    assert sentence.startswith("Engine One of Reviewer showed no prompt, so what it should read")
    assert typed(stage, session) == []
    await stage.ended()


@on_a_loop
async def test_a_program_that_ends_before_is_waited_for_no_more() -> None:
    stage = AgentStage()
    session = await launched(stage, typing("^> "), QUESTION)
    stage.ptys.end(SessionId(session.id), Exited(1))

    await becomes(lambda: not stage.launches._typed._waiting, "nobody waits")

    assert not [event for event in stage.bus.published if isinstance(event, Noticed)]
    await stage.ended()


def test_a_prompt_is_a_regular_expression() -> None:
    with pytest.raises(InvalidError, match="no regular expression"):
        Stdin("(")
