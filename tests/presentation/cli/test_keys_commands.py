"""Keys of actions from a command line."""

import json

import pytest

from fakes.doors import FakeDoors
from idea.domain.actions.catalogue import CATALOGUE
from idea.presentation.cli.main import run

GET, SET = "settings.get_keymap", "settings.set_keys"


def test_every_action_is_listed_with_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({GET: {"keys": {"cell.close": ["F7"]}, "notices": []}})

    assert run(["keys", "list", "--json"], doors) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in listed] == [each.id for each in CATALOGUE]
    assert run(["keys", "list", "--changed"], doors) == 0
    [_, row] = capsys.readouterr().out.splitlines()
    assert row.split() == ["cell.close", "F7", "Ctrl+Shift+W"]


def test_keys_are_set_and_reset(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({SET: {"keys": {"edit.copy": ["F7", "F8"], "edit.paste": []}}})

    assert run(["keys", "set", "edit.copy", "F7", "F8"], doors) == 0
    assert run(["keys", "set", "edit.paste"], doors) == 0
    assert run(["keys", "reset", "cell.close"], doors) == 0

    assert [request["changes"] for _, request in doors.asked] == [
        [{"action": "edit.copy", "keys": ["F7", "F8"]}],
        [{"action": "edit.paste", "keys": []}],
        [{"action": "cell.close", "keys": None}],
    ]
    assert capsys.readouterr().out.splitlines() == [
        "Copy: F7 F8",
        "Paste: no key",
        "Close cell: Ctrl+Shift+W",
    ]
