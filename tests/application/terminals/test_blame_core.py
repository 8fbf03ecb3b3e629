"""A restarted window blames a session: what is counted, and what the person is told."""

import pytest

from fakes.screen_worker import FakeScreenWorker
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.blame_core import BlameCore, BlameCoreRequest
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.stop_session import StopSession, StopSessionRequest
from idea.application.use_case import Person
from idea.domain.errors import InvalidError, NotFoundError
from support.fake_sessions import Terminals
from support.running import on_a_loop

ME = Person()


async def a_shell(terminals: Terminals) -> str:
    use_case = OpenTerminal(terminals.sessions, terminals.launcher)
    return (await use_case.execute(OpenTerminalRequest(project="Garden"), ME)).id


@on_a_loop
async def test_the_second_time_the_session_is_set_apart_and_the_person_is_told() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    screens = BackgroundScreens(FakeScreenWorker, notify=lambda _: None)
    blame = BlameCore(terminals.sessions, screens)
    request = BlameCoreRequest(session=session, seq=0)
    first, second = [await blame.execute(request, ME) for _ in range(2)]
    assert (first.session, first.is_apart, second.is_apart) == (session, False, True)
    assert "crashed the window" in first.sentence
    assert "left out" in second.sentence
    await StopSession(terminals.sessions).execute(StopSessionRequest(session=session), ME)
    third = await blame.execute(request, ME)
    assert "not shown" in third.sentence
    await screens.close()


@on_a_loop
async def test_without_a_worker_nothing_can_be_left_out() -> None:
    terminals = Terminals()
    blame = BlameCore(terminals.sessions, None)
    request = BlameCoreRequest(session=await a_shell(terminals), seq=0)
    for _ in range(3):
        assert not (await blame.execute(request, ME)).is_apart


@on_a_loop
async def test_nonsense_is_refused() -> None:
    terminals = Terminals()
    blame = BlameCore(terminals.sessions, None)
    with pytest.raises(NotFoundError):
        await blame.execute(BlameCoreRequest(session="nobody", seq=0), ME)
    with pytest.raises(InvalidError):
        await blame.execute(BlameCoreRequest(session=await a_shell(terminals), seq=-1), ME)
