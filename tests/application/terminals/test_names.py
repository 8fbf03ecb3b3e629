"""What a session is called: by its program's title, by what is in front, by its command."""

import pytest

from idea.application.terminals.list_sessions import ListSessions, ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.set_title import LONGEST_TITLE, SetTitle, SetTitleRequest
from idea.application.terminals.show_session import ShowSession, ShowSessionRequest
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import InvalidError
from idea.domain.events import SessionChanged
from idea.domain.ids import SessionId
from support.fake_sessions import Terminals
from support.running import on_a_loop

ME = Person()


async def a_shell(terminals: Terminals) -> str:
    use_case = OpenTerminal(terminals.sessions, terminals.launcher)
    return (await use_case.execute(OpenTerminalRequest(project="Garden"), ME)).id


async def titled(terminals: Terminals, session: str, title: str) -> SessionView:
    request = SetTitleRequest(session=session, title=title)
    return await SetTitle(terminals.sessions).execute(request, ME)


async def shown(terminals: Terminals, session: str) -> SessionView:
    use_case = ShowSession(terminals.sessions, terminals.looks)
    return await use_case.execute(ShowSessionRequest(session=session), ME)


def changes(terminals: Terminals) -> int:
    return sum(isinstance(event, SessionChanged) for event in terminals.bus.published)


@on_a_loop
async def test_a_title_names_the_session_and_is_told_once() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)

    names = [(await titled(terminals, session, text)).name for text in ("ed", "  ed \n", "")]

    assert (names, changes(terminals)) == (["ed", "ed \\n", "shell"], 3)
    await titled(terminals, session, "")
    assert changes(terminals) == 3
    await terminals.sessions.close()


@on_a_loop
async def test_a_title_is_harmless_and_short_or_refused() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)

    assert (await titled(terminals, session, "a\x1b[31mb")).name == "a\\x1b[31mb"
    assert len((await titled(terminals, session, "x" * 1000)).name) == LONGEST_TITLE
    with pytest.raises(InvalidError, match="100000 characters"):
        await titled(terminals, session, "x" * 100_000)
    await terminals.sessions.close()


@on_a_loop
async def test_a_restless_title_is_written_seldom_and_the_last_one_at_the_end() -> None:
    terminals = Terminals()
    session = SessionId(await a_shell(terminals))
    await terminals.settled()
    written = terminals.store.attempts

    for number in range(20):
        await titled(terminals, session.value, f"frame {number}")
        await terminals.settled()

    assert terminals.store.attempts == written + 1
    await terminals.sessions.close()
    assert terminals.store.records[session].session.title == "frame 19"


@on_a_loop
async def test_what_is_in_front_names_a_session_without_a_title() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    terminals.host.folders.programs[SessionId(session)] = "vim"
    terminals.host.folders.known[SessionId(session)] = "/garden/shed"

    view = await shown(terminals, session)

    assert (view.name, view.program, view.folder) == ("vim", "vim", "/garden/shed")
    assert (view.cwd, changes(terminals)) == ("/garden", 1)
    assert (await titled(terminals, session, "notes")).name == "notes"
    await terminals.sessions.close()


@on_a_loop
async def test_a_list_looks_as_well_but_not_again_at_once() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    listing = ListSessions(terminals.sessions, terminals.projects, terminals.looks)
    folders = terminals.host.folders
    folders.programs[SessionId(session)] = "vim"

    async def listed() -> list[str]:
        return [view.name for view in await listing.execute(ListSessionsRequest(), ME)]

    assert await listed() == ["vim"]
    folders.programs.clear()
    assert (await listed(), folders.looks) == (["vim"], 1)
    terminals.clock.advance(1)
    assert (await listed(), folders.looks) == (["shell"], 2)
    await terminals.sessions.close()


@on_a_loop
async def test_nothing_is_in_front_of_a_program_that_ended() -> None:
    terminals = Terminals()
    session = await a_shell(terminals)
    terminals.host.folders.programs[SessionId(session)] = "vim"
    await shown(terminals, session)

    await terminals.sessions.stop(SessionId(session), force=True)
    terminals.clock.advance(1)
    view = await shown(terminals, session)

    assert (view.name, view.program, terminals.host.folders.looks) == ("shell", "", 1)
    await titled(terminals, session, "too late")
    assert terminals.sessions.view(SessionId(session)).name == "shell"
    await terminals.sessions.close()
