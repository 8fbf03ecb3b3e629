"""The idea command against a real engine, as a person types it."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from idea.presentation.cli.raw_attach import DETACH_KEY, LEAVE_CLEAN
from support.outer_terminal import OuterTerminal

pytestmark = [pytest.mark.slow, pytest.mark.posix]

IDEA = (sys.executable, "-m", "idea")


class Person:
    """Someone who types commands in one project's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.environment = dict(os.environ) | {"PS1": "ready$ ", "SHELL": "/bin/sh"}

    def idea(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [*IDEA, *arguments],
            check=False,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (code, done.stderr), done.stderr
        return done.stdout if code == 0 else done.stderr

    def answer(self, *arguments: str) -> Any:
        return json.loads(self.idea(*arguments, "--json"))

    def attach(self, session: str, columns: int = 90, rows: int = 20) -> OuterTerminal:
        environment = self.environment | {"TERM": "xterm-256color"}
        return OuterTerminal([*IDEA, "session", "attach", session], environment, columns, rows)


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    someone = Person(tmp_path / "ledger")
    someone.idea("project", "create", ".")
    try:
        yield someone
    finally:
        someone.idea("engine", "stop", "--sessions")


def _shown_when(person: Person, session: str, text: str) -> list[str]:
    """Return the lines of a session once one of them holds `text`."""
    for _ in range(100):
        lines: list[str] = person.answer("session", "screen", session, "--history", "50")["lines"]
        if any(text in line for line in lines):
            return lines
    raise AssertionError(f"{text!r} never showed; there was {lines!r}")


def test_a_day_on_the_command_line(person: Person) -> None:
    assert [entry["name"] for entry in person.answer("project", "list")] == ["ledger"]
    first = person.idea("terminal", "open", "--", "sh").strip()
    layout = person.answer("layout", "split", "A1", "--right")
    assert len(layout["sessions"]) == 1
    second = person.idea("terminal", "open", "--at", "B1", "--", "sh", "-c", "echo up; cat").strip()

    listed = person.answer("session", "list")
    assert [(entry["id"], entry["address"]) for entry in listed] == [(first, "A1"), (second, "B1")]

    person.idea("session", "send", first[:8], "echo he''llo", "--enter")
    assert "hello" in _shown_when(person, first, "hello")
    assert _shown_when(person, second, "up")[0] == "up"

    person.idea("layout", "swap", "A1", "B1")
    assert [entry["address"] for entry in person.answer("session", "list")] == ["B1", "A1"]
    person.idea("layout", "undo")
    person.idea("layout", "merge", "A1:B1")
    addresses = [entry["address"] for entry in person.answer("session", "list")]
    assert addresses == ["A1", None]

    stopped = person.answer("session", "stop", second)
    assert stopped["status"] == "exited"
    assert "up" in person.idea("session", "screen", second)
    person.idea("session", "forget", second)
    assert [entry["id"] for entry in person.answer("session", "list")] == [first]
    refused = person.idea("engine", "stop", code=1)
    assert "--sessions" in refused or "session" in refused


def test_attach_shows_types_resizes_and_leaves_the_terminal_clean(person: Person) -> None:
    session = person.idea("terminal", "open", "--", "sh").strip()
    person.idea("session", "send", session, "echo be''fore", "--enter")
    _shown_when(person, session, "before")

    with person.attach(session) as outer:
        outer.wait_for(b"before")
        _wait_for_size(outer, 90, 20)
        outer.resize(70, 15)
        _wait_for_size(outer, 70, 15)
        outer.type(b"sh -c 'echo as\"\"leep; exec sleep 1000'\r")
        outer.wait_for(b"asleep\r\n")
        outer.type(b"\x03")
        outer.type(b"printf 'be%s\\n' at\r")
        outer.wait_for(b"beat")
        outer.type(DETACH_KEY)
        assert LEAVE_CLEAN in outer.wait_for(LEAVE_CLEAN)
        outer.wait_for(b"Detached from")
        assert outer.wait_end() == 0

    (live,) = person.answer("session", "list")
    assert (live["id"], live["status"]) == (session, "running")


def _wait_for_size(outer: OuterTerminal, columns: int, rows: int) -> None:
    """Let the shell wait for its size, which may come later than what is typed."""
    wanted = f'[ "$(stty size)" = "{rows} {columns}" ]'
    outer.type(f"until {wanted}; do :; done; echo ha''s {columns}\r".encode())
    outer.wait_for(f"has {columns}\r\n".encode())


def test_attach_draws_an_alternate_screen_that_is_there_already(person: Person) -> None:
    program = "printf '\\033[?1049h\\033[2J\\033[5;10Hfull screen\\033[?2004h'; cat"
    session = person.idea("terminal", "open", "--", "sh", "-c", program).strip()
    _shown_when(person, session, "full screen")

    with person.attach(session) as outer:
        shown = outer.wait_for(b"full screen")
        assert b"\x1b[?1049h" in shown
        outer.type(DETACH_KEY)
        assert outer.wait_for(b"\x1b[?1049l").endswith(b"\x1b[?1049l")
        assert outer.wait_end() == 0


def test_attach_ends_with_its_session_and_refuses_an_ended_one(person: Person) -> None:
    session = person.idea("terminal", "open", "--", "sh", "-c", "echo up; read x; exit 7").strip()

    with person.attach(session) as outer:
        outer.wait_for(b"up")
        outer.type(b"\r")
        outer.wait_for(b"exited with 7")
        assert outer.wait_end() == 0
    refused = person.idea("session", "attach", session, code=1)

    assert "has ended" in refused


def test_attach_outside_a_terminal_is_one_sentence(person: Person) -> None:
    session = person.idea("terminal", "open", "--", "cat").strip()

    assert "needs a terminal" in person.idea("session", "attach", session, code=1)


def test_damaged_files_cost_a_sentence_not_the_start(person: Person) -> None:
    session = person.idea("terminal", "open", "--", "cat").strip()
    person.idea("engine", "stop", "--sessions")
    (person.folder / ".ideai" / "layout.json").write_text('{"version": 1, "tree": {"type"')
    (person.folder / ".ideai" / "layout.json.bak").unlink(missing_ok=True)

    listed = person.answer("session", "list")

    assert [entry["id"] for entry in listed] == [session]
    person.idea("layout", "show")
    assert list((person.folder / ".ideai").glob("layout.json.corrupt-*"))


def test_a_session_is_replayed_and_exported_while_it_runs_and_after_keeper_and_engine_died(
    person: Person, tmp_path: Path
) -> None:
    program = "printf 'first\\n'; read x; printf '\\033[31msecond\\033[0m\\n'; cat"
    session = person.idea("terminal", "open", "--", "sh", "-c", program).strip()
    _shown_when(person, session, "first")
    before = person.answer("session", "replay", session)
    person.idea("session", "send", session, "", "--enter")
    _shown_when(person, session, "second")

    at = f"seq:{before['seq']}"
    assert person.idea("session", "replay", session, "--at", at) == "first\n"
    time = before["at"]
    assert person.answer("session", "replay", session, "--at", time)["lines"][:2] == ["first", ""]

    engine = person.answer("engine", "status")["pid"]
    keeper = psutil.Process(person.answer("session", "show", session)["pid"]).parent()
    assert keeper is not None
    for process in (psutil.Process(engine), keeper):
        process.kill()
        process.wait(60)

    lost = person.answer("session", "replay", session)
    assert person.answer("session", "show", session)["status"] == "lost"
    assert [line for line in lost["lines"] if line][-1] == "second"
    assert person.idea("session", "replay", session, "--at", at) == "first\n"
    assert "\x1b[38:5:1msecond" in person.idea("session", "replay", session, "--ansi")
    cast = tmp_path / "session.cast"
    person.idea("session", "export", session, "--asciicast", "--output", str(cast))
    header, *events = map(json.loads, cast.read_text(encoding="utf-8").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 120, 40)
    printed = "".join(text for _, code, text in events if code == "o")
    assert printed.startswith("first\r\n")
    assert "\x1b[31msecond" in printed


def test_the_doctor_says_what_runs_and_its_bundle_keeps_every_secret(
    person: Person, tmp_path: Path
) -> None:
    secret = "hunter2-Ünïque"
    garden = tmp_path / f"garden-{secret}"
    garden.mkdir()
    (garden / f"{secret}.txt").write_text(secret)
    person.environment |= {"API_KEY": secret, "SHELL": f"/bin/{secret}", "DISPLAY": f":{secret}"}
    person.idea("project", "create", str(garden), "--name", secret)
    person.idea("settings", "set", "terminal.font_family", secret)
    program = f"printf '\\033]2;{secret}\\a{secret}\\n'; env; pwd; cat"
    command = ("sh", "-c", program)
    session = person.idea("terminal", "open", "-p", str(garden), "--", *command).strip()
    _shown_when(person, session, secret)
    person.idea("session", "send", session, f"typed {secret}", "--enter")
    _shown_when(person, session, f"typed {secret}")
    person.idea("call", secret, code=1)
    person.idea("call", "terminals.open_terminal", json.dumps({secret: secret}), code=1)

    found = {finding["id"]: finding for finding in person.answer("doctor")}
    status = person.answer("engine", "status")
    path = Path(person.idea("doctor", "--bundle", str(tmp_path)).strip())

    assert found["engine"]["fact"].startswith(f"pid {status['pid']}, version ")
    assert all(found[one]["fact"].startswith("pid ") for one in ("keeper", "worker"))
    assert " MiB of at most 2048 MiB" in found["logs"]["fact"]
    assert (path.parent, path.suffix, path.stat().st_mode & 0o777) == (tmp_path, ".zip", 0o600)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    assert {"about.json", "logs/engine.log", "logs/worker.log"} <= members.keys()
    assert b"serves at" in members["logs/engine.log"]
    for name, content in {path.name: path.read_bytes(), **members}.items():
        for hidden in (b"hunter2", secret.encode(), os.fsencode(tmp_path)):
            assert hidden not in name.encode() + content, name
