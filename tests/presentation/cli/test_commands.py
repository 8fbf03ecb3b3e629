"""What each command asks for, prints, and answers with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, override

import pytest

from fakes.doors import FakeDoors
from fakes.terminal_core import FakeScreenFactory
from fakes.terminal_link import FakeTerminalLink, FakeTerminalLinks
from idea.domain.diagnosis import Finding, Health
from idea.domain.errors import (
    ConflictError,
    ErrorKind,
    IdeaError,
    NotFoundError,
    ProcessError,
)
from idea.domain.ids import SessionId
from idea.domain.terminal import Size
from idea.presentation.cli.main import _COMMANDS, run

PROJECT = {
    "id": "11111111-aaaa",
    "name": "ledger",
    "root": "/src/ledger",
    "is_open": True,
    "created_at": "2026-01-01T00:00:00Z",
}
LAYOUT = {
    "project": PROJECT["id"],
    "revision": 3,
    "tree": {"type": "leaf", "id": "cell-1"},
    "sessions": {"cell-1": "22222222-bbbb"},
    "can_undo": True,
    "can_redo": False,
    "notice": "",
}
SESSION = {
    "id": "22222222-bbbb",
    "project": PROJECT["id"],
    "name": "bash",
    "command": ["/bin/bash"],
    "cwd": "/src/ledger",
    "folder": "",
    "columns": 80,
    "rows": 24,
    "status": "running",
    "reason": "",
    "code": None,
    "pid": 42,
    "started_at": "2026-01-01T00:00:00Z",
    "cell": "cell-1",
    "address": "A1",
}


def _doors(**answers: object) -> FakeDoors:
    return FakeDoors({name.replace("__", "."): answer for name, answer in answers.items()})


LAYOUT_COMMANDS = [
    (["show"], "show_layout", {}),
    (["split", "A1", "--right"], "split_cell", {"cell": "A1", "side": "right"}),
    (["split", "A1", "--up"], "split_cell", {"cell": "A1", "side": "up"}),
    (["close", "A1"], "close_cell", {"cell": "A1"}),
    (["detach", "A1"], "detach_session", {"cell": "A1"}),
    (["attach", "2222", "A1"], "attach_session", {"session": "2222", "cell": "A1"}),
    (["merge", "A1:B2"], "merge_cells", {"cells": "A1:B2"}),
    (["equalise"], "equalise_cells", {"cells": ""}),
    (["unmerge", "A1"], "unmerge_cell", {"cell": "A1"}),
    (["insert", "row", "A1"], "insert_row", {"cell": "A1", "after": True}),
    (["insert", "column", "A1", "--before"], "insert_column", {"cell": "A1", "after": False}),
    (["delete", "row", "A1"], "delete_row", {"cell": "A1"}),
    (["delete", "column", "A1"], "delete_column", {"cell": "A1"}),
    (
        ["resize", "A1", "--right", "10%"],
        "resize_cell",
        {"cell": "A1", "side": "right", "percent": 10.0},
    ),
    (
        ["resize", "A1", "--up=-5"],
        "resize_cell",
        {"cell": "A1", "side": "up", "percent": -5.0},
    ),
    (["move", "A1", "B1"], "move_cell", {"cell": "A1", "to": "B1", "side": ""}),
    (["move", "A1", "B1", "--up"], "move_cell", {"cell": "A1", "to": "B1", "side": "up"}),
    (["swap", "A1", "B1"], "swap_cells", {"cell": "A1", "with_cell": "B1"}),
    (["transpose"], "transpose", {"cell": ""}),
    (["preset", "grid-2x2"], "apply_preset", {"preset": "grid-2x2"}),
    (["reopen"], "reopen_cell", {}),
    (["broadcast", "A1:B2 C3"], "set_broadcast", {"cells": "A1:B2 C3"}),
    (["end-broadcast"], "clear_broadcast", {}),
    (["undo"], "undo_layout", {}),
    (["redo"], "redo_layout", {}),
]


@pytest.mark.parametrize(("arguments", "use_case", "request_"), LAYOUT_COMMANDS)
def test_a_layout_command_asks_for_its_use_case(
    arguments: list[str],
    use_case: str,
    request_: dict[str, object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = FakeDoors({f"layouts.{use_case}": LAYOUT, "terminals.list_sessions": [SESSION]})

    code = run(["layout", *arguments, "--project", "ledger"], doors)

    asked = [each for each in doors.asked if each[0].startswith("layouts.")]
    assert (code, asked) == (0, [(f"layouts.{use_case}", {"project": "ledger", **request_})])
    said = capsys.readouterr().out
    assert "A1" in said
    assert "22222222 bash" in said


@pytest.mark.parametrize("command", ["show", "stop", "screen", "forget"])
def test_an_unknown_session_points_to_the_list(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = NotFoundError("There is no session 'zz'.")
    names = ("show_session", "stop_session", "read_screen", "forget_session")
    doors = FakeDoors({f"terminals.{name}": unknown for name in names})

    assert run(["session", command, "zz"], doors) == 1
    assert "There is no session 'zz'; 'idea session list' shows all." in capsys.readouterr().err


def test_a_project_is_made_of_a_folder_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doors = _doors(projects__create_project=PROJECT)
    missing = tmp_path / "ledger"

    assert run(["project", "create", str(missing)], doors) == 1
    assert f"There is no folder {missing}; --make makes it." in capsys.readouterr().err
    assert doors.asked == []

    assert run(["project", "create", str(missing), "--make"], doors) == 0
    assert run(["project", "create", str(tmp_path)], doors) == 0
    assert [request["make"] for _, request in doors.asked] == [True, False]


def test_what_is_wrong_with_a_new_projects_folder_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {**PROJECT, "notices": ["/src/ledger cannot be written."]}

    assert run(["project", "create", str(tmp_path)], _doors(projects__create_project=made)) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("11111111-aaaa\n", "/src/ledger cannot be written.\n")


def test_a_notice_goes_beside_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(layouts__merge_cells={**LAYOUT, "notice": "1 session went to the background."})

    run(["layout", "merge", "A1:B1", "-p", "ledger", "--json"], doors)
    said = capsys.readouterr()

    assert json.loads(said.out)["revision"] == 3
    assert said.err == "1 session went to the background.\n"


def test_the_project_of_the_current_folder_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "ledger" / "src"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    doors = _doors(
        projects__list_projects=[{**PROJECT, "root": str(tmp_path / "ledger")}],
        layouts__undo_layout=LAYOUT,
    )

    assert run(["layout", "undo"], doors) == 0
    assert doors.asked[1] == ("layouts.undo_layout", {"project": PROJECT["id"]})


def test_outside_any_project_one_must_be_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    code = run(["layout", "undo"], _doors(projects__list_projects=[PROJECT]))

    assert code == 1
    assert "--project" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["layout", "split", "A1"],
        ["layout", "split", "A1", "--left", "--right"],
        ["layout", "resize", "A1", "--right", "much"],
        ["layout", "insert", "diagonal", "A1"],
        ["session", "show"],
        ["sesion", "list"],
        ["session", "lst"],
        ["/no/such/folder"],
    ],
)
def test_wrong_usage_exits_with_two_and_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    doors = FakeDoors()

    assert run(arguments, doors) == 2
    assert capsys.readouterr().err.strip()
    assert doors.asked == []


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    run(["sesion"], FakeDoors())

    assert "Did you mean 'session'?" in capsys.readouterr().err


@pytest.mark.parametrize("error", IdeaError.__subclasses__())
def test_every_kind_of_failure_exits_with_one_and_its_sentence(
    error: type[IdeaError], capsys: pytest.CaptureFixture[str]
) -> None:
    doors = _doors(terminals__show_session=error("It is not there."))

    code = run(["session", "show", "x", "--json"], doors)
    said = capsys.readouterr()

    assert (code, said.err) == (1, "It is not there.\n")
    assert json.loads(said.out) == {"error": {"kind": error.kind, "message": "It is not there."}}


def test_kinds_of_failure_differ() -> None:
    assert {error.kind for error in IdeaError.__subclasses__()} == set(ErrorKind)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"state": "blocked", "kind": "permission", "progress": None}, "blocked (permission)"),
        ({"state": "working", "kind": "", "progress": 40}, "working (40 %)"),
        ({"state": "idle", "kind": "", "progress": None}, "idle"),
        (None, "running"),
    ],
)
def test_what_a_program_says_it_is_doing_is_its_state(
    told: dict[str, object] | None, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = {**SESSION, "told": told and {**told, "message": "Bash: ls"}}
    doors = _doors(terminals__list_sessions=[session], terminals__show_session=session)

    run(["session", "list"], doors)
    assert f"  {words}  " in capsys.readouterr().out
    run(["session", "show", "2"], doors)
    shown = capsys.readouterr().out
    assert (f"{words}: Bash: ls" in shown) is (told is not None)


def test_sessions_are_listed_as_a_table_and_as_objects_with_ids(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ended = {**SESSION, "id": "33333333", "status": "exited", "code": 2, "address": None}
    hostile = {**SESSION, "id": "44444444", "name": "a\x1b[2J"}
    stopped = {**ended, "id": "55555555", "code": -1, "stopped": True}
    killed = {**ended, "id": "66666666", "code": -9}
    doors = _doors(terminals__list_sessions=[SESSION, ended, hostile, stopped, killed])

    run(["session", "list"], doors)
    lines = capsys.readouterr().out.splitlines()
    run(["session", "list", "--json"], doors)
    objects = json.loads(capsys.readouterr().out)

    assert lines[0].split() == [
        "ID",
        "CELL",
        "STATE",
        "SIZE",
        "NAME",
        "FOLDER",
        "WHY",
        "IT",
        "ENDED",
    ]
    assert lines[1].split() == ["22222222", "A1", "running", "80x24", "bash", "/src/ledger"]
    assert lines[2].split()[:4] == ["33333333", "-", "exited", "2"]
    assert "\\x1b" in lines[3]
    assert lines[4].split()[2] == "stopped"
    assert lines[5].split()[2:4] == ["signal", "9"]
    ids = [SESSION["id"], "33333333", "44444444", "55555555", "66666666"]
    assert [entry["id"] for entry in objects] == ids


def test_a_terminal_is_opened_with_the_display_of_its_opener(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("SECRET_TOKEN", "x")
    doors = _doors(terminals__open_terminal=SESSION)

    run(["terminal", "open", "-p", "ledger", "--at", "B1", "--", "vim", "-R", "a b"], doors)
    (_, asked) = doors.asked[0]

    assert asked["command"] == ["vim", "-R", "a b"]
    assert asked["cell"] == "B1"
    environment: Any = asked["environment"]
    assert environment["DISPLAY"] == ":7"
    assert "SECRET_TOKEN" not in environment
    assert asked["background"] is False
    assert capsys.readouterr().out == f"{SESSION['id']}\n"


def test_a_terminal_can_be_opened_in_the_background() -> None:
    doors = _doors(terminals__open_terminal=SESSION)

    run(["terminal", "open", "-p", "ledger", "--background"], doors)

    assert doors.asked[0][1]["background"] is True


def test_a_screen_is_what_the_screen_worker_says(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(
        terminals__read_screen={"lines": ["above", "page", ""]},
        terminals__show_session={"reason": "It is over."},
    )

    assert run(["session", "screen", "2222", "--history", "1"], doors) == 0

    assert doors.asked[0] == ("terminals.read_screen", {"session": "2222", "history": 1})
    told = capsys.readouterr()
    assert told.out == "above\npage\n"
    assert told.err == "This is what it showed last. It is over.\n"


def test_lines_of_a_session_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    line = {"number": 12, "text": "a \x1b[2J", "spans": [[0, 1]]}
    doors = _doors(terminals__find_in_session={"id": "2", "hits": 1, "lines": [line]})

    assert run(["session", "find", "2222", "A", "--word", "--limit", "5"], doors) == 0

    assert doors.asked == [
        (
            "terminals.find_in_session",
            {
                "session": "2222",
                "text": "A",
                "case": False,
                "word": True,
                "expression": False,
                "limit": 5,
            },
        )
    ]
    assert capsys.readouterr().out == "12: a \\x1b[2J\n"


def test_finding_nothing_says_nothing_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(terminals__find_in_session={"id": "2", "hits": 0, "lines": []})

    assert run(["session", "find", "2222", "a"], doors) == 1

    assert capsys.readouterr().out == ""


class _Links(FakeTerminalLinks):
    """Sessions that show nothing yet."""

    @override
    def attach(self, session: SessionId, **asked: Any) -> FakeTerminalLink:
        link = super().attach(session, **asked)
        link.accept(Size(80, 24))
        return link


def test_without_a_screen_worker_the_command_follows_the_session_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _doors(
        terminals__read_screen=ProcessError("There is no screen worker on this system."),
        terminals__show_session=SESSION,
    )
    doors.links, doors.factory = _Links(), FakeScreenFactory()

    assert run(["session", "screen", "2222", "--json"], doors) == 0

    shown = json.loads(capsys.readouterr().out)
    assert (shown["id"], shown["columns"], shown["rows"]) == (SESSION["id"], 80, 24)


def test_engine_status_without_an_engine_fails_and_starts_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = FakeDoors()
    doors.engine_runs = False

    assert run(["engine", "status"], doors) == 1
    assert run(["engine", "stop"], doors) == 0
    assert doors.asked == []
    assert "idea engine start" in capsys.readouterr().err


STATUS = {"pid": 7, "version": "0.1.0", "protocol": 1, "sessions": 2, "clients": 1}


def test_without_an_engine_programs_that_wait_for_one_are_not_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _doors(engine__stop_engine=STATUS)
    doors.engine_runs, doors.programs = False, True

    assert run(["engine", "status"], doors) == 1
    assert "goes on with them" in capsys.readouterr().err
    assert run(["engine", "stop", "--sessions"], doors) == 0
    assert doors.asked == [("engine.stop_engine", {"sessions": True})]


class SlowlyLeaving(FakeDoors):
    """An engine that answers some more before it is gone, and once breaks off."""

    def __init__(self) -> None:
        super().__init__({"engine.restart_engine": STATUS})
        self._answers: list[object] = [STATUS, ProcessError("Gone."), {**STATUS, "pid": 8}]

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        if name == "engine.engine_status":
            self.answers[name] = self._answers.pop(0)
        return super().call(name, request)


@pytest.mark.parametrize(
    ("command", "request_"),
    [("restart", {}), ("replace", {"oldest_protocol": 1, "newest_protocol": 1})],
)
def test_the_next_engine_is_shown_once_it_runs(
    command: str, request_: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    doors = SlowlyLeaving()

    assert run(["engine", command, "--json"], doors) == 0

    assert json.loads(capsys.readouterr().out)["pid"] == 8
    assert doors.asked[0] == ("engine.restart_engine", request_)


def test_restarting_without_an_engine_starts_one(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(engine__engine_status=STATUS)
    doors.engine_runs = False

    assert run(["engine", "restart"], doors) == 0
    assert "sessions" in capsys.readouterr().out


def test_an_engine_that_does_not_leave_is_said_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("idea.presentation.cli.engine._LEAVES_WITHIN_S", 0.0)
    doors = _doors(engine__engine_status=STATUS, engine__restart_engine=STATUS)

    assert run(["engine", "restart"], doors) == 1
    assert "process 7, does not leave" in capsys.readouterr().err


def test_call_passes_json_through(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(projects__list_projects=[PROJECT])

    assert run(["call", "projects.list_projects"], doors) == 0
    assert json.loads(capsys.readouterr().out) == [PROJECT]
    assert run(["call", "projects.list_projects", "{"], doors) == 1
    assert run(["call", "projects.list_projects", "[]"], doors) == 1


def test_doctor_fails_only_when_something_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors()
    doors.findings = [
        Finding(id="core", health=Health.FINE, fact="ghostty"),
        Finding(id="linger", health=Health.NOTE, fact="off", remedy="Turn it on."),
    ]

    assert run(["doctor"], doors) == 0
    assert "linger: Turn it on." in capsys.readouterr().out
    doors.findings.append(Finding(id="qt", health=Health.WRONG, fact="missing"))
    assert run(["doctor", "--json"], doors) == 1
    assert [entry["id"] for entry in json.loads(capsys.readouterr().out)] == [
        "core",
        "linger",
        "qt",
    ]


def test_a_path_or_nothing_opens_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ledger").mkdir()
    doors = FakeDoors()

    assert run([], doors) == 0
    assert run(["ledger"], doors) == 0
    assert doors.windows == [(), (str(tmp_path / "ledger"),)]


@pytest.mark.parametrize("command", sorted(_COMMANDS))
def test_every_command_helps(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"], FakeDoors()) == 0
    told = capsys.readouterr().out
    assert "Usage: idea" in told
    assert "..." not in told.replace("[ARGS]...", "").replace("]...", ""), "Half a sentence."


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell], FakeDoors()) == 0
    assert "_IDEA_COMPLETE" in capsys.readouterr().out


def test_forgetting_says_that_files_stay(capsys: pytest.CaptureFixture[str]) -> None:
    run(["project", "forget", "ledger"], _doors(projects__forget_project=PROJECT))

    assert capsys.readouterr().out == "ledger is forgotten; /src/ledger is untouched.\n"


def test_conflicts_reach_the_person_whole(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(layouts__undo_layout=ConflictError("There is nothing to undo."))

    assert run(["layout", "undo", "-p", "ledger"], doors) == 1
    assert capsys.readouterr().err == "There is nothing to undo.\n"


def test_a_setting_takes_json_or_a_bare_word(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _doors(settings__set_setting={"terminal.font_size": 14, "appearance.theme": "light"})

    run(["settings", "set", "terminal.font_size", "14"], doors)
    run(["settings", "set", "appearance.theme", "light"], doors)

    assert [request["value"] for _, request in doors.asked] == [14, "light"]
    assert capsys.readouterr().out == 'terminal.font_size = 14\nappearance.theme = "light"\n'


def test_a_missing_use_case_is_an_ordinary_failure() -> None:
    assert run(["session", "stop", "x"], FakeDoors({"x": NotFoundError("x")})) == 1


def test_an_engine_that_holds_sessions_says_how_to_stop_both(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _doors(engine__stop_engine=ConflictError("2 sessions are running."))

    assert run(["engine", "stop"], doors) == 1
    assert capsys.readouterr().err == (
        "2 sessions are running. 'idea engine stop --sessions' stops both.\n"
    )


def test_a_bundle_goes_to_a_file_or_into_the_current_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = FakeDoors()

    assert run(["doctor", "--bundle", "for-you.zip"], doors) == 0
    assert run(["doctor", "--bundle"], doors) == 0
    assert capsys.readouterr().out == "for-you.zip\n.\n"
    assert sorted(doors.saved) == [".", "for-you.zip"]
    assert run(["doctor", "--bundle", "for-you.zip", "--json"], doors) == 1
    assert "already" in capsys.readouterr().err
