"""Carries out the actions on a selected range of cells, other than merging and equalising."""

from idea.application.layouts.close_cell import CloseCellRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.move_range import MoveRangeRequest
from idea.application.layouts.swap_range import SwapRangeRequest
from idea.application.layouts.unmerge_cell import UnmergeCellRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.views import SessionView
from idea.domain.errors import ConflictError
from idea.domain.layout.tree import Side
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.stopping import Stopping
from idea.presentation.desktop.viewmodels.action_registry import Work


class RangeCommands:
    """Main thread only."""

    def __init__(self, stage: Stage, stopping: Stopping) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._stopping = stopping

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "range.close": self.close,
            "range.detach_sessions": self.detach,
            "range.stop_sessions": self.stop,
            "range.fill": self.fill,
            "range.select_all": self._desk.mark_all,
            "range.clear": self._desk.clear_mark,
            "range.toggle_zoom": self._desk.toggle_range_zoom,
            "range.unmerge": self.unmerge,
            **{f"range.move_{side}": self._bound(MoveRangeRequest, side) for side in Side},
            **{f"range.swap_{side}": self._bound(SwapRangeRequest, side) for side in Side},
            **{f"range.extend_{side}": self._bound_extension(side) for side in Side},
        }

    def close(self) -> None:
        """Remove the selected cells in one step; what runs there goes on."""
        marked, layout = self._desk.marked(self._desk.current), self._desk.layout
        if marked is not None and layout is not None:
            request = CloseCellRequest(
                project=self._desk.current, cell=marked.text, base_revision=layout.revision
            )
            self._desk.clear_mark()
            self._ask(request)

    def unmerge(self) -> None:
        """Divide what is merged in the range; it stays selected."""
        marked, layout = self._desk.marked(self._desk.current), self._desk.layout
        if marked is not None and layout is not None:
            self._ask(
                UnmergeCellRequest(
                    project=self._desk.current, cell=marked.text, base_revision=layout.revision
                )
            )

    def _bound(self, kind: type[MoveRangeRequest | SwapRangeRequest], side: Side) -> Work:
        def move() -> None:
            marked, layout = self._desk.marked(self._desk.current), self._desk.layout
            if marked is not None and layout is not None:
                self._ask(
                    kind(
                        project=self._desk.current,
                        cells=marked.text,
                        side=side.value,
                        base_revision=layout.revision,
                    )
                )

        return move

    def _bound_extension(self, side: Side) -> Work:
        return lambda: self._desk.extend_mark(side)

    def detach(self) -> None:
        """Leave the selected cells empty; what ran there goes on."""
        for cell in self._cells():
            if self._desk.session_in(cell) is not None:
                self._ask(DetachSessionRequest(project=self._desk.current, cell=cell))

    def stop(self) -> None:
        """End the programs of the selected cells, after one question when any of them works."""
        shown = [self._desk.session_in(cell) for cell in self._cells()]
        self._stopping.ask_all([each.id for each in shown if each is not None and _lives(each)])

    def fill(self) -> None:
        """Start what the focused cell runs in every empty cell of the range.

        Raises:
            ConflictError: It runs an agent, of which there is one.
        """
        source = self._desk.focused_session
        if source is None:
            return
        if source.agent:
            raise ConflictError(f"{source.name} is an agent, of which there is one; clone it.")
        empty = [cell for cell in self._cells() if self._desk.session_in(cell) is None]
        if not empty:
            raise ConflictError("No cell of the range is empty.")
        for cell in empty:
            columns, rows = self._stage.room(cell)
            self._ask(
                OpenTerminalRequest(
                    project=self._desk.current,
                    cell=cell,
                    command=source.command,
                    cwd=source.folder or source.cwd,
                    columns=columns,
                    rows=rows,
                    environment=self._stage.environment,
                )
            )

    def _cells(self) -> list[str]:
        """Return the selected cells in reading order."""
        marked = self._desk.marked(self._desk.current)
        cells = frozenset[str]() if marked is None else marked.cells
        return [cell for cell in self._desk.cells(self._desk.current) if cell in cells]


def _lives(session: SessionView) -> bool:
    return session.status in {"starting", "running"}
