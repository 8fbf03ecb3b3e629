"""`idea profile`: what it asks for and prints."""

import io
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run

VIEW = {
    "id": "one",
    "name": "One",
    "command": "one",
    "origin": "built in",
    "file": "/one.json",
    "verified": True,
    "can_resume": True,
    "path": "/usr/bin/one",
    "where": "your PATH",
    "version": "1.2.3",
    "fault": "",
    "agreed": True,
}
TEXT = {"view": VIEW, "text": '{"id": "one"}\n', "notices": ["x is not a key of a profile."]}


def _asked(doors: FakeDoors) -> list[tuple[str, Mapping[str, object]]]:
    return [(name, request) for name, request in doors.asked]


def test_engines_are_a_table_with_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    missing = VIEW | {"id": "two", "version": "", "fault": "two is not on this machine."}
    brought = VIEW | {"id": "three", "agreed": False, "verified": False}
    doors = FakeDoors(
        {
            "profiles.list_profiles": {
                "profiles": [VIEW, missing, brought],
                "looking": False,
                "notices": ["A profile is wrong."],
            }
        }
    )

    assert run(["profile", "list"], doors) == 0

    said = capsys.readouterr()
    assert [line.split("  ")[-1].strip() for line in said.out.splitlines()] == [
        "PROGRAM",
        "/usr/bin/one",
        "two is not on this machine.",
        "agree to it first",
    ]
    assert "A profile is wrong." in said.err
    assert _asked(doors) == [
        ("profiles.list_profiles", {"project": "", "detect": False, "wait": True})
    ]


def test_a_file_is_checked_and_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = FakeDoors({"profiles.check_profile": TEXT, "profiles.save_profile": TEXT})
    file = tmp_path / "one.json"
    file.write_text("{}")

    assert run(["profile", "check", str(file)], doors) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))
    assert run(["profile", "add", "-"], doors) == 0

    assert _asked(doors) == [
        ("profiles.check_profile", {"text": "{}", "file": str(file)}),
        ("profiles.save_profile", {"text": "typed"}),
    ]
    said = capsys.readouterr()
    assert said.out.count("1.2.3") == 2
    assert said.err.count("x is not a key of a profile.") == 2


@pytest.mark.parametrize(
    ("words", "name", "request_"),
    [
        (["show", "one"], "profiles.show_profile", {"profile": "one", "project": ""}),
        (["delete", "one"], "profiles.delete_profile", {"profile": "one"}),
    ],
)
def test_a_profile_is_printed_as_a_file_has_it(
    words: list[str], name: str, request_: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    doors = FakeDoors({name: TEXT})

    assert run(["profile", *words], doors) == 0
    assert run(["profile", *words, "--json"], doors) == 0

    first, _, rest = capsys.readouterr().out.partition("\n")
    assert first == '{"id": "one"}'
    assert json.loads(rest) == TEXT
    assert _asked(doors)[0] == (name, request_)


def test_agreeing_says_to_what(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({"profiles.agree_to_profile": VIEW})

    assert run(["profile", "agree", "one", "-p", "ledger"], doors) == 0

    assert capsys.readouterr().out == "One may run one in this project.\n"
    assert _asked(doors) == [("profiles.agree_to_profile", {"profile": "one", "project": "ledger"})]
