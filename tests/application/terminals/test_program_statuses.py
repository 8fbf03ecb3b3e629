"""What a program says it is doing is kept with its session, told when it matters, and let go."""

import pytest

from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.sessions import Foreground
from idea.application.terminals.tell_status import StatusPart, TellStatus, TellStatusRequest
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.events import SessionReported
from idea.domain.ids import SessionId
from idea.domain.program_status import AT_PROMPT, MOST_NEWS, RESET
from support.fake_sessions import Terminals
from support.running import on_a_loop

ME = Person()


async def a_shell(terminals: Terminals) -> str:
    use_case = OpenTerminal(terminals.sessions, terminals.launcher)
    return (await use_case.execute(OpenTerminalRequest(project="Garden"), ME)).id


async def told(terminals: Terminals, session: str, *news: StatusPart) -> SessionView:
    use_case = TellStatus(terminals.sessions, terminals.statuses)
    return await use_case.execute(TellStatusRequest(session=session, news=news), ME)


def reports(terminals: Terminals) -> list[str | None]:
    return [
        event.status and event.status.state.value
        for event in terminals.bus.published
        if isinstance(event, SessionReported)
    ]


@on_a_loop
async def test_a_status_is_part_of_the_session_and_told_when_it_is_another() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    assert terminals.sessions.view(SessionId(session)).told is None

    view = await told(
        terminals,
        session,
        StatusPart(what="working", app="x", progress=3),
        StatusPart(what="blocked", id="a", kind="question", title="t", message="Which\x1b?"),
    )
    assert view.told is not None
    assert (view.told.state, view.told.kind, view.told.progress) == ("blocked", "question", None)
    assert (view.told.app, view.told.title, view.told.message) == ("", "t", "Which\\x1b?")
    await told(terminals, session, StatusPart(what="done", id="b"))
    assert reports(terminals) == ["blocked"]
    await told(terminals, session, StatusPart(what=AT_PROMPT))
    await told(terminals, session, StatusPart(what=RESET))
    assert reports(terminals) == ["blocked", "done", None]
    await terminals.sessions.close()


@on_a_loop
async def test_a_state_is_as_old_as_it_is() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    times = []
    for part in (
        StatusPart(what="working", progress=1),
        StatusPart(what="working", progress=2),
        StatusPart(what="done"),
    ):
        terminals.clock.advance(60)
        view = await told(terminals, session, part)
        assert view.told is not None
        times.append(view.told.since)
    assert times[0] == times[1] < times[2]
    await terminals.sessions.close()


@on_a_loop
async def test_nonsense_is_refused_and_too_much_too() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    with pytest.raises(InvalidError):
        await told(terminals, session, StatusPart(what="dancing"))
    with pytest.raises(InvalidError, match="too many"):
        await told(terminals, session, *[StatusPart(what="idle")] * (MOST_NEWS + 1))
    with pytest.raises(NotFoundError):
        await told(terminals, "nobody", StatusPart(what="idle"))
    assert reports(terminals) == []
    await terminals.sessions.close()


@on_a_loop
async def test_what_worked_is_over_when_the_program_has_left() -> None:
    terminals = Terminals()
    session = SessionId(await a_shell(terminals))
    await told(terminals, str(session), StatusPart(what="working"))
    terminals.sessions.set_foreground(session, Foreground(program="claude"))
    assert reports(terminals) == ["working"]
    terminals.sessions.set_foreground(session, Foreground())
    assert reports(terminals) == ["working", None]
    await terminals.sessions.close()


@on_a_loop
async def test_an_ended_program_works_no_more_and_can_say_nothing() -> None:
    terminals = Terminals()
    terminals.bus.subscribe(terminals.statuses.hear)
    session = await a_shell(terminals)
    await told(terminals, session, StatusPart(what="working"), StatusPart(what="done", id="a"))
    await terminals.sessions.stop(SessionId(session))
    view = await told(terminals, session, StatusPart(what="blocked"))
    assert view.told is not None
    assert view.told.state == "done"
    await terminals.sessions.forget(SessionId(session))
    assert terminals.statuses.view(SessionId(session)) is None
    await terminals.sessions.close()
