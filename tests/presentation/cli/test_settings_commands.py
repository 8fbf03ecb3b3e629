"""Settings from a command line: what counts, where it comes from, and what a project wants."""

import json
from pathlib import Path

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run

SHOW, SET, AGREE = "settings.show_settings", "settings.set_setting", "settings.agree_to_setting"


def a_view(name: str, value: object, **more: object) -> dict[str, object]:
    usual = {"origin": "default", "chosen": None, "own": None, "is_withheld": False}
    faults = {"faults": (), "own_faults": ()}
    return {"name": name, "value": value} | usual | faults | more


VIEWS = [
    a_view("terminal.cursor_blink", value=False),
    a_view("terminal.font_size", 14.0, origin="user", chosen=14.0),
    a_view("terminal.shell", "", own="fish", is_withheld=True),
    a_view("terminal.wheel_lines", 10, origin="project", own=10, own_faults=("Not that many.",)),
]


def test_the_list_says_where_values_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({SHOW: VIEWS})

    assert run(["settings", "list"], doors) == 0

    said = capsys.readouterr()
    assert doors.asked == [(SHOW, {"project": ""})]
    rows = [line.split(maxsplit=2) for line in said.out.splitlines()]
    assert rows == [
        ["SETTING", "VALUE", "FROM"],
        ["terminal.cursor_blink", "false"],
        ["terminal.font_size", "14.0", "yours"],
        ["terminal.shell", '""', 'project wants "fish"; not agreed'],
        ["terminal.wheel_lines", "10", "project"],
    ]
    assert said.err == "In the project: Not that many.\n"


def test_one_value_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({SHOW: VIEWS})

    assert run(["settings", "get", "terminal.font_size"], doors) == 0
    assert capsys.readouterr().out == "14.0\n"
    assert run(["settings", "get", "terminal.shell", "--json"], doors) == 0
    assert json.loads(capsys.readouterr().out)["own"] == "fish"
    assert run(["settings", "get", "terminal.fontsize"], doors) == 1
    assert "'idea settings list' shows all" in capsys.readouterr().err


def test_only_what_is_not_as_usual_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settings", "list", "--changed", "--json"], FakeDoors({SHOW: VIEWS})) == 0

    listed = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in listed] == [str(view["name"]) for view in VIEWS[1:]]


def test_a_setting_is_set_taken_back_and_agreed_to_in_a_project(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    doors = FakeDoors({SET: {"terminal.shell": "fish"}, AGREE: None})
    here = str(tmp_path.resolve())

    assert run(["settings", "set", "terminal.shell", "fish", "-p", "ledger"], doors) == 0
    assert run(["settings", "reset", "terminal.shell", "-p", here], doors) == 0
    assert run(["settings", "reset", "terminal.shell"], doors) == 0
    assert run(["settings", "agree", "terminal.shell", "-p", "ledger"], doors) == 0

    shell = {"name": "terminal.shell"}
    assert doors.asked == [
        (SET, shell | {"value": "fish", "project": "ledger"}),
        (SET, shell | {"value": None, "project": here}),
        (SET, shell | {"value": None, "project": ""}),
        (AGREE, shell | {"project": "ledger"}),
    ]
    assert capsys.readouterr().out.splitlines() == ['terminal.shell = "fish"'] * 3
