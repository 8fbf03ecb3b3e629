"""Keys of actions from a command line."""

import json

import pytest

from fakes.doors import FakeDoors
from idea.domain.actions.catalogue import CATALOGUE
from idea.presentation.cli.main import run

GET, SET = "settings.get_keymap", "settings.set_keys"
SHOW, CHOOSE = "settings.show_settings", "settings.set_setting"
USUAL = {SHOW: [{"name": "keys.preset", "value": "idea"}, {"name": "keys.leader", "value": ""}]}
TMUX = {
    SHOW: [{"name": "keys.preset", "value": "tmux"}, {"name": "keys.leader", "value": "Ctrl+A"}]
}


def test_every_action_is_listed_with_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({**USUAL, GET: {"keys": {"cell.close": ["F7"]}, "notices": []}})

    assert run(["keys", "list", "--json"], doors) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in listed] == [each.id for each in CATALOGUE]
    assert run(["keys", "list", "--changed"], doors) == 0
    [_, row] = capsys.readouterr().out.splitlines()
    assert row.split() == ["cell.close", "F7", "Ctrl+Shift+W"]


def test_keys_are_set_and_reset(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({**USUAL, SET: {"keys": {"edit.copy": ["F7", "Ctrl+B C"], "edit.paste": []}}})

    assert run(["keys", "set", "edit.copy", "F7", "Ctrl+B C"], doors) == 0
    assert run(["keys", "set", "edit.paste"], doors) == 0
    assert run(["keys", "reset", "cell.close"], doors) == 0

    assert [request["changes"] for name, request in doors.asked if name == SET] == [
        [{"action": "edit.copy", "keys": ["F7", "Ctrl+B C"]}],
        [{"action": "edit.paste", "keys": []}],
        [{"action": "cell.close", "keys": None}],
    ]
    assert capsys.readouterr().out.splitlines() == [
        "Copy: F7, Ctrl+B C",
        "Paste: no key",
        "Close cell: Ctrl+Shift+W",
    ]


def test_keys_are_usual_by_the_preset(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({**TMUX, GET: {"keys": {"cell.close": ["F7"]}, "notices": []}})

    assert run(["keys", "list", "--changed"], doors) == 0
    [_, row] = capsys.readouterr().out.splitlines()
    assert row.split(maxsplit=2) == ["cell.close", "F7", "Ctrl+A X, Ctrl+Shift+W"]


def test_what_programs_do_not_get_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({**TMUX, GET: {"keys": {"cell.close": ["Ctrl+G"]}, "notices": []}})

    assert run(["keys", "list", "--reserved"], doors) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[1:]}
    assert rows["Ctrl+Shift+P"].strip() == "window.open_palette"
    assert rows["Ctrl+G"].split(maxsplit=1) == [
        "cell.close",
        "shells and programs have a use for it",
    ]
    assert rows["Ctrl+A"].startswith("leader of ")
    assert run(["keys", "list", "--reserved", "--json"], doors) == 0
    listed = {one["id"]: one for one in json.loads(capsys.readouterr().out)}
    assert (listed["Ctrl+A"]["leader"], listed["Ctrl+A"]["missed"]) == (True, True)
    assert "Ctrl+C" not in listed


def test_a_preset_is_chosen_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({**TMUX, CHOOSE: {}})

    assert run(["keys", "preset", "tmux"], doors) == 0
    assert (CHOOSE, {"name": "keys.preset", "value": "tmux", "project": ""}) in doors.asked
    assert capsys.readouterr().out == (
        "Keys like those of tmux; Ctrl+A is the leader, and programs get it only when it is "
        "pressed twice.\n"
    )
    assert run(["keys", "preset", "--json"], doors) == 0
    assert json.loads(capsys.readouterr().out) == {"id": "tmux", "leader": "Ctrl+A"}
    assert run(["keys", "preset"], FakeDoors(USUAL)) == 0
    assert capsys.readouterr().out == "Keys like those of IdeA.\n"
    assert run(["keys", "preset", "emacs"], doors) != 0
    assert "there are idea, tmux, vscode" in capsys.readouterr().err
