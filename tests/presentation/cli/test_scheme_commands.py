"""idea scheme."""

from pathlib import Path

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run

SEA = {"name": "sea", "is_dark": True, "is_worn": False}
SAND = {"name": "sand", "is_dark": False, "is_worn": True}


def test_schemes_are_listed_with_what_is_wrong_beside_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {"schemes": [SAND, SEA], "notices": ["note.txt is no scheme."]}
    assert run(["scheme", "list"], FakeDoors({"color_schemes.list_color_schemes": found})) == 0

    said = capsys.readouterr()
    assert [line.split() for line in said.out.splitlines()] == [
        ["NAME", "FOR"],
        ["*", "sand", "light"],
        ["sea", "dark"],
    ]
    assert "note.txt is no scheme." in said.err


def test_a_file_is_imported_and_worn_when_that_is_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    doors = FakeDoors(
        {
            "color_schemes.import_color_scheme": SEA,
            "color_schemes.wear_color_scheme": {**SEA, "is_worn": True},
        }
    )
    assert run(["scheme", "import", "sea.conf"], doors) == 0
    assert run(["scheme", "import", "sea.conf", "--wear"], doors) == 0

    request = {"path": str(tmp_path / "sea.conf"), "name": ""}
    assert doors.asked == [
        ("color_schemes.import_color_scheme", request),
        ("color_schemes.import_color_scheme", request),
        ("color_schemes.wear_color_scheme", {"name": "sea"}),
    ]
    assert capsys.readouterr().out.splitlines() == [
        "sea is kept, for dark themes.",
        "Terminals in dark themes have the colours of sea.",
    ]


def test_the_themes_own_colours_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({"settings.set_setting": {}})
    assert run(["scheme", "reset"], doors) == 0
    assert doors.asked == [
        ("settings.set_setting", {"name": "terminal.dark_scheme", "value": None}),
        ("settings.set_setting", {"name": "terminal.light_scheme", "value": None}),
    ]
    assert "colours of the themes again" in capsys.readouterr().out
