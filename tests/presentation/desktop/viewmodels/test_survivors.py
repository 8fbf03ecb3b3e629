from dataclasses import replace

import pytest

from idea.presentation.desktop.viewmodels.survivors import (
    SurvivorsNote,
    summary,
    survivor_rows,
    survivors_note,
)
from support.desktop import NOW, a_survivor

ONE = a_survivor()
OTHER = a_survivor("12-8", project="p2", processes=1)


def test_a_row_says_what_it_is_who_left_it_and_what_it_takes() -> None:
    [row] = survivor_rows((ONE,), NOW)

    assert (row.id, row.program, row.arguments, row.memory) == (
        "4711-99",
        "node",
        "server.js --port 3000",
        "48 MiB",
    )
    assert row.detail == "left by zsh · started 4 m ago · 3 processes"


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"since": NOW.isoformat(), "processes": 1}, "left by zsh · started just now"),
        ({"since": "", "session_name": ""}, "left by a forgotten session · 3 processes"),
    ],
)
def test_what_is_not_known_is_not_told(changes: dict[str, object], detail: str) -> None:
    [row] = survivor_rows((replace(ONE, **changes),), NOW)  # type: ignore[arg-type]

    assert row.detail == detail


def test_a_project_counts_what_its_own_sessions_left() -> None:
    assert survivors_note((ONE, OTHER), "p1") == SurvivorsNote(
        words="1 program left running", memory="48 MiB"
    )
    assert survivors_note((ONE, ONE), "p1").words == "2 programs left running"
    assert survivors_note((OTHER,), "p1") == SurvivorsNote()


def test_one_sentence_speaks_of_all() -> None:
    assert summary(()) == "No ended session left a program running."
    assert summary((ONE,)).startswith("1 program runs on although its session has ended, with 48")
    assert summary((ONE, OTHER)).startswith("2 programs run on although their sessions have ended")
