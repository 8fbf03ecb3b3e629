"""Parts of a window for tests: views with defaults, and a loop that runs at once."""

from collections.abc import Coroutine, Mapping
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import override

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from idea.application.views import EngineState, LayoutView, ProjectView, SessionView, SurvivorView
from idea.application.workspace.views import WorkspaceView
from idea.domain.copying import CopyForm
from idea.presentation.desktop.bridge.dispatcher import LoopThread
from idea.presentation.desktop.grid.terminal_parts import TerminalPart, TerminalParts
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.theme import Skin, theme_of
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.viewmodels.typed import Typed

NOW = datetime(2026, 9, 1, 12, 0, tzinfo=UTC)


def a_project(
    project: str = "p1",
    *,
    name: str = "ledger",
    root: str = "/home/me/src/ledger",
    open_: bool = True,
) -> ProjectView:
    """Return a project."""
    return ProjectView(
        id=project, name=name, root=root, is_open=open_, created_at="2026-09-01T10:00:00+00:00"
    )


def a_session(
    session: str = "s1",
    *,
    project: str = "p1",
    name: str = "zsh",
    command: tuple[str, ...] = ("/usr/bin/zsh",),
    status: str = "running",
    code: int | None = None,
    reason: str = "",
    cell: str | None = None,
    address: str | None = None,
    started_at: str = "2026-09-01T11:56:00+00:00",
    cwd: str = "/home/me/src/ledger",
    stopped: bool = False,
) -> SessionView:
    """Return a session."""
    return SessionView(
        id=session,
        project=project,
        name=name,
        command=command,
        cwd=cwd,
        columns=80,
        rows=24,
        status=status,
        reason=reason,
        code=code,
        stopped=stopped,
        pid=1 if status == "running" else None,
        started_at=started_at,
        cell=cell,
        address=address,
    )


def a_survivor(
    survivor: str = "4711-99",
    *,
    project: str = "p1",
    program: str = "node",
    processes: int = 3,
) -> SurvivorView:
    """Return a program that an ended session left running."""
    return SurvivorView(
        id=survivor,
        pid=int(survivor.partition("-")[0]),
        session="s1",
        session_name="zsh",
        project=project,
        program=program,
        arguments=("server.js", "--port", "3000"),
        processes=processes,
        memory_bytes=48 * 1024 * 1024,
        since="2026-09-01T11:56:00+00:00",
    )


def a_layout(
    tree: Mapping[str, object],
    sessions: Mapping[str, str] | None = None,
    *,
    project: str = "p1",
    revision: int = 1,
    can_undo: bool = False,
    can_redo: bool = False,
    notice: str = "",
) -> LayoutView:
    """Return a grid."""
    return LayoutView(
        project=project,
        revision=revision,
        tree=tree,
        sessions=sessions or {},
        can_undo=can_undo,
        can_redo=can_redo,
        notice=notice,
    )


def a_state(
    *,
    projects: tuple[ProjectView, ...] = (),
    layouts: tuple[LayoutView, ...] = (),
    sessions: tuple[SessionView, ...] = (),
    settings: Mapping[str, object] | None = None,
    workspace: WorkspaceView | None = None,
    notices: tuple[str, ...] = (),
) -> EngineState:
    """Return what an engine tells first."""
    return EngineState(
        revision=1,
        projects=projects,
        layouts=layouts,
        sessions=sessions,
        settings=settings or {},
        workspace=workspace,
        notices=notices,
    )


class ImmediateLoop(LoopThread):
    """Runs a coroutine to its end before `submit` returns; the coroutine must not wait."""

    @override
    def submit[R](self, work: Coroutine[object, object, R], /) -> Future[R]:
        future: Future[R] = Future()
        try:
            work.send(None)
        except StopIteration as end:
            future.set_result(end.value)
        except Exception as error:  # noqa: BLE001 - the future carries every error.
            future.set_exception(error)
        else:
            work.close()
        return future


class PlainPart(TerminalPart):
    """A terminal's place without a terminal."""

    def __init__(self, session: str, parent: QWidget) -> None:
        self.session = session
        self.said: list[str] = []
        self.along: list[Typed] = []
        """What was typed into other terminals and into this one, too."""
        self.is_over = False
        self._widget = QWidget(parent)
        self._widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    @override
    def widget(self) -> QWidget:
        return self._widget

    @override
    def copy(self, form: CopyForm = CopyForm.PLAIN) -> None:
        self.said.append("copy" if form is CopyForm.PLAIN else f"copy {form.value}")

    @override
    def paste(self) -> None:
        self.said.append("paste")

    @override
    def paste_selection(self) -> None:
        self.said.append("paste selection")

    @override
    def type_key(self, event: QKeyEvent) -> None:
        self.said.append(f"key {event.key():#x}")

    @override
    def select_all(self) -> None:
        self.said.append("select all")

    @override
    def find(self) -> None:
        self.said.append("find")

    @override
    def find_next(self, *, down: bool) -> None:
        self.said.append("find below" if down else "find above")

    @override
    def wake(self, columns: int, rows: int) -> None:
        self.said.append(f"wake {columns}x{rows}")

    @override
    def type_along(self, typed: Typed) -> None:
        self.along.append(typed)

    @override
    def scroll_pages(self, pages: int) -> None:
        self.said.append(f"scroll {pages}")

    @override
    def scroll_to_end(self, *, oldest: bool) -> None:
        self.said.append("scroll to top" if oldest else "scroll to bottom")

    @override
    def show_prompt(self, *, down: bool) -> None:
        self.said.append("prompt below" if down else "prompt above")

    @override
    def select_output(self) -> None:
        self.said.append("select output")

    @override
    def copy_output(self) -> None:
        self.said.append("copy output")

    @override
    def run_again(self) -> None:
        self.said.append("run again")

    @override
    def hold_size(self, *, held: bool) -> None:
        self.said.append("hold" if held else "let go")

    @override
    def know_end(self) -> None:
        self.is_over = True

    @override
    def close(self) -> None:
        self.said.append("close")
        self._widget.hide()
        self._widget.deleteLater()


class PlainParts(TerminalParts):
    """Makes places and keeps count of them."""

    def __init__(self) -> None:
        self.made: list[PlainPart] = []

    @override
    def create(self, session: str, parent: QWidget) -> PlainPart:
        part = PlainPart(session, parent)
        self.made.append(part)
        return part

    @override
    def fitting(self, width: int, height: int, cell: str) -> tuple[int, int]:
        return max(1, width // 8), max(1, height // 18)


def a_skin(name: str = "dark") -> Skin:
    """Return a skin in one of the built-in themes."""
    return Skin(theme_of(builtin_tokens()[name], load_fonts()))
