"""The workspace as it is now, kept on every change."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from idea.application.workspace.views import PoppedOutView, WindowView, WorkspaceView
from idea.domain.errors import ConflictError
from idea.domain.events import WorkspaceChanged
from idea.domain.ids import NodeId, ProjectId, TabId, WindowId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.stored_value import StoredValue
from idea.domain.workspace import PoppedOutCell, Tab, Window, WindowGeometry, Workspace


class CurrentWorkspace:
    """Knows the windows and tabs; used on the event loop's thread.

    Tabs of projects that the registry does not know stay in the workspace, unseen: a registry that
    could not be read today may be read tomorrow.
    """

    def __init__(self, store: StoredValue[Workspace], ids: IdFactory, events: EventBus) -> None:
        self._store = store
        self._ids = ids
        self._events = events
        self._value = Workspace()

    @property
    def value(self) -> Workspace:
        """The workspace now."""
        return self._value

    async def load(self) -> tuple[str, ...]:
        """Read what was kept; answers what the person should know."""
        loaded = await self._store.load()
        self._value = loaded.value
        return loaded.notices

    def open(self, project: ProjectId) -> None:
        """Give a project a tab in the window used last, or bring the one it has to the front."""
        workspace = self._value
        window = workspace.in_use
        if window is None:
            window = Window(id=WindowId(self._ids.fresh()))
            workspace = workspace.with_window(window)
        tab = Tab(id=TabId(self._ids.fresh()), project=project)
        self._keep(workspace.with_open(tab, window.id))

    def open_window(self, window: WindowId | None, like: WindowId | None = None) -> WindowId:
        """Add a window in the size of another one, and say that it is used; one known stays."""
        workspace, chosen = self._value, window or WindowId(self._ids.fresh())
        if all(one.id != chosen for one in workspace.windows):
            model = [one.geometry for one in workspace.windows if one.id == like and one.geometry]
            place = model[0].beside() if model else None
            workspace = workspace.with_window(Window(id=chosen, geometry=place))
        self._keep(replace(workspace, last_used=chosen))
        return chosen

    def add_window(self, beside: Window, place: WindowGeometry | None) -> Window:
        """Add a window at a place, or beside another one; nobody hears of it while it is empty."""
        if place is None and beside.geometry is not None:
            place = beside.geometry.beside()
        window = Window(id=WindowId(self._ids.fresh()), geometry=place)
        self._value = self._value.with_window(window)
        return window

    def close_window(self, window: WindowId, closed: Collection[ProjectId]) -> None:
        """Take a window away with the tabs of `closed`, at once; its other tabs are kept.

        They are those nobody knows the projects of today.

        Raises:
            NotFoundError: There is no such window.
            ConflictError: It is the only one.
        """
        gone = self._value.window(window)
        workspace = self._value.without_window(window)
        if workspace.in_use is None:
            raise ConflictError("This is the only window; quit closes it.")
        for tab in (each for each in gone.tabs if each.project not in closed):
            heir = workspace.in_use
            kept = replace(heir, tabs=(*heir.tabs, tab), active=heir.active or tab.id)
            workspace = workspace.with_window(kept)
        self._keep(workspace.without_popped_out_of(closed))

    def move(self, project: ProjectId, window: WindowId, at: int) -> None:
        """Put a project's tab in front of a window, `at` tabs being left of it.

        Raises:
            NotFoundError: The project is not open, or there is no such window.
        """
        self._keep(self._value.with_moved(project, window, at))

    def use(self, window: WindowId) -> None:
        """Note that the person uses a window; one nobody knows is passed over."""
        if any(one.id == window for one in self._value.windows):
            self._keep(replace(self._value, last_used=window))

    def close(self, project: ProjectId) -> None:
        """Close a project's tab, if it has one."""
        self._keep(self._value.without_project(project))

    def save_window(
        self,
        window: WindowId | None,
        geometry: WindowGeometry | None,
        projects: Sequence[ProjectId],
        active: ProjectId | None,
        *,
        text_percents: Mapping[str, int] | None = None,
        focused: Mapping[ProjectId, NodeId] | None = None,
        zoomed: Mapping[ProjectId, tuple[NodeId, ...]] | None = None,
    ) -> None:
        """Keep a window's place, the order of its tabs, what is in front, and the sizes of text.

        Without an id it is the newest window, made if there is none; a window that was closed
        meanwhile stays so. Projects that are not in the window are passed over, tabs that are not
        named stay behind the named ones.
        """
        one = self._window(window)
        if one is None:
            return
        one = one.ordered(projects)
        front = next((tab.id for tab in one.tabs if tab.project == active), one.active)
        percents = one.text_percents
        if text_percents is not None:
            percents = tuple(sorted(text_percents.items()))
        changed = replace(
            one,
            active=front,
            geometry=geometry or one.geometry,
            text_percents=percents,
            focused=one.focused if focused is None else tuple(focused.items()),
            zoomed=one.zoomed if zoomed is None else tuple(zoomed.items()),
        )
        self._keep(self._value.with_window(changed))

    def pop_out(self, cell: PoppedOutCell) -> None:
        """Give a cell a window of its own, or keep what is known of it anew."""
        self._keep(self._value.with_popped_out(cell))

    def bring_back(self, cell: NodeId) -> None:
        """Let a cell be shown in its grid again; one that is there stays."""
        self._keep(self._value.without_popped_out(cell))

    def _window(self, window: WindowId | None) -> Window | None:
        for one in reversed(self._value.windows):
            if window is None or one.id == window:
                return one
        return Window(id=WindowId(self._ids.fresh())) if window is None else None

    def _keep(self, workspace: Workspace) -> None:
        before, self._value = self._value, workspace
        if workspace != before:
            self._store.save(workspace)
        if _tabs(workspace) != _tabs(before):
            self._events.publish(WorkspaceChanged())


def _tabs(workspace: Workspace) -> object:
    """Return what clients are told at once: the windows, their tabs in order, and single cells."""
    windows = [(one.id, [tab.project for tab in one.tabs]) for one in workspace.windows]
    return windows, [one.cell for one in workspace.popped_out]


def _window_view(window: Window, known: frozenset[ProjectId]) -> WindowView:
    tabs = [tab for tab in window.tabs if tab.project in known]
    front = [tab for tab in tabs if tab.id == window.active] or tabs[:1]
    return WindowView(
        id=window.id.value,
        geometry=window.geometry,
        projects=tuple(tab.project.value for tab in tabs),
        active=front[0].project.value if front else None,
        text_percents=dict(window.text_percents),
        focused={project.value: cell.value for project, cell in window.focused},
        zoomed={
            project.value: tuple(cell.value for cell in cells) for project, cells in window.zoomed
        },
    )


def workspace_view(workspace: Workspace, known: frozenset[ProjectId]) -> WorkspaceView:
    """Return the windows with the tabs of known projects."""
    used = workspace.in_use
    return WorkspaceView(
        windows=tuple(_window_view(window, known) for window in workspace.windows),
        last_used="" if used is None else used.id.value,
        popped_out=tuple(
            PoppedOutView(project=one.project.value, cell=one.cell.value, geometry=one.geometry)
            for one in workspace.popped_out
            if one.project in known
        ),
    )
