"""Carries out the actions on cells, sessions and ranges."""

from collections.abc import Callable, Mapping

from idea.application.layouts.attach_session import AttachSessionRequest
from idea.application.layouts.close_cell import CloseCellRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.move_cell import MoveCellRequest
from idea.application.layouts.reopen_cell import ReopenCellRequest
from idea.application.layouts.resize_cell import ResizeCellRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.layouts.swap_cells import SwapCellsRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import LayoutView, SessionView
from idea.domain.errors import ConflictError
from idea.domain.ids import NodeId
from idea.domain.layout.tree import Side
from idea.domain.layout.weights import border_at
from idea.presentation.desktop.shell import flows
from idea.presentation.desktop.shell.range_commands import RangeCommands
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.stopping import Stopping
from idea.presentation.desktop.shell.window_life import come_forward
from idea.presentation.desktop.viewmodels.action_registry import Work

_STEP_PERCENT = 4.0
_SIZES: Mapping[str, tuple[tuple[Side, Side], float]] = {
    "wider": ((Side.RIGHT, Side.LEFT), _STEP_PERCENT),
    "narrower": ((Side.RIGHT, Side.LEFT), -_STEP_PERCENT),
    "taller": ((Side.DOWN, Side.UP), _STEP_PERCENT),
    "shorter": ((Side.DOWN, Side.UP), -_STEP_PERCENT),
}

_WIDE = 1.4
"""How much wider than high a cell is whose halves should stand side by side."""


class CellCommands:
    """Commands on the focused cell; `choose_session` opens the palette for `attach_session`."""

    def __init__(
        self, stage: Stage, stopping: Stopping, choose_session: Callable[[], None]
    ) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._stopping = stopping
        self._choose_session = choose_session
        self._on_range = RangeCommands(stage, stopping)

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        work: dict[str, Work] = {
            "cell.close": self.close,
            "cell.reopen": self.reopen,
            "cell.detach_session": self.detach,
            "cell.attach_session": self._choose_session,
            "cell.toggle_zoom": self._desk.toggle_zoom,
            "cell.toggle_room": self._desk.toggle_room,
            "cell.enlarge_text": lambda: self._desk.scale_text(1),
            "cell.reduce_text": lambda: self._desk.scale_text(-1),
            "cell.reset_text": lambda: self._desk.scale_text(0),
            "session.stop": lambda: self.stop(force=False),
            "session.stop_at_once": lambda: self.stop(force=True),
            "session.restart": self.restart,
            "session.restart_all": self.restart_all,
            "session.forget": self.forget,
            "terminal.open_shell": self.open_shell,
            "terminal.open_in_background": self.open_in_background,
            "cell.focus_next": self.focus_next,
            "cell.focus_buttons": self.focus_buttons,
            **self._on_range.work(),
        }
        for side in Side:
            work |= self._work_towards(side)
        for name, (sides, percent) in _SIZES.items():
            work[f"cell.make_{name}"] = self._bound_resize(sides, percent)
        return work

    def open_shell(self) -> None:
        """Start a shell in the focused cell if it is empty, else in any empty one, else beside."""
        cell = self._empty_cell()
        if cell:
            self.start_in(cell, beside="")
        else:
            self.split(Side.RIGHT)

    def open_in_background(self) -> None:
        """Start a shell that no cell shows."""
        layout = self._desk.layout
        if layout is None:
            return
        beside = self._desk.focused_session
        request = OpenTerminalRequest(
            project=self._desk.current,
            beside=beside.id if beside else "",
            told_folder=self._told_folder(beside.id if beside else ""),
            environment=self._stage.environment,
            background=True,
        )
        self._ask(request)

    def run_beside(self, command: tuple[str, ...]) -> None:
        """Run a program in a new cell at the right, in the project's folder."""

        def start(cell: str) -> None:
            columns, rows = self._stage.room(cell)
            request = OpenTerminalRequest(
                project=self._desk.current,
                cell=cell,
                command=command,
                columns=columns,
                rows=rows,
                environment=self._stage.environment,
            )
            self._ask(request)
            self._desk.focus(cell)

        self._with_new_cell(Side.RIGHT, start)

    def with_empty_cell(self, then: Callable[[str, bool], None]) -> None:
        """Give `then` an empty cell: the focused one, any other, or half of the largest.

        It is told as well whether the cell was made for it.
        """
        empty = self._empty_cell()
        if empty:
            then(empty, False)  # noqa: FBT003 # A callback's arguments have no names.
        else:
            self._with_new_cell(self._side_with_room(), lambda cell: then(cell, True))  # noqa: FBT003

    def take_back(self, cell: str) -> None:
        """Remove an empty cell that was made for something that did not come."""
        view = self._desk.cells(self._desk.current).get(cell)
        if view is not None and view.look is None:
            self._ask(CloseCellRequest(project=self._desk.current, cell=cell))

    def start_in(self, cell: str, beside: str) -> None:
        """Start a shell in an empty cell, in the folder of the session `beside`, and go there."""
        self.start_behind(cell, beside)
        self._desk.focus(cell)

    def start_behind(self, cell: str, beside: str) -> None:
        """Start a shell likewise, and stay where the keyboard is."""
        columns, rows = self._stage.room(cell)
        self._ask(
            OpenTerminalRequest(
                project=self._desk.current,
                cell=cell,
                beside=beside,
                told_folder=self._told_folder(beside),
                columns=columns,
                rows=rows,
                environment=self._stage.environment,
            )
        )

    def _told_folder(self, session: str) -> str:
        """Return where a session said it works, when that is on this machine."""
        folder = self._desk.news.of(session).folder
        return folder if folder.startswith("/") else ""

    def split(self, side: Side) -> None:
        """Put a cell with a shell on one side of the focused one."""
        beside = self._desk.focused_session
        source = beside.id if beside is not None and beside.status == "running" else ""
        self._with_new_cell(side, lambda cell: self.start_in(cell, source))

    def _side_with_room(self) -> Side:
        """Go to the largest cell; returns the side at which it is halved best."""
        grid = self._stage.grid()
        tiles = grid.placement.tiles if grid is not None and grid.placement is not None else {}
        if not tiles:
            return Side.RIGHT
        cell, tile = max(tiles.items(), key=lambda one: one[1].width * one[1].height)
        self._desk.focus(cell.value)
        return Side.RIGHT if tile.width > tile.height * _WIDE else Side.DOWN

    def _with_new_cell(self, side: Side, then: Callable[[str], None]) -> None:
        desk, cell = self._desk, self._desk.focused_cell
        known = frozenset(desk.cells(desk.current))

        def made(layout: LayoutView) -> None:
            fresh = flows.fresh_cell(layout, known)
            if fresh and layout.project == desk.current:
                then(fresh)

        if desk.selection(desk.current).zoomed:
            desk.toggle_zoom()
        self._ask(SplitCellRequest(project=desk.current, cell=cell, side=side.value), made)

    def close(self) -> None:
        """Remove the focused cell; what runs there goes on."""
        project = self._desk.current
        self._ask(CloseCellRequest(project=project, cell=self._desk.focused_cell))

    def reopen(self) -> None:
        """Open the cell again that was closed last, and go to it."""

        def back(layout: LayoutView) -> None:
            if layout.created and layout.project == self._desk.current:
                self._desk.focus(layout.created[0])

        self._ask(ReopenCellRequest(project=self._desk.current), back)

    def detach(self) -> None:
        """Leave the focused cell empty; what ran there goes on."""
        project = self._desk.current
        self._ask(DetachSessionRequest(project=project, cell=self._desk.focused_cell))

    def stop(self, *, force: bool) -> None:
        """End the program of the focused cell."""
        session = self._desk.focused_session
        if session is not None:
            self._stopping.ask(session.id, force=force)

    def stop_session(self, session: str) -> None:
        """End a program, after a question when it works."""
        self._stopping.ask(session)

    def detach_session(self, session: SessionView) -> None:
        """Leave the cell of a session empty; the session goes on."""
        if session.cell is not None:
            self._ask(DetachSessionRequest(project=session.project, cell=session.cell))

    def forget_session(self, session: str) -> None:
        """Take an ended session off the list."""
        self._ask(ForgetSessionRequest(session=session))

    def restart(self) -> None:
        """Start the ended program of the focused cell again."""
        session, cell = self._desk.focused_session, self._desk.focused_cell
        if session is not None:
            room, environment = self._stage.room(cell), self._stage.environment
            self._stage.runner.flow(
                lambda use_cases: flows.restart_session(use_cases, session, cell, room, environment)
            )

    def restart_all(self) -> None:
        """Start the ended program of every cell again."""
        project, environment = self._desk.current, self._stage.environment
        self._stage.runner.flow(
            lambda use_cases: flows.restart_ended(use_cases, project, environment)
        )

    def forget(self) -> None:
        """Take the ended session of the focused cell off the list."""
        session = self._desk.focused_session
        if session is not None:
            self.forget_session(session.id)

    def focus_next(self) -> None:
        """Point at the cell after the focused one in reading order, or at the first."""
        cells = list(self._desk.cells(self._desk.current))
        self._desk.focus(cells[(cells.index(self._desk.focused_cell) + 1) % len(cells)])

    def focus_buttons(self) -> None:
        """Give the keyboard to what can be pressed in the focused cell."""
        grid = self._stage.shown_in(self._desk.focused_cell)
        if grid is not None:
            grid.focus_buttons(self._desk.focused_cell)

    def drop_session(self, session: str, cell: str) -> None:
        """Show a session in a cell it was dragged to; from another cell, the two change places."""
        view = self._desk.state.sessions.get(session)
        if view is None or view.cell == cell or view.project != self._desk.current:
            return
        project = view.project
        if view.cell is not None:
            self._ask(SwapCellsRequest(project=project, cell=view.cell, with_cell=cell))
        else:
            self._ask(AttachSessionRequest(project=project, session=session, cell=cell))
        self._desk.focus(cell)

    def go_to(self, session: str) -> None:
        """Show a session: focus its cell, or give it one."""
        view = self._desk.state.sessions.get(session)
        if view is None:
            return
        self._desk.show_project(view.project)
        if view.cell is not None:
            self._desk.focus(view.cell)
            own = self._stage.popped_out(view.cell)
            if own is not None:
                come_forward(own.window())
        else:
            self._show(view)

    def show_here(self, session: str) -> None:
        """Show a background session in the focused cell when that is empty, else beside it."""
        view = self._desk.state.sessions.get(session)
        if view is not None:
            self._show(view)

    def _show(self, session: SessionView) -> None:
        desk = self._desk
        empty, beside = self._empty_cell(), desk.focused_cell
        known = frozenset(desk.cells(desk.current))
        self._stage.runner.flow(
            lambda use_cases: flows.show_session(
                use_cases, session, empty=empty, beside=beside, known=known
            ),
            desk.focus,
        )

    def _work_towards(self, side: Side) -> dict[str, Work]:
        name = side.value

        def focus() -> None:
            grid = self._stage.grid()
            self._desk.focus_towards(side, grid.placement if grid is not None else None)

        def swap() -> None:
            other = self._desk.neighbour(side)
            if other:
                project, cell = self._desk.current, self._desk.focused_cell
                self._ask(SwapCellsRequest(project=project, cell=cell, with_cell=other))

        def move() -> None:
            other = self._desk.neighbour(side)
            if other:
                project, cell = self._desk.current, self._desk.focused_cell
                self._ask(MoveCellRequest(project=project, cell=cell, to=other, side=name))

        return {
            f"cell.split_{name}": lambda: self.split(side),
            f"cell.focus_{name}": focus,
            f"cell.swap_{name}": swap,
            f"cell.move_{name}": move,
        }

    def _bound_resize(self, sides: tuple[Side, Side], percent: float) -> Work:
        def resize() -> None:
            tree, cell = self._desk.tree(self._desk.current), self._desk.focused_cell
            if tree is None:
                return
            for side in sides:
                try:
                    border_at(tree, NodeId(cell), side)
                except ConflictError:
                    continue
                self._ask(
                    ResizeCellRequest(
                        project=self._desk.current, cell=cell, side=side.value, percent=percent
                    )
                )
                return

        return resize

    def _empty_cells(self) -> list[str]:
        cells = self._desk.cells(self._desk.current)
        return [cell for cell, view in cells.items() if view.look is None]

    def _empty_cell(self) -> str:
        empty = self._empty_cells()
        if self._desk.focused_cell in empty:
            return self._desk.focused_cell
        return empty[0] if empty else ""
