"""All windows of a person, the tabs in them, and the project each tab shows.

Invariants: a project is open in exactly one tab; ids are unique; a window with tabs has one
active tab; a cell is popped out into one window at most.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.text_size import LEAST, MOST

_FARTHEST = 1_000_000
_MOST_PERCENTS = 1_000
_ASIDE = 32
"""How far a second window is to the right of the first and below it, in logical pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowGeometry:
    """Where a window is when it is neither maximised nor full screen, in logical pixels."""

    x: int
    y: int
    width: int
    height: int
    maximised: bool = False
    full_screen: bool = False
    screen: str = ""
    """The name of the screen it was on; empty when unknown."""

    def __post_init__(self) -> None:
        if not (1 <= self.width <= _FARTHEST and 1 <= self.height <= _FARTHEST):
            raise InvalidError(f"A window of {self.width} × {self.height} pixels is not possible.")
        if abs(self.x) > _FARTHEST or abs(self.y) > _FARTHEST:
            raise InvalidError(f"No screen has a place ({self.x}, {self.y}).")

    def beside(self) -> "WindowGeometry":
        """Return the place of a second window of this size, so that both are seen."""
        return replace(
            self, x=self.x + _ASIDE, y=self.y + _ASIDE, maximised=False, full_screen=False
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One open project."""

    id: TabId
    project: ProjectId


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """An operating-system window with its tabs from left to right."""

    id: WindowId
    tabs: tuple[Tab, ...] = ()
    active: TabId | None = None
    """The tab in front; None only without tabs."""
    geometry: WindowGeometry | None = None
    """None until the window was shown once."""
    text_percents: tuple[tuple[str, int], ...] = ()
    """By the ids of cells: how large their text is, where that is not as everywhere."""
    focused: tuple[tuple[ProjectId, NodeId], ...] = ()
    """By project: the cell that had the keyboard last."""
    zoomed: tuple[tuple[ProjectId, tuple[NodeId, ...]], ...] = ()
    """By project: the cells that are shown alone."""

    def __post_init__(self) -> None:
        if len(self.text_percents) > _MOST_PERCENTS:
            raise InvalidError(f"More than {_MOST_PERCENTS} cells cannot have a size of their own.")
        for _, percent in self.text_percents:
            if not LEAST <= percent <= MOST:
                raise InvalidError(f"Text of {percent} % is not possible; {LEAST} to {MOST} is.")
        ids = {tab.id for tab in self.tabs}
        if self.active is None and not ids:
            return
        if self.active not in ids:
            raise InvalidError("The active tab of a window must be one of its tabs.")

    def with_tab(self, tab: Tab) -> "Window":
        """Return this window with one more tab at the end, in front."""
        return replace(self, tabs=(*self.tabs, tab), active=tab.id)

    def without_tab(self, tab: TabId) -> "Window":
        """Return this window without a tab; a neighbour comes to the front in its place."""
        at = [one.id for one in self.tabs].index(tab)
        rest = self.tabs[:at] + self.tabs[at + 1 :]
        active = self.active
        if active == tab:
            active = rest[min(at, len(rest) - 1)].id if rest else None
        return replace(self, tabs=rest, active=active)

    def with_tab_at(self, tab: Tab, at: int) -> "Window":
        """Return this window with one more tab in front, `at` tabs being left of it."""
        tabs = (*self.tabs[:at], tab, *self.tabs[at:])
        return replace(self, tabs=tabs, active=tab.id)

    def ordered(self, projects: Sequence[ProjectId]) -> "Window":
        """Return this window with the tabs of `projects` first, in that order."""
        rank = {project: index for index, project in enumerate(projects)}
        tabs = sorted(self.tabs, key=lambda tab: rank.get(tab.project, len(rank)))
        return replace(self, tabs=tuple(tabs))


@dataclass(frozen=True, slots=True, kw_only=True)
class PoppedOutCell:
    """A cell whose terminal a window of its own shows; its place in the grid stays."""

    project: ProjectId
    cell: NodeId
    session: SessionId
    """What the cell showed last: an ended one may be taken out of it to be started again."""
    geometry: WindowGeometry | None = None
    """None until the window was shown once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """All windows, the most recently made one last."""

    windows: tuple[Window, ...] = ()
    last_used: WindowId | None = None
    """The one the person used last; None for the newest."""
    popped_out: tuple[PoppedOutCell, ...] = ()
    """The cells that have windows of their own, the one popped out last being the last."""

    def __post_init__(self) -> None:
        tabs = [tab for window in self.windows for tab in window.tabs]
        if len({window.id for window in self.windows}) < len(self.windows):
            raise InvalidError("Two windows have the same id.")
        if len({tab.id for tab in tabs}) < len(tabs):
            raise InvalidError("Two tabs have the same id.")
        if len({tab.project for tab in tabs}) < len(tabs):
            raise InvalidError("A project is open in two tabs.")
        if len({one.cell for one in self.popped_out}) < len(self.popped_out):
            raise InvalidError("A cell is popped out twice.")

    @property
    def projects(self) -> tuple[ProjectId, ...]:
        """The open projects in tab order, window by window."""
        return tuple(tab.project for window in self.windows for tab in window.tabs)

    @property
    def in_use(self) -> Window | None:
        """The window the person used last; None without windows."""
        used = [window for window in self.windows if window.id == self.last_used]
        return next(iter(used or self.windows[-1:]), None)

    def window(self, window: WindowId) -> Window:
        """Return a window by its id.

        Raises:
            NotFoundError: There is no such window.
        """
        for one in self.windows:
            if one.id == window:
                return one
        raise NotFoundError(f"There is no window {window}.")

    def window_of(self, project: ProjectId) -> Window | None:
        """Return the window in which a project is open."""
        for window in self.windows:
            if any(tab.project == project for tab in window.tabs):
                return window
        return None

    def with_window(self, window: Window) -> "Workspace":
        """Return this workspace with a window added, or replaced by the one of the same id."""
        if all(one.id != window.id for one in self.windows):
            return replace(self, windows=(*self.windows, window))
        return replace(
            self, windows=tuple(window if one.id == window.id else one for one in self.windows)
        )

    def with_open(self, tab: Tab, window: WindowId) -> "Workspace":
        """Return this workspace with a tab in front in `window`; an open project is only raised.

        Raises:
            NotFoundError: There is no such window.
        """
        holder = self.window_of(tab.project)
        if holder is not None:
            return self.with_active(tab.project)
        return self.with_window(self.window(window).with_tab(tab))

    def with_active(self, project: ProjectId) -> "Workspace":
        """Return this workspace with a project's tab in front of its window.

        Raises:
            NotFoundError: The project is not open.
        """
        window, tab = self._place(project)
        return self.with_window(replace(window, active=tab.id))

    def without_project(self, project: ProjectId) -> "Workspace":
        """Return this workspace with a project's tab closed; nothing changes if it has none.

        Cells that were popped out are in their grid again when it is opened.
        """
        window = self.window_of(project)
        if window is None:
            return self
        tab = next(tab for tab in window.tabs if tab.project == project)
        return self.with_window(window.without_tab(tab.id)).without_popped_out_of({project})

    def with_moved(self, project: ProjectId, window: WindowId, at: int) -> "Workspace":
        """Return this workspace with a project's tab in front of `window`, `at` tabs left of it.

        What the person pointed at in the project goes along; a window left without tabs goes.

        Raises:
            NotFoundError: The project is not open, or there is no such window.
        """
        source, tab = self._place(project)
        target = self.window(window)
        if source.id == target.id:
            kept = replace(target.without_tab(tab.id).with_tab_at(tab, at), active=target.active)
            return self.with_window(kept)
        arrived = replace(
            target.with_tab_at(tab, at),
            focused=_with_one(target.focused, source.focused, project),
            zoomed=_with_one(target.zoomed, source.zoomed, project),
            # Nobody here knows which cells are the project's; those of others do no harm.
            text_percents=(*source.text_percents, *target.text_percents)[-_MOST_PERCENTS:],
        )
        left = replace(
            source.without_tab(tab.id),
            focused=_without_one(source.focused, project),
            zoomed=_without_one(source.zoomed, project),
        )
        without = self.with_window(left)
        if not left.tabs:
            without = self.without_window(source.id)
        return replace(without.with_window(arrived), last_used=target.id)

    def without_window(self, window: WindowId) -> "Workspace":
        """Return this workspace without a window and its tabs."""
        windows = tuple(one for one in self.windows if one.id != window)
        return replace(self, windows=windows)

    def popped_out_cell(self, cell: NodeId) -> PoppedOutCell | None:
        """Return a cell that has a window of its own; None for one that is in its grid."""
        return next((one for one in self.popped_out if one.cell == cell), None)

    def with_popped_out(self, cell: PoppedOutCell) -> "Workspace":
        """Return this workspace with a cell popped out, or with what is known of it replaced."""
        if self.popped_out_cell(cell.cell) is None:
            return replace(self, popped_out=(*self.popped_out, cell))
        popped = (cell if one.cell == cell.cell else one for one in self.popped_out)
        return replace(self, popped_out=tuple(popped))

    def without_popped_out(self, cell: NodeId) -> "Workspace":
        """Return this workspace with a cell in its grid again."""
        return replace(self, popped_out=tuple(one for one in self.popped_out if one.cell != cell))

    def without_popped_out_of(self, projects: Collection[ProjectId]) -> "Workspace":
        """Return this workspace with all cells of some projects in their grids again."""
        kept = tuple(one for one in self.popped_out if one.project not in projects)
        return replace(self, popped_out=kept)

    def _place(self, project: ProjectId) -> tuple[Window, Tab]:
        for window in self.windows:
            for tab in window.tabs:
                if tab.project == project:
                    return window, tab
        raise NotFoundError(f"The project {project} is not open.")


type _ByProject[V] = tuple[tuple[ProjectId, V], ...]


def _without_one[V](cells: _ByProject[V], project: ProjectId) -> _ByProject[V]:
    return tuple(each for each in cells if each[0] != project)


def _with_one[V](cells: _ByProject[V], theirs: _ByProject[V], project: ProjectId) -> _ByProject[V]:
    return (*_without_one(cells, project), *(each for each in theirs if each[0] == project))
