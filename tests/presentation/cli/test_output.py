"""What reaches the terminal, when names hold what a terminal would obey."""

import json

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run
from idea.presentation.cli.output import json_text, show, table

HOSTILE = "a\x1b]0;owned\x07\x9b2J\u202eb"


def test_text_for_people_shows_controls_and_obeys_none(capsys: pytest.CaptureFixture[str]) -> None:
    show({}, as_json=False, text=f"one {HOSTILE}\ntwo")

    assert capsys.readouterr().out == "one a\\x1b]0;owned\\x07\\x9b2J\\u202eb\ntwo\n"


def test_json_escapes_what_is_not_printable_and_loses_nothing() -> None:
    value = {"name": HOSTILE, "emoji": "👩\u200d🚀 \U000e0001", "broken": "\udc80"}

    written = json_text(value)

    assert json.loads(written) == value
    assert all(character.isprintable() or character == "\n" for character in written)


def test_a_table_lines_up_where_characters_are_wide_or_combine() -> None:
    assert table(("A", "B"), [("中", "x"), ("e\u0301", "y")]) == "A   B\n中  x\ne\u0301   y"


def test_a_forgotten_project_says_its_name_without_obeying_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = {"id": "p", "name": HOSTILE, "root": f"/src/{HOSTILE}"}

    assert run(["project", "forget", "p"], FakeDoors({"projects.forget_project": gone})) == 0

    assert "\x1b" not in capsys.readouterr().out
