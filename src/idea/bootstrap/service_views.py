"""What the engine tells its clients of everything they show."""

from collections.abc import Mapping
from typing import override

from idea.application.engine.live_state import StateViews
from idea.application.layouts.layouts import Layouts
from idea.application.projects.projects import Projects
from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.current_settings import CurrentSettings
from idea.application.terminals.sessions import Sessions
from idea.application.views import KeymapView, LayoutView, ProjectView, SessionView
from idea.application.workspace.current_workspace import CurrentWorkspace, workspace_view
from idea.application.workspace.views import WorkspaceView


class ServiceViews(StateViews):
    """Everything clients show, read from the services that own it."""

    def __init__(
        self,
        *,
        projects: Projects,
        layouts: Layouts,
        sessions: Sessions,
        settings: CurrentSettings,
        keymap: CurrentKeymap,
        workspace: CurrentWorkspace,
    ) -> None:
        self._projects = projects
        self._layouts = layouts
        self._sessions = sessions
        self._settings = settings
        self._keymap = keymap
        self._workspace = workspace

    @override
    def projects(self) -> tuple[ProjectView, ...]:
        return tuple(self._projects.view(project) for project in self._projects.all())

    @override
    def layouts(self) -> tuple[LayoutView, ...]:
        views = (self._layouts.view(project.id) for project in self._projects.all())
        return tuple(view for view in views if view is not None)

    @override
    def sessions(self) -> tuple[SessionView, ...]:
        return self._sessions.views()

    @override
    def settings(self) -> Mapping[str, object]:
        return self._settings.values

    @override
    def keymap(self) -> KeymapView:
        return self._keymap.view

    @override
    def workspace(self) -> WorkspaceView:
        return workspace_view(self._workspace.value, self._projects.known)
