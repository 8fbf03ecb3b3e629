"""Programs in cells always have the size of their cell, and are told of it once.

Those in the background are told the window's colours and how large its cells are.
"""

import itertools
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from support.real_window import Cell, RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

_NOTES_SIZES = """
import os, signal, sys, tty

def note(*_):
    size = os.get_terminal_size()
    with open(sys.argv[1], "a") as log:
        log.write(f"{size.columns}x{size.lines}\\n")

signal.signal(signal.SIGWINCH, note)
note()
tty.setcbreak(0)
print("noting sizes", flush=True)
while True:
    typed = os.read(0, 1)
    if typed:
        print(f"heard {typed.decode()}", flush=True)
"""

_NOTES_LOOK = """
import os, sys, tty

tty.setraw(0)
os.write(1, b"\\x1b]11;?\\x07\\x1b[16t\\x1b]2;asked\\x07\\x07")
told = b""
while not told.endswith(b"t"):
    told += os.read(0, 1000)
with open(sys.argv[1], "wb") as log:
    log.write(told)
os.read(0, 1)
"""


@pytest.fixture
def project(tmp_path: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")
    monkeypatch.setenv("HISTFILE", "/dev/null")
    (isolated_home / ".bash_profile").write_text("PS1='ready$ '\n")
    (isolated_home / ".zshrc").write_text("PROMPT='ready$ '\n")
    folder = tmp_path / "ledger"
    folder.mkdir()
    (folder / "notes_sizes.py").write_text(_NOTES_SIZES)
    (folder / "notes_look.py").write_text(_NOTES_LOOK)
    return folder


@pytest.fixture
def window(qtbot: QtBot, project: Path) -> Iterator[RealWindow]:
    with real_window_on(qtbot, project) as window:
        window.first.wait_for("ready$")
        yield window


def changes_of_size(window: RealWindow) -> Iterator[str]:
    """Change the room of the first cell in every way there is, each settled when it is left."""
    first = window.first
    home = window.window.desk.focused_cell

    def again() -> None:
        window.window.desk.focus(home)
        first.settle()

    window.split("cell.split_right")
    first.settle()
    yield "split right"
    again()
    window.split("cell.split_down")
    first.settle()
    yield "split down"
    again()
    for action in (
        "cell.toggle_zoom",
        "cell.toggle_zoom",
        "cell.make_wider",
        "cell.make_taller",
        "layout.equalise_cells",
        "layout.transpose",
        "layout.undo",
    ):
        before = window.shape
        window.invoke(action)
        first.wait(lambda before=before: window.shape != before, f"{action} to be shown")
        first.settle()
        yield action
    before = first.view.size()
    window.drag_divider(-90)
    first.wait(lambda: first.view.size() != before, "the drag to be shown")
    first.settle()
    yield "drag a divider"
    window.window.resize(1300, 860)
    first.settle()
    yield "resize the window"
    before = first.view.size()
    window.window.desk.mark_all()
    window.invoke("layout.merge_cells")
    first.wait(lambda: first.view.size() != before, "the merge to be shown")
    first.settle()
    yield "merge"
    before = first.view.size()
    window.invoke("layout.unmerge_cell")
    first.wait(lambda: first.view.size() != before, "the cells to be single again")
    first.settle()
    yield "unmerge"


def test_stty_tells_the_size_of_the_cell_right_after_every_change(window: RealWindow) -> None:
    first = window.first
    for number, change in enumerate(changes_of_size(window)):
        room = first.view.room
        first.type(f"clear; stty size; echo after {number}\n")
        first.wait(lambda number=number: f"after {number}" in first.rows, f"stty after {change}")
        assert f"{room.rows} {room.columns}" in first.rows, (change, first.text)


def test_a_program_hears_of_each_final_size_once(window: RealWindow, project: Path) -> None:
    first, log = window.first, project / "sizes.txt"
    first.type(f"exec {sys.executable} notes_sizes.py sizes.txt\n")
    first.wait_for("noting sizes")
    wanted = [f"{first.view.room.columns}x{first.view.room.rows}"]
    letters = itertools.cycle("abcdefghijklmnopqrstuvwxyz")
    for change, letter in zip(changes_of_size(window), letters, strict=False):
        room = first.view.room
        wanted.append(f"{room.columns}x{room.rows}")
        # What was typed after the change is read after the news of the size.
        first.type(letter)
        first.wait_for(f"heard {letter}")
        heard = log.read_text().split()
        assert heard == [size for size, _ in itertools.groupby(wanted)], change


def prompts(cell: Cell) -> int:
    return sum(row.startswith("ready$") for row in cell.rows)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_split_and_a_dragged_divider_leave_one_prompt(window: RealWindow, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed on this machine")
    first = window.first
    first.type(f"clear; exec {shell} {'--norc' if shell == 'bash' else ''}\n")
    first.type("PS1='ready$ '; clear; printf 'begun\\n'\n")
    first.wait(lambda: first.rows[0] == "begun" and first.rows[1] == "ready$", "the shell")
    window.split("cell.split_right")
    first.settle()
    for way in (-160, 240, -120):
        window.drag_divider(way)
        first.settle()
    window.split("cell.split_down")
    first.type("echo over\n")
    first.wait(lambda: "over" in first.rows, "the answer")
    assert first.rows[:3] == ["begun", "ready$ echo over", "over"]
    assert prompts(first) == 2


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_half_typed_line_survives_a_drag_that_makes_the_cell_narrower_than_it(
    window: RealWindow, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed on this machine")
    first = window.first
    first.type(f"clear; exec {shell} {'--norc' if shell == 'bash' else ''}\n")
    first.type("PS1='ready$ '; clear; printf 'begun\\n'\n")
    first.wait(lambda: first.rows[0] == "begun" and first.rows[1] == "ready$", "the shell")
    window.split("cell.split_right")
    first.settle()
    words = " ".join(f"word{number}" for number in range(8))
    first.type(f"echo {words}")
    first.wait_for("word7")
    window.drag_divider(-200)
    first.settle()
    first.key(Qt.Key.Key_Return)
    first.wait(lambda: "".join(first.rows).count("word7") == 2, "the line and its output")
    assert prompts(first) == 2, first.text
    window.drag_divider(200)
    first.settle()
    first.wait(lambda: words in first.rows, "the output on one line again")
    assert prompts(first) == 2, first.text


@pytest.mark.posix
def test_a_program_in_the_background_is_told_how_the_window_looks_and_heard(
    window: RealWindow, tmp_path: Path
) -> None:
    window.ask(SetSettingRequest(name="appearance.theme", value="light"))
    window.wait(
        lambda: not window.window._services.themes.skin.theme.tokens.is_dark, lambda: "light"
    )
    log = tmp_path / "told"
    command = (sys.executable, str(window.project / "notes_look.py"), str(log))
    session = window.ask(OpenTerminalRequest(project=str(window.project), command=command)).id
    window.wait(log.exists, lambda: "the answers")
    metrics = window.first.view.place.metrics
    ground = f"{window.first.view._look.colors.background:06x}"
    expected = "/".join(ground[at : at + 2] * 2 for at in (0, 2, 4))
    window.wait(lambda: log.stat().st_size > 0, lambda: "the whole answer")
    told = log.read_bytes().replace(b"\x1b\\", b"\x07").decode()
    assert told == f"\x1b]11;rgb:{expected}\x07\x1b[6;{metrics.height};{metrics.width}t"
    window.wait(lambda: window.window.desk.news.of(session).rang, lambda: "the bell")
    window.wait(
        lambda: window.window.desk.state.sessions[session].name == "asked", lambda: "the title"
    )
