import json

import pytest

from fakes.doors import FakeDoors
from idea.domain.errors import NotFoundError
from idea.presentation.cli.main import run

NODE = {
    "id": "4711-99",
    "pid": 4711,
    "session": "22222222-bbbb",
    "session_name": "zsh",
    "project": "p",
    "program": "node",
    "arguments": ["server.js", "\x1b[31m", "x" * 200],
    "processes": 3,
    "memory_bytes": 48 * 1024 * 1024,
    "since": "2026-09-01T11:00:07+00:00",
}
STRANGER = {**NODE, "id": "12-8", "pid": 12, "session_name": "", "arguments": []}
LIST, STOP = "terminals.list_survivors", "terminals.stop_survivors"


@pytest.mark.usefixtures("berlin")
def test_what_is_left_is_a_table_of_harmless_lines(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({LIST: [NODE, STRANGER]})

    assert run(["session", "survivors", "--session", "2222"], doors) == 0

    headings, first, second = capsys.readouterr().out.splitlines()
    assert headings.split() == [
        "PID",
        "SESSION",
        "PROCESSES",
        "MEMORY",
        "SINCE",
        "PROGRAM",
    ]
    assert first.startswith("4711  22222222 zsh")
    assert "  3          48 MiB  2026-09-01 13:00+02:00  node server.js \\x1b[31m xxx" in first
    assert first.endswith("x…")
    assert "22222222 (forgotten)" in second
    assert doors.asked == [(LIST, {"session": "2222"})]


def test_nothing_left_is_one_sentence_and_an_empty_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = FakeDoors({LIST: []})
    run(["session", "survivors"], doors)
    run(["session", "survivors", "--json"], doors)
    run(["session", "stop-survivors", "--all"], doors)

    sentence = "No ended session left a program running.\n"
    assert capsys.readouterr().out == f"{sentence}[]\n{sentence}"


@pytest.mark.parametrize(
    ("words", "survivors", "session"),
    [
        (["4711", "12"], ["4711", "12"], ""),
        (["--session", "2222"], [], "2222"),
        (["--all"], ["4711-99", "12-8"], ""),
    ],
)
def test_what_is_named_is_stopped(
    words: list[str], survivors: list[str], session: str, capsys: pytest.CaptureFixture[str]
) -> None:
    doors = FakeDoors({LIST: [NODE, STRANGER], STOP: [NODE]})

    assert run(["session", "stop-survivors", *words], doors) == 0

    assert doors.asked[-1] == (STOP, {"survivors": survivors, "session": session})
    assert capsys.readouterr().out == "node (4711) has ended.\n"


@pytest.mark.parametrize("words", [[], ["4711", "--all"], ["--all", "--session", "2222"]])
def test_nothing_or_too_much_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    doors = FakeDoors({})

    assert run(["session", "stop-survivors", *words], doors) == 1

    assert doors.asked == []
    assert capsys.readouterr().err.startswith("Name process ids, or a session with --session")


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ([], ""),
        ([NODE], "1 program that left it runs on; 'idea session survivors' lists them.\n"),
        ([NODE] * 2, "2 programs that left it run on; 'idea session survivors' lists them.\n"),
        (NotFoundError("This engine knows no use case."), ""),
    ],
)
def test_a_stop_says_what_it_left(
    left: object, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = {"id": "22222222-bbbb", "name": "zsh", "reason": "You stopped it."}
    doors = FakeDoors({"terminals.stop_session": stopped, LIST: left})

    assert run(["session", "stop", "2222", "--json"], doors) == 0

    told = capsys.readouterr()
    assert (json.loads(told.out), told.err) == (stopped, said)
    assert doors.asked[-1] == (LIST, {"session": "22222222-bbbb"})
