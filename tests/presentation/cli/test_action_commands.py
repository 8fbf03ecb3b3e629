"""Every action of the window from a command line."""

import json

import pytest

from fakes.doors import FakeDoors
from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.errors import ConflictError
from idea.presentation.cli.main import run

RUN = "workspace.run_action"


def test_every_action_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["action", "list", "--json"], FakeDoors()) == 0
    listed = json.loads(capsys.readouterr().out)
    assert run(["action", "list"], FakeDoors()) == 0
    table = capsys.readouterr().out

    assert [one["id"] for one in listed] == [each.id for each in CATALOGUE]
    assert {one["id"]: one["argument"] for one in listed}["cell.go_to"] == "cell"
    assert "cell.split_right" in table
    assert "Ctrl+Shift+R" in table


def test_an_action_is_run_in_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    doors = FakeDoors({RUN: "Go to cell…"})

    assert run(["action", "run", "cell.go_to", "B2"], doors) == 0

    assert doors.asked == [(RUN, {"action": "cell.go_to", "argument": "B2"})]
    assert capsys.readouterr().out == "Go to cell\n"


@pytest.mark.parametrize(
    ("action", "runs", "sentence"),
    [
        ("cell.close", False, "No window is open; 'idea' opens one."),
        ("cell.cloze", True, "There is no action 'cell.cloze'; did you mean cell.close?"),
        ("cell.close", True, "Not now."),
    ],
)
def test_what_is_refused_is_one_sentence(
    capsys: pytest.CaptureFixture[str], action: str, runs: bool, sentence: str
) -> None:
    doors = FakeDoors({RUN: ConflictError("Not now.")})
    doors.engine_runs = runs

    assert run(["action", "run", action], doors) == 1

    assert capsys.readouterr().err == f"{sentence}\n"
