"""How large the text of single cells is; what the window keeps beside what the engine tells."""

from collections.abc import Callable, Iterable, Mapping

from idea.domain.text_size import USUAL, stepped


class TextPercents:
    """The sizes that a person gave to cells; `on_change` is called after every change of one."""

    def __init__(self) -> None:
        self.by_cell: Mapping[str, int] = {}
        """By the ids of cells, those of another size than usual alone."""
        self.on_change: Callable[[], None] = lambda: None

    def remember(self, percents: Mapping[str, int]) -> None:
        """Take the sizes of a window before this one; what was changed since counts."""
        self.by_cell = {**percents, **self.by_cell}

    def step(self, cell: str, step: int) -> bool:
        """Make a cell's text larger or smaller, as usual for 0; returns whether it changed."""
        now = self.by_cell.get(cell, USUAL)
        wanted = stepped(now, step) if step else USUAL
        if wanted == now:
            return False
        self.forget((cell,))
        if wanted != USUAL:
            self.by_cell = {**self.by_cell, cell: wanted}
        self.on_change()
        return True

    def forget(self, cells: Iterable[str]) -> None:
        """Let go of cells that are no longer there."""
        gone = set(cells)
        if gone & self.by_cell.keys():
            self.by_cell = {cell: each for cell, each in self.by_cell.items() if cell not in gone}
