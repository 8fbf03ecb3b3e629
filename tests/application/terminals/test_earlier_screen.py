"""What an interrupted session showed, above what goes on with it."""

import pytest

from idea.application.terminals.earlier_screen import EarlierScreen, shown_above
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.read_screen import ReadScreen, ReadScreenRequest
from idea.application.terminals.screen_views import ScreenView
from idea.application.terminals.session_launcher import SessionLauncher
from idea.application.use_case import Caller, Person
from idea.application.views import SessionView
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.terminal import Exited
from support.fake_sessions import A_PROJECT, Terminals
from support.running import on_a_loop

NOTE = "\x1b[2m── It crashed; what was shown before is above. ──\x1b[m\r\n"


class Reading(ReadScreen):
    def __init__(self, *lines: str) -> None:
        self._lines = lines

    async def execute(self, request: ReadScreenRequest, caller: Caller, /) -> ScreenView:
        del caller
        if not self._lines:
            raise ProcessError("There is no screen worker on this system.")
        assert request.history == 2_000
        return ScreenView(
            id=request.session, title="", columns=80, rows=24, cursor=(0, 0), lines=self._lines
        )


def test_it_is_plain_text_with_the_reason_below() -> None:
    lines = ("one", "", "two\x1b[c\x9b6n  ", "", "")

    assert shown_above(lines, "It crashed.").decode() == f"one\r\n\r\ntwo [c 6n\r\n{NOTE}"
    assert shown_above(("", ""), "It crashed.") == b""


def test_of_very_much_the_end_is_kept() -> None:
    shown = shown_above(["a line " + "x" * 10_000] * 100 + ["last"], "It crashed.").decode()

    assert shown.endswith(f"last\r\n{NOTE}")
    assert 250_000 < len(shown) < 256 * 1024 + len(NOTE) * 2


async def shell(terminals: Terminals, launcher: SessionLauncher, previous: str) -> SessionView:
    opening = OpenTerminal(terminals.sessions, launcher)
    request = OpenTerminalRequest(project=A_PROJECT.name, previous=previous)
    return await opening.execute(request, Person())


@on_a_loop
@pytest.mark.parametrize(
    ("code", "lines", "above"),
    [(-11, ("hello",), True), (0, ("hello",), False), (-11, (), False)],
)
async def test_what_goes_on_with_an_interrupted_session_begins_with_it(
    code: int, lines: tuple[str, ...], above: bool
) -> None:
    terminals = Terminals()
    launcher = SessionLauncher(
        sessions=terminals.sessions,
        hosts=terminals.hosts,
        projects=terminals.projects,
        cells=terminals.cells,
        ids=terminals.ids,
        clock=terminals.clock,
        earlier=EarlierScreen(terminals.sessions, Reading(*lines)).of,
    )
    first = await shell(terminals, launcher, previous="")
    terminals.ptys.end(SessionId(first.id), Exited(code))
    await terminals.sessions._entry(SessionId(first.id)).gone.wait()

    second = await shell(terminals, launcher, previous=first.id)

    shown = terminals.pumps.made[SessionId(second.id)].earlier.decode()
    assert shown.startswith("hello\r\n") is above
    assert ("It crashed (SIGSEGV)" in shown) is above
    assert terminals.sessions.record(SessionId(second.id)).session.previous == SessionId(first.id)
    await terminals.sessions.close()
