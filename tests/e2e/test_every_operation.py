"""Every change of a grid, by menu, key and palette of the window, and by the command line."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.projects.create_project import CreateProjectRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import LayoutView
from idea.bootstrap.cli import main as idea
from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.keys import Platform
from idea.domain.actions.layout_actions import preset_action
from idea.domain.layout.address import locate
from idea.domain.layout.codec import decode
from idea.domain.layout.notation import write
from idea.domain.layout.presets import PRESETS
from idea.presentation.desktop.viewmodels.keymap import qt_chord
from support.real_window import RealWindow, real_window_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

CELLS = ("A1", "B1", "A2", "B2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One change of a grid of two by two: the window's action, and the command line's words."""

    action: str
    words: str
    focus: str = "A1"
    range: tuple[str, str] | None = None
    first: str = ""
    """What the command line does to both grids before."""


SIDES = {"right": "B1", "down": "A2", "left": "B1", "up": "A2"}
BACK = {"left", "up"}
OPERATIONS = (
    *(Operation(action=f"cell.split_{side}", words=f"split A1 --{side}") for side in SIDES),
    *(
        Operation(
            action=f"cell.{verb}_{side}",
            words=f"{verb} {other} A1" if side in BACK else f"{verb} A1 {other}",
            focus=other if side in BACK else "A1",
        )
        for verb in ("swap",)
        for side, other in SIDES.items()
    ),
    *(
        Operation(
            action=f"cell.move_{side}",
            words=f"move {other} A1 --{side}" if side in BACK else f"move A1 {other} --{side}",
            focus=other if side in BACK else "A1",
        )
        for side, other in SIDES.items()
    ),
    Operation(action="cell.close", words="close A1"),
    Operation(action="cell.detach_session", words="detach A1"),
    Operation(action="cell.make_wider", words="resize A1 --right 4%"),
    Operation(action="cell.make_narrower", words="resize A1 --right=-4%"),
    Operation(action="cell.make_taller", words="resize A1 --down 4%"),
    Operation(action="cell.make_shorter", words="resize A1 --down=-4%"),
    Operation(action="layout.merge_cells", words="merge A1:B1", range=("A1", "B1")),
    Operation(action="layout.unmerge_cell", words="unmerge A1", first="merge A1:B1"),
    Operation(action="layout.equalise_cells", words="equalise", first="resize A1 --right 20%"),
    Operation(
        action="layout.equalise_cells",
        words="equalise A1:B1",
        range=("A1", "B1"),
        first="resize A1 --right 20%",
    ),
    Operation(action="layout.insert_row_above", words="insert row A1 --before"),
    Operation(action="layout.insert_row_below", words="insert row A1"),
    Operation(action="layout.insert_column_left", words="insert column A1 --before"),
    Operation(action="layout.insert_column_right", words="insert column A1"),
    Operation(action="layout.delete_row", words="delete row A1"),
    Operation(action="layout.delete_column", words="delete column A1"),
    Operation(action="layout.transpose", words="transpose"),
    *(
        Operation(action=preset_action(preset.name), words=f"preset {preset.name}")
        for preset in PRESETS
    ),
    Operation(action="layout.arrange_next", words="preset columns-4"),
    Operation(action="layout.undo", words="undo", first="split A1 --up", focus="B1"),
)
BY_OTHER_TESTS = {
    "cell.attach_session",
    "cell.reopen",
    "cell.split_into",
    "layout.redo",
    "layout.end_broadcast",
    "layout.toggle_lock",
}
"""Actions that need more than one step, below, or words, in `test_actions_from_outside`."""


class Bench:
    """One engine with two grids of the same start: one for the window, one for commands."""

    def __init__(self, window: RealWindow, other: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.window = window
        self.other = other
        self._capsys = capsys
        self._names: dict[str, str] = {}
        self._homes: dict[str, dict[str, str]] = {}
        self._trees: dict[str, Mapping[str, object]] = {}
        window.ask(CreateProjectRequest(path=str(other)))
        for project in (str(window.project), str(other)):
            window.ask(ApplyPresetRequest(project=project, preset="grid-2x2"))
            for cell in CELLS:
                if cell not in self._shown(project):
                    window.ask(
                        OpenTerminalRequest(project=project, cell=cell, command=("sleep", "600"))
                    )
            self._homes[project] = self._shown(project)
            self._trees[project] = self._layout(project).tree
            for cell, session in self._homes[project].items():
                self._names[session] = f"s{CELLS.index(cell)}"
        self.start = self.drawn(str(other))
        assert self.drawn(str(window.project)) == self.start

    @property
    def shown(self) -> str:
        """The grid that the window shows, with its sessions."""
        desk = self.window.window.desk
        layout = desk.layout
        assert layout is not None
        return self._written(layout)

    def drawn(self, project: str) -> str:
        """A project's grid as the engine has it."""
        return self._written(self._layout(project))

    def command(self, words: str, project: Path) -> str:
        """Change a grid by the command line; returns what is then drawn."""
        code = idea(["layout", *words.split(), "--project", str(project), "--json"])
        printed = self._capsys.readouterr()
        assert code == 0, (words, printed.err)
        answer: Mapping[str, Any] = json.loads(printed.out)
        return self._written_tree(answer["tree"], answer["sessions"])

    def reset(self) -> None:
        """Bring both grids back to the start by undoing, and end what was started since."""
        for project in (str(self.window.project), str(self.other)):
            while self._layout(project).tree != self._trees[project]:
                self.window.ask(UndoLayoutRequest(project=project))
            # Sending to the background is no step of the history.
            shown = self._shown(project)
            for cell, session in self._homes[project].items():
                if shown.get(cell) != session:
                    self.window.ask(
                        AttachSessionRequest(project=project, session=session, cell=cell)
                    )
                    shown = self._shown(project)
            assert self.drawn(project) == self.start
        for session in self.window.ask(ListSessionsRequest()):
            if session.id not in self._names:
                self.window.ask(StopSessionRequest(session=session.id, force=True))
                self.window.ask(ForgetSessionRequest(session=session.id))
        self.wait_shown(self.start)

    def wait_shown(self, wanted: str) -> None:
        """Wait until the window shows this."""
        self.window.wait(lambda: self.shown == wanted, lambda: f"{wanted}, not {self.shown}")

    def point_at(self, focus: str, marked: tuple[str, str] | None) -> None:
        """Focus a cell and select a range, as clicks do."""
        desk, tree = self.window.window.desk, self.window.tree
        desk.focus(locate(tree, focus).value)
        if marked is not None:
            desk.mark_between(*(locate(tree, cell).value for cell in marked))

    def _shown(self, project: str) -> dict[str, str]:
        sessions = self.window.ask(ListSessionsRequest(project=project))
        return {one.address: one.id for one in sessions if one.address is not None}

    def _layout(self, project: str) -> LayoutView:
        return self.window.ask(ShowLayoutRequest(project=project))

    def _written(self, layout: LayoutView) -> str:
        return self._written_tree(layout.tree, layout.sessions)

    def _written_tree(self, tree: Mapping[str, object], sessions: Mapping[str, str]) -> str:
        return write(
            decode(tree),
            # A split in the window brings a shell, one by command does not.
            lambda leaf: self._names.get(sessions.get(leaf.value, ""), "_"),
        )


@pytest.fixture
def bench(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Bench]:
    monkeypatch.setenv("SHELL", shutil.which("sh") or "/bin/sh")
    project, other = tmp_path / "ledger", tmp_path / "website"
    project.mkdir()
    other.mkdir()
    with real_window_on(qtbot, project) as window:
        yield Bench(window, other, capsys)


def by_menu(window: RealWindow, action: str) -> None:
    """Choose it in each menu that has it, the first one for real."""
    menus = [place.menu for place in BY_ID[action].places]
    assert menus, f"{action} is in no menu"
    for menu in menus[::-1]:
        built = window.window.menus.build(menu, window.window)
        (entry,) = (one for one in built.actions() if one.objectName() == action)
        assert entry.isEnabled(), (menu, action)
        if menu is menus[0]:
            entry.trigger()
        built.deleteLater()


def by_key(window: RealWindow, action: str) -> None:
    """Press its key while a terminal has the keyboard."""
    keys = BY_ID[action].keys.on(Platform.LINUX)[0]
    pressed = QKeySequence(qt_chord(keys.first, Platform.LINUX))[0]  # type: ignore[index]
    target = window.window.focusWidget() or window.window
    QTest.keyClick(target, pressed.key(), pressed.keyboardModifiers())


def by_palette(window: RealWindow, action: str) -> None:
    """Type its title into the palette and press Enter."""
    window.invoke("window.open_palette")
    box = window.window.palette_box
    window.wait(lambda: box.is_open, lambda: "the palette")
    QTest.keyClicks(box.box, BY_ID[action].title.removesuffix("…"))
    assert box.entries[0].id == action, [entry.id for entry in box.entries]
    QTest.keyClick(box.box, Qt.Key.Key_Return)


def ways(action: str) -> Iterator[tuple[str, Callable[[RealWindow, str], None]]]:
    yield "menu", by_menu
    if BY_ID[action].keys.on(Platform.LINUX):
        yield "key", by_key
    yield "palette", by_palette


def test_every_action_that_changes_a_grid_is_tried_here() -> None:
    tried = {operation.action for operation in OPERATIONS} | BY_OTHER_TESTS
    changing = {
        spec.id
        for spec in CATALOGUE
        if spec.family == "layout"
        or re.match(r"cell\.(split|swap|move|make|close|reopen|detach|attach)", spec.id)
    }
    assert tried == changing


def test_menu_key_palette_and_command_line_do_the_same(bench: Bench) -> None:
    window, different = bench.window, []
    for operation in OPERATIONS:
        if operation.first:
            bench.command(operation.first, bench.other)
        wanted = bench.command(operation.words, bench.other)
        for way, do in ways(operation.action):
            if operation.first:
                bench.wait_shown(bench.command(operation.first, window.project))
            bench.point_at(operation.focus, operation.range)
            assert window.window.registry.is_enabled(operation.action), operation
            do(window, operation.action)
            try:
                bench.wait_shown(wanted)
            except pytest.fail.Exception as failure:
                different.append((operation.action, way, str(failure)))
            bench.reset()
    assert different == []


def test_reopening_does_the_same_in_the_window_and_by_command(bench: Bench) -> None:
    window = bench.window
    bench.command("close A1", bench.other)
    assert bench.command("reopen", bench.other) == bench.start
    for way, do in ways("cell.reopen"):
        bench.wait_shown(bench.command("close A1", window.project))
        window.wait(
            lambda: window.window.registry.is_enabled("cell.reopen"),
            lambda way=way: f"a cell to reopen by {way}",  # type: ignore[misc]
        )
        do(window, "cell.reopen")
        bench.wait_shown(bench.start)


def test_redo_and_attaching_do_the_same_in_the_window_and_by_command(bench: Bench) -> None:
    window, box = bench.window, bench.window.window.palette_box
    bench.command("transpose", bench.other)
    transposed = bench.drawn(str(bench.other))
    bench.command("undo", bench.other)
    assert bench.command("redo", bench.other) == transposed
    for _, do in ways("layout.redo"):
        bench.wait_shown(bench.command("transpose", window.project))
        bench.wait_shown(bench.command("undo", window.project))
        do(window, "layout.redo")
        bench.wait_shown(transposed)
        bench.reset()

    for _, do in ways("cell.attach_session"):
        bench.wait_shown(bench.command("detach A1", window.project))
        bench.point_at("A1", None)
        window.wait(
            lambda: window.window.registry.is_enabled("cell.attach_session"),
            lambda: "a session in the background",
        )
        do(window, "cell.attach_session")
        window.wait(
            lambda: box.is_open and [entry.kind.name for entry in box.entries] == ["SESSION"],
            lambda: "the sessions to choose from",
        )
        QTest.keyClick(box.box, Qt.Key.Key_Return)
        bench.wait_shown(bench.start)
    session = next(iter(name for name, short in bench._names.items() if short == "s0"))
    bench.command("detach A1", window.project)
    assert bench.command(f"attach {session} A1", window.project) == bench.start
