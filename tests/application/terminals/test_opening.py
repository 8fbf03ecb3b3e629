import asyncio
from dataclasses import replace

import pytest

from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, ProcessError
from idea.domain.events import SessionStarted
from idea.domain.ids import NodeId, SessionId
from idea.domain.terminal import UNSEEN_SIZE, Size
from support.fake_sessions import A_PROJECT, FewCells, Terminals
from support.running import becomes, on_a_loop

_IN_GARDEN = OpenTerminalRequest(project="Garden", command=("wait",))


async def opened(terminals: Terminals, request: OpenTerminalRequest) -> SessionView:
    use_case = OpenTerminal(terminals.sessions, terminals.launcher)
    return await use_case.execute(request, Person())


def id_of(view: SessionView) -> SessionId:
    return SessionId(view.id)


@on_a_loop
async def test_a_session_starts_in_the_first_empty_cell() -> None:
    terminals = Terminals()

    view = await opened(terminals, replace(_IN_GARDEN, environment={"DISPLAY": ":0"}))

    spec = terminals.ptys.ptys[id_of(view)].spec
    assert (spec.command, spec.cwd, spec.size) == (("wait",), "/garden", UNSEEN_SIZE)
    assert spec.environment == {"DISPLAY": ":0", "IDEA_SESSION": view.id, "LOGIN": "False"}
    assert view == SessionView(
        id="00000001-0000-4000-8000-000000000000",
        project="project-1",
        name="wait",
        command=("wait",),
        cwd="/garden",
        columns=120,
        rows=40,
        status="running",
        reason="",
        code=None,
        pid=1000,
        started_at="2026-01-02T03:04:05+00:00",
        cell="cell-1",
        address="A1",
    )
    await terminals.sessions.close()


@on_a_loop
async def test_what_started_is_saved_and_announced_before_it_is_shown() -> None:
    terminals = Terminals()

    view = await opened(terminals, _IN_GARDEN)

    session = terminals.sessions.record(id_of(view)).session
    assert terminals.bus.published == [SessionStarted(session)]
    await terminals.sessions.close()
    record = terminals.store.records[session.id]
    assert record == terminals.sessions.record(session.id)
    assert record.process == terminals.host.processes.identify(1000)


@on_a_loop
async def test_without_a_command_the_login_shell_starts() -> None:
    terminals = Terminals()

    view = await opened(terminals, replace(_IN_GARDEN, command=()))

    spec = terminals.ptys.ptys[id_of(view)].spec
    assert (spec.command, spec.environment["LOGIN"]) == (("/bin/shell", "-l"), "True")
    assert view.name == "shell"
    await terminals.sessions.close()


@on_a_loop
async def test_a_shell_is_started_so_that_it_tells_its_marks_when_that_is_wanted() -> None:
    terminals = Terminals()
    terminals.wants_marks = True

    view = await opened(terminals, replace(_IN_GARDEN, command=()))

    spec = terminals.ptys.ptys[id_of(view)].spec
    assert (spec.command, spec.environment["MARKS"]) == (("/bin/shell", "--marks", "-l"), "yes")
    assert view.command == ("/bin/shell", "-l")
    await terminals.sessions.close()


@on_a_loop
async def test_a_named_cell_is_used_and_must_be_empty() -> None:
    terminals = Terminals()
    request = replace(_IN_GARDEN, cell="cell-2", columns=90, rows=30)

    view = await opened(terminals, request)

    assert (view.cell, view.columns, view.rows) == ("cell-2", 90, 30)
    with pytest.raises(ConflictError):
        await opened(terminals, request)
    with pytest.raises(NotFoundError):
        await opened(terminals, replace(_IN_GARDEN, cell="cell-9"))
    assert len(terminals.ptys.ptys) == 1
    await terminals.sessions.close()


@on_a_loop
async def test_with_every_cell_full_it_stays_in_the_background() -> None:
    terminals = Terminals(cells=FewCells())

    view = await opened(terminals, _IN_GARDEN)

    assert (view.cell, view.address, view.status) == (None, None, "running")
    await terminals.sessions.close()


@on_a_loop
async def test_a_cell_filled_meanwhile_leaves_it_in_the_background() -> None:
    cells = FewCells("cell-1")
    cells.fills_meanwhile = True
    terminals = Terminals(cells=cells)

    view = await opened(terminals, _IN_GARDEN)

    assert (view.cell, view.status) == (None, "running")
    await terminals.sessions.close()


@on_a_loop
async def test_sessions_opened_at_once_get_cells_of_their_own() -> None:
    terminals = Terminals(cells=FewCells("cell-1", "cell-2", "cell-3"))

    views = await asyncio.gather(*(opened(terminals, _IN_GARDEN) for _ in range(4)))

    assert [view.cell for view in views] == ["cell-1", "cell-2", "cell-3", None]
    await terminals.sessions.close()


@on_a_loop
async def test_a_session_beside_another_starts_where_that_one_works() -> None:
    terminals = Terminals()
    first = await opened(terminals, _IN_GARDEN)
    terminals.host.folders.known[id_of(first)] = "/garden/shed"

    request = replace(_IN_GARDEN, beside=first.id[:8])
    gone = await opened(terminals, request)
    terminals.files.folders.add("/garden/shed")
    there = await opened(terminals, request)
    given = await opened(terminals, replace(request, cwd="/elsewhere"))

    assert [view.cwd for view in (gone, there, given)] == ["/garden", "/garden/shed", "/elsewhere"]
    await terminals.sessions.close()


@pytest.mark.parametrize(
    ("foreground", "starts_in"),
    [("/told", "/told"), (None, "/told"), ("/garden/shed", "/garden/shed")],
)
@on_a_loop
async def test_what_a_shell_says_of_its_folder_counts_unless_what_is_in_front_is_elsewhere(
    foreground: str | None, starts_in: str
) -> None:
    terminals = Terminals()
    first = await opened(terminals, _IN_GARDEN)
    terminals.files.folders |= {"/garden", "/garden/shed", "/told"}
    if foreground is not None:
        terminals.host.folders.known[id_of(first)] = foreground
    request = replace(_IN_GARDEN, beside=first.id, told_folder="/told")

    assert (await opened(terminals, request)).cwd == starts_in
    gone = replace(request, told_folder="/gone")
    assert (await opened(terminals, gone)).cwd == (foreground or A_PROJECT.root)
    await terminals.sessions.close()


@on_a_loop
async def test_beside_a_session_in_an_unknown_folder_means_the_root() -> None:
    terminals = Terminals()
    first = await opened(terminals, replace(_IN_GARDEN, cwd="/elsewhere"))

    assert (await opened(terminals, replace(_IN_GARDEN, beside=first.id))).cwd == A_PROJECT.root
    await terminals.sessions.close()


@on_a_loop
async def test_what_cannot_start_leaves_nothing() -> None:
    terminals = Terminals()
    terminals.ptys.fails_with = ProcessError("The program wait was not found in PATH.")

    with pytest.raises(ProcessError, match="was not found"):
        await opened(terminals, _IN_GARDEN)
    with pytest.raises(NotFoundError):
        await opened(terminals, replace(_IN_GARDEN, project="Desert"))
    with pytest.raises(NotFoundError):
        await opened(terminals, replace(_IN_GARDEN, beside="nobody"))
    with pytest.raises(InvalidError):
        await opened(terminals, replace(_IN_GARDEN, columns=10**6, rows=1))

    assert (terminals.sessions.views(), terminals.bus.published) == ((), [])
    assert terminals.cells.shown == {NodeId("cell-1"): None, NodeId("cell-2"): None}
    await terminals.sessions.close()


@on_a_loop
async def test_a_program_that_ends_at_once_is_seen_to_end() -> None:
    terminals = Terminals()

    view = await opened(terminals, replace(_IN_GARDEN, command=("exit", "3", "bye")))
    session = id_of(view)
    await becomes(lambda: not terminals.sessions.record(session).session.is_live, "the end")

    assert terminals.sessions.view(session).reason == "It ended with exit code 3."
    assert terminals.pumps.made[session].session.size == Size(120, 40)
    await terminals.sessions.close()


@on_a_loop
async def test_a_session_in_the_background_leaves_empty_cells_empty() -> None:
    terminals = Terminals()

    view = await opened(terminals, replace(_IN_GARDEN, background=True))

    assert (view.cell, set(terminals.cells.shown.values())) == (None, {None})
    with pytest.raises(InvalidError, match="name none"):
        await opened(terminals, replace(_IN_GARDEN, background=True, cell="cell-1"))
    await terminals.sessions.close()


@on_a_loop
async def test_a_chosen_shell_replaces_the_login_shell_but_no_command() -> None:
    terminals = Terminals()
    terminals.shell = ("fish", "-C", "date")

    views = [await opened(terminals, replace(_IN_GARDEN, command=each)) for each in ((), ("wait",))]

    assert [view.command for view in views] == [("fish", "-C", "date"), ("wait",)]
    assert terminals.ptys.ptys[id_of(views[0])].spec.environment["LOGIN"] == "False"
    await terminals.sessions.close()
