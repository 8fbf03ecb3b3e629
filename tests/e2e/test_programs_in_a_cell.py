"""Real programs in cells of the real window: what they show, and what reaches them."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.domain.ports.terminal_core import MouseTracking, Style
from idea.presentation.desktop.panels.find_bar import FindBar
from idea.presentation.desktop.shell.dialogs import PasteDialog
from support.real_window import Cell, RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
LINES = "".join(f"line {number} of the file\n" for number in range(1, 301))


@pytest.fixture
def project(tmp_path: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one long file, and shells with the plainest prompts."""
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")
    monkeypatch.setenv("HISTFILE", "/dev/null")
    (isolated_home / ".bash_profile").write_text("PS1='ready$ '\n")
    (isolated_home / ".zshrc").write_text("PROMPT='zready> '\nunsetopt PROMPT_SP\n")
    (isolated_home / ".vimrc").write_text("set nocompatible mouse=a ruler ttymouse=sgr\n")
    folder = tmp_path / "ledger"
    folder.mkdir()
    (folder / "lines.txt").write_text(LINES)
    return folder


@pytest.fixture
def window(qtbot: QtBot, project: Path) -> Iterator[RealWindow]:
    with real_window_on(qtbot, project) as window:
        window.first.wait_for("ready$")
        yield window


@pytest.fixture
def cell(window: RealWindow) -> Cell:
    return window.first


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed on this machine")


def style_at(cell: Cell, row: int, column: int) -> Style:
    return cell.view.grid.run_at(row, column).style


def wheel(cell: Cell, notches: int) -> None:
    """Turn the wheel over the middle of a cell; negative is towards the person."""
    place = QPointF(cell.view.rect().center())
    for _ in range(abs(notches)):
        event = QWheelEvent(
            place,
            QPointF(cell.view.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, 120 if notches > 0 else -120),
            Qt.MouseButton.NoButton,
            NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(cell.view, event)


def test_vim_edits_by_keys_and_mouse_and_gives_the_shell_its_screen_back(
    cell: Cell, project: Path
) -> None:
    needs("vim")
    cell.type("vim lines.txt\n")
    cell.wait_for("line 1 of the file", '"lines.txt" 300L')
    cell.type("jk")  # Vim shows its ruler for certain once the cursor moved.
    cell.wait_for("1,1", "Top")
    last = cell.view.room.rows
    assert cell.rows[0] == "line 1 of the file"
    assert cell.rows[last - 2] == f"line {last - 1} of the file"
    assert "ready$" not in cell.text

    cell.click(4, 5)
    cell.wait_for("5,6")
    cell.type("ihello ")
    cell.wait_for("-- INSERT --", "line hello 5 of the file")
    cell.key(Qt.Key.Key_Escape)
    cell.wait_gone("-- INSERT --")
    cell.type(":wq\n")
    cell.wait_for("ready$ vim lines.txt", "ready$")
    assert "line hello 5 of the file" in (project / "lines.txt").read_text()


def test_less_scrolls_by_keys_and_wheel_and_searches(cell: Cell) -> None:
    needs("less")
    cell.type("less lines.txt\n")
    cell.wait_for("line 1 of the file", "lines.txt")
    wheel(cell, -2)
    cell.wait(lambda: cell.rows[0] == "line 7 of the file", "six lines by two notches")
    wheel(cell, 1)
    cell.wait(lambda: cell.rows[0] == "line 4 of the file", "three lines back")
    cell.type("/line 200\n")
    cell.wait(lambda: cell.rows[0] == "line 200 of the file", "the line searched for")
    cell.wait(lambda: style_at(cell, 0, 2).inverse, "the match to be marked")
    cell.key(Qt.Key.Key_Home)
    cell.type("q")
    cell.wait_gone("line 200")
    cell.wait_for("ready$ less lines.txt")


def test_nano_reads_writes_and_asks(cell: Cell, project: Path) -> None:
    needs("nano")
    cell.type("nano lines.txt\n")
    cell.wait_for("GNU nano", "line 1 of the file", "^X")
    assert "lines.txt" in cell.rows[0]
    assert style_at(cell, 0, 4).inverse
    cell.type("typed ")
    cell.wait_for("typed line 1 of the file")
    cell.key(Qt.Key.Key_X, CTRL)
    cell.wait_for("Save modified buffer")
    cell.type("y")
    cell.key(Qt.Key.Key_Return)
    cell.wait_gone("GNU nano")
    cell.wait_for("ready$")
    assert (project / "lines.txt").read_text().startswith("typed line 1 of the file\n")


def test_htop_listens_to_function_keys_and_the_mouse(cell: Cell) -> None:
    needs("htop")
    cell.type("htop\n")
    cell.wait_for("Load average", "PID", "F10", "Quit")
    last = cell.view.room.rows - 1
    assert cell.rows[last].startswith("F1Help")
    assert cell.view.frame is not None
    assert cell.view.frame.modes.mouse_tracking is not MouseTracking.NONE
    cell.click(last, cell.rows[last].index("Setup") + 1)
    cell.wait_for("Display options")
    cell.key(Qt.Key.Key_F10)
    cell.wait_gone("Display options")
    cell.key(Qt.Key.Key_F10)
    cell.wait_gone("Load average")
    cell.wait_for("ready$")


def test_tmux_splits_follows_the_mouse_and_the_cells_size(
    window: RealWindow, cell: Cell, tmp_path: Path
) -> None:
    needs("tmux")
    server = f"tmux -S {tmp_path / 'tmux'} -f /dev/null"
    cell.type(f"{server} new -s work 'PS1=one: bash --norc'\n")
    cell.wait_for("one:", "[work] 0:")
    cell.type(f"{server} set mouse on; {server} split-window -h 'PS1=two: bash --norc'\n")
    cell.wait(lambda: "│" in cell.rows[3], "two panes")
    middle = cell.rows[3].index("│")
    assert cell.view.room.columns // 2 - 2 <= middle <= cell.view.room.columns // 2 + 2
    assert {row[middle : middle + 1] for row in cell.rows[:-1]} == {"│"}

    QTest.mousePress(cell.view, Qt.MouseButton.LeftButton, NONE, cell.point(3, middle))
    QTest.mouseMove(cell.view, cell.point(3, middle - 10))
    QTest.mouseMove(cell.view, cell.point(3, middle - 20))
    QTest.mouseRelease(cell.view, Qt.MouseButton.LeftButton, NONE, cell.point(3, middle - 20))
    cell.wait(lambda: cell.rows[3].find("│") == middle - 20, "the border to follow the mouse")

    window.split("cell.split_down")
    cell.settle()
    rows = cell.view.room.rows
    cell.wait(lambda: cell.rows[rows - 1].startswith("[work] 0:"), "the status in the last row")
    cell.type(f"{server} kill-server\n")
    cell.wait_for("server exited")
    cell.wait_for("ready$")


def test_git_log_shows_its_graph_in_colours(cell: Cell, project: Path) -> None:
    needs("git")
    git = ["git", "-C", str(project), "-c", "user.name=Me", "-c", "user.email=me@example.org"]
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["commit", "-q", "-m", "Keep the first page"],
        ["checkout", "-q", "-b", "side"],
        ["commit", "-q", "--allow-empty", "-m", "Try it at the side"],
        ["checkout", "-q", "main"],
        ["commit", "-q", "--allow-empty", "-m", "Go on"],
        ["merge", "-q", "--no-edit", "side"],
    ):
        subprocess.run([*git, *command], check=True, timeout=60)
    cell.type("git log --graph --oneline --color | cat\n")
    cell.wait_for("Keep the first page")
    top = next(number for number, row in enumerate(cell.rows) if "Merge branch 'side'" in row)
    assert [row[:3] for row in cell.rows[top : top + 6]] == [
        "*  ", "|\\", "| *", "* |", "|/", "* ",
    ] or [row[:2].strip() for row in cell.rows[top : top + 3]] == ["*", "|\\", "|"]  # fmt: skip
    assert style_at(cell, top, 5).foreground == 3
    assert style_at(cell, top + 1, 0).foreground in {1, 2}


def test_the_python_prompt_edits_recalls_and_is_interrupted(cell: Cell) -> None:
    cell.type(f"{sys.executable} -q\n")
    cell.wait_for(">>>")
    cell.type("6 * 7\n")
    cell.wait_for("42")
    cell.type("import time; time.sleep(600)\n")
    cell.wait(lambda: not cell.text.rstrip().endswith(">>>"), "the sleep")
    cell.key(Qt.Key.Key_C, CTRL)
    cell.wait_for("KeyboardInterrupt")
    cell.key(Qt.Key.Key_Up)
    cell.key(Qt.Key.Key_Up)
    cell.wait(lambda: cell.text.count("6 * 7") == 2, "the line from the history")
    cell.type("\n")
    cell.wait(lambda: cell.text.count("42") == 2, "its value again")
    cell.type("exit()\n")
    cell.wait(lambda: cell.rows[cell.text.rstrip().count("\n")].startswith("ready$"), "the shell")


def test_zsh_completes_and_goes(cell: Cell, project: Path) -> None:
    needs("zsh")
    del project
    cell.type("zsh\n")
    cell.wait_for("zready>")
    cell.type("cat lin")
    cell.key(Qt.Key.Key_Tab)
    cell.wait_for("cat lines.txt")
    cell.key(Qt.Key.Key_U, CTRL)
    cell.type("exit\n")
    cell.wait(lambda: cell.text.count("ready$") == 2, "bash again")


def test_what_is_selected_is_copied_and_pasted_into_the_program(
    window: RealWindow, cell: Cell
) -> None:
    cell.type("printf 'say \\x22hello world\\x22\\n'\n")
    cell.wait(lambda: 'say "hello world"' in cell.rows, "the text")
    row = cell.rows.index('say "hello world"')
    QTest.mousePress(cell.view, Qt.MouseButton.LeftButton, NONE, cell.before(row, 5))
    QTest.mouseMove(cell.view, cell.before(row, 10))
    QTest.mouseMove(cell.view, cell.before(row, 16))
    QTest.mouseRelease(cell.view, Qt.MouseButton.LeftButton, NONE, cell.before(row, 16))
    cell.wait(lambda: bool(cell.view.frame and cell.view.frame.selection), "the selection")
    cell.key(Qt.Key.Key_C, CTRL | SHIFT)
    cell.wait(lambda: QGuiApplication.clipboard().text() == "hello world", "the copy")
    cell.type("echo ")
    cell.key(Qt.Key.Key_V, CTRL | SHIFT)
    cell.wait_for("ready$ echo hello world")
    cell.key(Qt.Key.Key_Return)
    # Twelve lines, and an attempt to leave the bracket, for a program that would run each.
    cell.type("cat > pasted.txt\n")
    cell.wait(lambda: not cell.view.terminal.program.modes.bracketed_paste, "cat to run")
    lines = "".join(f"line {number}\n" for number in range(1, 12)) + "\x1b[201~last\n"
    QGuiApplication.clipboard().setText(lines)
    cell.view.terminal.paste()
    dialog = window.window.findChild(PasteDialog)
    assert dialog is not None
    assert "Paste 12 lines?" in dialog.windowTitle()
    dialog.paste.click()
    cell.wait_for("line 11", "[201~last")
    cell.key(Qt.Key.Key_D, CTRL)
    cell.type("wc -l pasted.txt\n")
    cell.wait_for("12 pasted.txt")


def test_a_bell_and_a_title_are_noticed(window: RealWindow, cell: Cell) -> None:
    rung: list[bool] = []
    cell.view.terminal.rang.connect(lambda: rung.append(True))
    cell.type("printf '\\a\\033]2;building   \\033\\\\'\n")
    cell.wait(lambda: rung == [True], "the bell")
    cell.wait(lambda: window.desk_name(cell) == "building", "the title in the header")
    cell.type("printf '\\033]2;\\033\\\\'\n")
    cell.wait(lambda: window.desk_name(cell) == "bash", "the own name again")


PAGES = """
import sys, time
print("\\x1b[?1049h", end="")
for number in range(1, 301):
    text = f"page {number} of the program\\r\\n" + "text\\r\\n" * 5
    print("\\x1b[H\\x1b[2J" + text, end="", flush=True)
sys.stdin.readline()
print("\\x1b[?1049l", end="")
"""


def test_what_a_full_screen_program_has_shown_is_found(
    window: RealWindow, cell: Cell, project: Path
) -> None:
    (project / "pages.py").write_text(PAGES)
    cell.type(f"{sys.executable} pages.py\n")
    cell.wait_for("page 300 of the program")
    window.window.invoke("edit.find")
    bar = cell.view.findChild(FindBar)
    assert bar is not None
    bar.word.setChecked(True)
    QTest.keyClicks(bar.box, "page 3")
    cell.wait_for("page 3 of the program")
    QTest.keyClick(bar.box, Qt.Key.Key_Escape)
    cell.wait_for("page 300 of the program")
    cell.type("\n")
    cell.wait_for("ready$")
