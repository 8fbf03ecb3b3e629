"""What was run at a session's prompts, as the commands print it."""

import json

import pytest

from idea.domain.errors import IdeaError
from idea.domain.stream.records import Output, Resize
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.cli.main import run
from idea.presentation.cli.moments import local_time, shown_moment
from support.history_doors import START, HistoryDoors

A = b"\x1b]133;A\x07$ \x1b]133;B\x07"
TOLD = (
    A
    + f"make\r\n\x1b]133;C;idea_at={START}000;cmdline_url=make%20%1b\x07".encode()
    + "one\r\ntwo 👩‍🚀\r\n\x1b]133;D;2;idea_ms=4200\x07".encode()
    + A
    + b"sleep 9\r\n\x1b]133;C\x07"
)


def doors_of(*output: bytes, core: str = "ghostty") -> HistoryDoors:
    doors = HistoryDoors().tell(Resize(Size(40, 6)), *(Output(data) for data in output))
    try:
        doors.factory = select_core(core)
    except IdeaError as error:
        pytest.skip(error.sentence)
    return doors


def said(capsys: pytest.CaptureFixture[str], doors: HistoryDoors, *words: str) -> str:
    assert run(["session", *words], doors) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_commands_are_listed_the_newest_first(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, doors_of(TOLD), "commands", "2222")

    assert [line.split() for line in out.splitlines()] == [
        ["NUMBER", "BEGAN", "TOOK", "ENDED", "COMMAND"],
        ["1", "running", "sleep", "9"],
        ["2", *shown_moment(START).split(), "4.2", "s", "failed", "2", "make", "\\x1b"],
    ]


def test_programs_get_everything_that_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    running, failed = json.loads(said(capsys, doors_of(TOLD), "commands", "2222", "--json"))

    assert failed == {
        "number": 2,
        "line": "make \x1b",
        "ended": True,
        "exit": 2,
        "began": local_time(START).isoformat(),
        "took_ms": 4200,
    }
    assert (running["ended"], running["exit"], running["began"]) == (False, None, None)


def test_the_output_of_a_command_is_printed_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    doors = doors_of(TOLD)

    assert said(capsys, doors, "output", "2222", "2") == "one\ntwo 👩‍🚀\n"
    assert said(capsys, doors, "output", "2222") == ""
    told = json.loads(said(capsys, doors, "output", "2222", "2", "--json"))
    assert (told["number"], told["output"]) == (2, "one\ntwo 👩‍🚀")


@pytest.mark.parametrize(
    ("output", "core", "sentence"),
    [
        (TOLD, "ghostty", "There is no command 3: 2 are known."),
        (b"$ ls", "ghostty", "There is no command 3: No command is known"),
        (TOLD, "pyte", "knows no commands"),
    ],
)
def test_what_cannot_be_printed_is_said(
    capsys: pytest.CaptureFixture[str], output: bytes, core: str, sentence: str
) -> None:
    assert run(["session", "output", "2222", "3"], doors_of(output, core=core)) == 1
    assert sentence in capsys.readouterr().err


def test_a_full_screen_program_hides_what_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["session", "output", "2222", "2"], doors_of(TOLD + b"\x1b[?1049h")) == 1
    assert "full-screen program" in capsys.readouterr().err


def test_a_session_without_commands_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["session", "commands", "2222"], doors_of(b"$ ls\r\n")) == 0
    told = capsys.readouterr()
    assert (told.out, "terminal.shell_integration" in told.err) == ("", True)
