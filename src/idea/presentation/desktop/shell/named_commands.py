"""Carries out the actions that are told what they are about."""

from collections.abc import Callable

from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.views import LayoutView
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.layout.address import locate
from idea.domain.layout.even_splitting import MOST_PARTS
from idea.domain.layout.tree import Side, leaf_ids
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_arguments import project_called
from idea.presentation.desktop.viewmodels.action_registry import NamedWork


class NamedCommands:
    """Commands with an argument, as the palette, the keyboard or the command line gave it."""

    def __init__(
        self,
        stage: Stage,
        start_in: Callable[[str, str], None],
        open_folder: Callable[[str], None],
    ) -> None:
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._start_in = start_in
        self._open_folder = open_folder

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {
            "cell.go_to": self.go_to_cell,
            "cell.split_into": self.split_into,
            "project.go_to": self.go_to_project,
        }

    def go_to_cell(self, address: str) -> None:
        """Point at the cell with an address.

        Raises:
            NotFoundError: There is no such cell.
            InvalidError: It is no address, or the place is divided.
        """
        tree = self._desk.tree(self._desk.current)
        if tree is None:
            raise NotFoundError("No project is open.")
        cell = locate(tree, address.strip())
        if cell not in leaf_ids(tree):
            raise InvalidError(f"{address.strip().upper()} is divided; name one of its cells.")
        self._desk.focus(cell.value)

    def split_into(self, count: str) -> None:
        """Divide the focused cell into columns, each new one with a shell.

        Raises:
            InvalidError: It is not a number, or not a possible one.
        """
        if not (count.strip().isdecimal() and 2 <= int(count) <= MOST_PARTS):
            raise InvalidError(f"A cell is split into 2 to {MOST_PARTS} columns, not {count!r}.")
        desk, cell = self._desk, self._desk.focused_cell
        beside = desk.focused_session
        source = beside.id if beside is not None and beside.status == "running" else ""

        def fill(layout: LayoutView) -> None:
            if layout.project == desk.current:
                for made in layout.created:
                    self._start_in(made, source)
                desk.focus(cell)

        if desk.selection(desk.current).zoomed:
            desk.toggle_zoom()
        self._ask(
            SplitCellRequest(
                project=desk.current, cell=cell, side=Side.RIGHT.value, count=int(count)
            ),
            fill,
        )

    def go_to_project(self, name: str) -> None:
        """Show a project, in a new tab if it has none.

        Raises:
            NotFoundError: No known project is called so.
            ConflictError: Several are.
        """
        found = project_called(name, self._desk.state.projects)
        if found.is_open:
            self._desk.show_project(found.id)
        else:
            self._open_folder(found.root)
