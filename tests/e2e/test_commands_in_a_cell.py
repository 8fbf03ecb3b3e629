"""Commands of a real shell in a real window: their marks outlive the view, and can be used."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from idea.domain.commands import Command
from support.real_window import Cell, RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RealWindow]:
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")
    (isolated_home / ".bash_profile").write_text("PS1='\\W ready$ '\n")
    project = tmp_path / "ledger"
    (project / "inner folder").mkdir(parents=True)
    with real_window_on(qtbot, project) as window:
        window.first.wait_for("ready$")
        yield window


def commands(cell: Cell) -> list[tuple[str, int | None]]:
    frame = cell.view.frame
    shown: list[Command] = (
        [] if frame is None else [frame.commands[row] for row in sorted(frame.commands)]
    )
    return [(one.line, one.exit) for one in shown if one.ended]


def at_prompt(cell: Cell) -> bool:
    frame = cell.view.frame
    return frame is not None and frame.at_prompt


def test_commands_are_known_used_and_outlive_their_view(window: RealWindow) -> None:
    cell = window.first
    cell.wait(lambda: at_prompt(cell), "a prompt")
    known: list[tuple[str, int | None]] = []
    for line, status in (("echo one; false", 1), ("seq 3", 0), ("cd 'inner folder'", 0)):
        cell.type(f"{line}\n")
        known.append((line, status))
        cell.wait(lambda: commands(cell) == known and at_prompt(cell), f"the end of {line}")

    cell.view.commands.point(cell.rows.index("1"))
    window.invoke("command.copy_output")
    cell.wait(lambda: QGuiApplication.clipboard().text() == "1\n2\n3", "the output to be copied")

    cell.view.commands.point(0)
    window.invoke("command.run_again")
    known.append(("echo one; false", 1))
    cell.wait(lambda: commands(cell) == known and at_prompt(cell), "the command to run again")

    beside = window.split()
    beside.wait_for("inner folder ready$")

    window.window.desk.focus(window.window.desk.state.sessions[cell.session].cell or "")
    window.invoke("cell.detach_session")
    window.wait(lambda: window.grid.terminal(cell.session) is None, lambda: "the view to be gone")
    window.window.cells.show_here(cell.session)
    again = window.cell_of(cell.session)
    again.wait(lambda: commands(again) == known, "the commands of before")
    again.settle()
    again.wait(lambda: at_prompt(again), "the prompt of before")
