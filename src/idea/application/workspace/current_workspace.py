"""The workspace as it is now, kept on every change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from idea.application.workspace.views import WindowView, WorkspaceView
from idea.domain.ids import NodeId, ProjectId, TabId, WindowId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.stored_value import StoredValue
from idea.domain.workspace import Tab, Window, WindowGeometry, Workspace


class CurrentWorkspace:
    """Knows the windows and tabs; used on the event loop's thread.

    Tabs of projects that the registry does not know stay in the workspace, unseen: a registry that
    could not be read today may be read tomorrow.
    """

    def __init__(self, store: StoredValue[Workspace], ids: IdFactory) -> None:
        self._store = store
        self._ids = ids
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
        """Give a project a tab in the newest window, or bring the one it has to the front."""
        workspace = self._value
        if not workspace.windows:
            workspace = workspace.with_window(Window(id=WindowId(self._ids.fresh())))
        tab = Tab(id=TabId(self._ids.fresh()), project=project)
        self._keep(workspace.with_open(tab, workspace.windows[-1].id))

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
    ) -> None:
        """Keep a window's place, the order of its tabs, what is in front, and the sizes of text.

        Without an id it is the newest window, made if there is none. Projects that are not in the
        window are passed over, tabs that are not named stay behind the named ones.
        """
        one = self._window(window)
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
        )
        self._keep(self._value.with_window(changed))

    def _window(self, window: WindowId | None) -> Window:
        for one in reversed(self._value.windows):
            if window is None or one.id == window:
                return one
        return Window(id=window or WindowId(self._ids.fresh()))

    def _keep(self, workspace: Workspace) -> None:
        if workspace != self._value:
            self._value = workspace
            self._store.save(workspace)


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
    )


def workspace_view(workspace: Workspace, known: frozenset[ProjectId]) -> WorkspaceView:
    """Return the windows with the tabs of known projects."""
    return WorkspaceView(windows=tuple(_window_view(window, known) for window in workspace.windows))
