"""Carries out the actions that change the shape of the grid."""

from collections.abc import Callable

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.delete_column import DeleteColumnRequest
from idea.application.layouts.delete_row import DeleteRowRequest
from idea.application.layouts.equalise_cells import EqualiseCellsRequest
from idea.application.layouts.insert_column import InsertColumnRequest
from idea.application.layouts.insert_row import InsertRowRequest
from idea.application.layouts.merge_cells import MergeCellsRequest
from idea.application.layouts.move_cell import MoveCellRequest
from idea.application.layouts.redo_layout import RedoLayoutRequest
from idea.application.layouts.set_weights import SetWeightsRequest
from idea.application.layouts.swap_cells import SwapCellsRequest
from idea.application.layouts.transpose import TransposeRequest
from idea.application.layouts.undo_layout import UndoLayoutRequest
from idea.application.layouts.unmerge_cell import UnmergeCellRequest
from idea.domain.actions.layout_actions import preset_action
from idea.domain.layout.dropping import Zone
from idea.domain.layout.presets import PRESETS, next_preset
from idea.presentation.desktop.grid.content import WeightsChosen
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import Work


class LayoutCommands:
    """Each command is one request; `refresh` shows everything as it is now."""

    def __init__(self, stage: Stage, refresh: Callable[[], None]) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._refresh = refresh

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        work: dict[str, Work] = {
            "layout.undo": lambda: self._ask(UndoLayoutRequest(project=self._project)),
            "layout.redo": lambda: self._ask(RedoLayoutRequest(project=self._project)),
            "layout.merge_cells": self.merge,
            "layout.unmerge_cell": lambda: self._ask(
                UnmergeCellRequest(project=self._project, cell=self._cell)
            ),
            "layout.equalise_cells": self.equalise,
            "layout.insert_row_above": lambda: self._insert_row(after=False),
            "layout.insert_row_below": lambda: self._insert_row(after=True),
            "layout.insert_column_left": lambda: self._insert_column(after=False),
            "layout.insert_column_right": lambda: self._insert_column(after=True),
            "layout.delete_row": lambda: self._ask(
                DeleteRowRequest(project=self._project, cell=self._cell)
            ),
            "layout.delete_column": lambda: self._ask(
                DeleteColumnRequest(project=self._project, cell=self._cell)
            ),
            "layout.arrange_next": self.arrange_next,
            "layout.transpose": lambda: self._ask(TransposeRequest(project=self._project)),
        }
        for preset in PRESETS:
            work[preset_action(preset.name)] = self._bound_preset(preset.name)
        return work

    def merge(self) -> None:
        """Make one cell of the selected range."""
        marked, layout = self._desk.marked(self._project), self._desk.layout
        if marked is not None and layout is not None:
            request = MergeCellsRequest(
                project=self._project, cells=marked.text, base_revision=layout.revision
            )
            self._desk.clear_mark()
            self._ask(request)

    def equalise(self) -> None:
        """Give the selected cells, or all, one size."""
        marked = self._desk.marked(self._project)
        cells = marked.text if marked is not None else ""
        self._ask(EqualiseCellsRequest(project=self._project, cells=cells))

    def arrange_next(self) -> None:
        """Arrange the cells as the next arrangement does that has as many.

        Raises:
            ConflictError: There is no other one.
        """
        tree = self._desk.tree(self._project)
        if tree is not None:
            self._bound_preset(next_preset(tree).name)()

    def set_weights(self, chosen: WeightsChosen) -> None:
        """Keep what a divider was dragged to; a stale drag is shown as it was before."""
        request = SetWeightsRequest(
            project=self._project,
            node=chosen.node,
            weights=chosen.weights,
            direction=chosen.direction.value,
            base_revision=chosen.base_revision,
        )
        self._ask(request, otherwise=self._show_anew)

    def drop(self, cell: str, target: str, zone: Zone) -> None:
        """Put a dragged cell beside the one it was let go over, or in its place."""
        project, side = self._project, zone.side
        if side is None:
            self._ask(SwapCellsRequest(project=project, cell=cell, with_cell=target))
        else:
            self._ask(MoveCellRequest(project=project, cell=cell, to=target, side=side.value))

    def _show_anew(self) -> None:
        grid = self._stage.grid()
        if grid is not None:
            grid.forget_preview()
        self._refresh()

    @property
    def _project(self) -> str:
        return self._desk.current

    @property
    def _cell(self) -> str:
        return self._desk.focused_cell

    def _insert_row(self, *, after: bool) -> None:
        self._ask(InsertRowRequest(project=self._project, cell=self._cell, after=after))

    def _insert_column(self, *, after: bool) -> None:
        self._ask(InsertColumnRequest(project=self._project, cell=self._cell, after=after))

    def _bound_preset(self, name: str) -> Work:
        return lambda: self._ask(ApplyPresetRequest(project=self._project, preset=name))
