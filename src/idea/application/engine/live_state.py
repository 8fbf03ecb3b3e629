"""What clients are told: the whole state at a revision, then one numbered change after another.

The one place where events become changes. Events say what happened; clients are shown whole
views, read from the services that own the truth at the moment of the event. Every change counts
the revision up by one. Lives on the event loop's thread; nothing here waits, so that a snapshot
and its revision belong together.
"""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Protocol

from idea.application.views import (
    AgentsOutdated,
    BellRung,
    Change,
    CommandTold,
    EngineState,
    KeymapShown,
    KeymapView,
    LayoutShown,
    LayoutView,
    NoticeShown,
    NotificationTakenBack,
    NotificationTold,
    ProfilesOutdated,
    ProgressTold,
    ProjectGone,
    ProjectShown,
    ProjectView,
    RecipesOutdated,
    SessionGone,
    SessionShown,
    SessionView,
    SettingShown,
)
from idea.application.workspace.views import ActionAsked, WorkspaceShown, WorkspaceView
from idea.domain.events import (
    ActionCalled,
    AgentProfileChanged,
    AgentsChanged,
    Event,
    KeymapChanged,
    LayoutChanged,
    Noticed,
    NotSaved,
    ProfilesChanged,
    ProjectClosed,
    ProjectCreated,
    ProjectForgotten,
    ProjectOpened,
    ProjectSettingsChanged,
    RecipesChanged,
    SessionChanged,
    SessionCommandEnded,
    SessionEnded,
    SessionForgotten,
    SessionNotificationClosed,
    SessionNotified,
    SessionProgressed,
    SessionRang,
    SessionReported,
    SessionStarted,
    SettingChanged,
    WorkspaceChanged,
)

_log = logging.getLogger(__name__)

_UNHEARD_KEPT = 16


class StateViews(Protocol):
    """Everything clients show, as it is now; never waits."""

    def projects(self) -> tuple[ProjectView, ...]:
        """Return open projects in tab order, then the other known ones, newest first."""
        ...

    def layouts(self) -> tuple[LayoutView, ...]:
        """Return the grids of the open projects."""
        ...

    def sessions(self) -> tuple[SessionView, ...]:
        """Return all sessions, ended ones included."""
        ...

    def settings(self) -> Mapping[str, object]:
        """Return every setting's value by name."""
        ...

    def keymap(self) -> KeymapView:
        """Return the person's own keys."""
        ...

    def workspace(self) -> WorkspaceView:
        """Return the windows with their tabs."""
        ...


type Listener = Callable[[int, Change], None]
"""Hears a change and the revision it leads to."""


class LiveState:
    """Numbers changes and tells them to clients."""

    def __init__(self, views: StateViews) -> None:
        self._views = views
        self._revision = 0
        self._listeners: dict[object, Listener] = {}
        self._shown_sessions: dict[str, SessionView] = {}
        self._unheard: list[str] = []
        """What was to be said while nobody listened: what the engine found when it began."""

    @property
    def revision(self) -> int:
        """The number of the last change."""
        return self._revision

    def snapshot(self) -> EngineState:
        """Return everything as it is at the current revision; what nobody heard is told once."""
        unheard, self._unheard = tuple(self._unheard), []
        sessions = self._views.sessions()
        self._shown_sessions = {session.id: session for session in sessions}
        return EngineState(
            revision=self._revision,
            projects=self._views.projects(),
            layouts=self._views.layouts(),
            sessions=sessions,
            settings=dict(self._views.settings()),
            workspace=self._views.workspace(),
            notices=unheard,
        )

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear every change from now on; the returned function ends that."""
        key = object()
        self._listeners[key] = listener

        def end() -> None:
            self._listeners.pop(key, None)

        return end

    def hear(self, event: Event) -> None:
        """Turn an event into changes and tell them; subscribe this to the event bus."""
        for change in self._changes(event):
            self._revision += 1
            if isinstance(change, NoticeShown) and not self._listeners:
                self._unheard = [*self._unheard, change.sentence][-_UNHEARD_KEPT:]
            for listener in tuple(self._listeners.values()):
                try:
                    listener(self._revision, change)
                except Exception:  # noqa: BLE001 # One client's failure must not cost the others.
                    _log.exception("A client could not be told of %s", type(change).__name__)

    def _changes(self, event: Event) -> list[Change]:
        match event:
            case (
                ProjectCreated()
                | ProjectOpened()
                | ProjectClosed()
                | ProjectForgotten()
                | LayoutChanged()
                | ProjectSettingsChanged()
            ):
                return [*self._grid_changes(event), *self._moved_sessions()]
            case SessionStarted() | SessionChanged() | SessionEnded() | SessionReported():
                return self._session(event)
            case (
                SessionForgotten()
                | SessionRang()
                | SessionNotified()
                | SessionNotificationClosed()
                | SessionProgressed()
                | SessionCommandEnded()
            ):
                return [self._told_of(event)]
            case NotSaved() | Noticed():
                return [NoticeShown(_sentence(event))]
            case AgentProfileChanged() | ActionCalled():
                return [_passed_on(event)]
            case (
                SettingChanged()
                | KeymapChanged()
                | ProfilesChanged()
                | AgentsChanged()
                | RecipesChanged()
                | WorkspaceChanged()
            ):
                return [self._told_of_files(event)]

    def _told_of_files(
        self,
        event: SettingChanged
        | KeymapChanged
        | ProfilesChanged
        | AgentsChanged
        | RecipesChanged
        | WorkspaceChanged,
    ) -> Change:
        match event:
            case WorkspaceChanged():
                return WorkspaceShown(self._views.workspace())
            case SettingChanged(name, value):
                return SettingShown(name, json.loads(value))
            case KeymapChanged():
                return KeymapShown(self._views.keymap())
            case ProfilesChanged():
                return ProfilesOutdated()
            case AgentsChanged(project):
                return AgentsOutdated("" if project is None else project.value)
            case RecipesChanged(project):
                return RecipesOutdated("" if project is None else project.value)

    def _told_of(
        self,
        event: SessionForgotten
        | SessionRang
        | SessionNotified
        | SessionNotificationClosed
        | SessionProgressed
        | SessionCommandEnded,
    ) -> Change:
        session = str(event.session)
        match event:
            case SessionRang():
                return BellRung(session)
            case SessionNotified():
                return NotificationTold(
                    session=session,
                    title=event.title,
                    body=event.body,
                    urgency=int(event.urgency),
                    id=event.id,
                )
            case SessionNotificationClosed(_, name):
                return NotificationTakenBack(session, name)
            case SessionProgressed(_, state, percent):
                return ProgressTold(session, state, percent)
            case SessionCommandEnded():
                return CommandTold(
                    session=session, line=event.line, exit=event.exit, took_ms=event.took_ms
                )
            case SessionForgotten():
                self._shown_sessions.pop(session, None)
                return SessionGone(session)

    def _grid_changes(
        self,
        event: ProjectCreated
        | ProjectOpened
        | ProjectClosed
        | ProjectForgotten
        | LayoutChanged
        | ProjectSettingsChanged,
    ) -> list[Change]:
        match event:
            case ProjectCreated(project):
                return self._project(str(project.id), raise_tab=False)
            case ProjectOpened(project):
                return self._project(str(project.id), raise_tab=True)
            case ProjectClosed(project_id):
                return self._project(str(project_id), raise_tab=False)
            case ProjectSettingsChanged(project_id):
                return self._shown_project(str(project_id), raise_tab=False)
            case ProjectForgotten(project_id):
                return [ProjectGone(str(project_id))]
            case LayoutChanged():
                return self._layout(str(event.project))

    def _project(self, project: str, *, raise_tab: bool) -> list[Change]:
        return [*self._shown_project(project, raise_tab=raise_tab), *self._layout(project)]

    def _shown_project(self, project: str, *, raise_tab: bool) -> list[Change]:
        return [
            ProjectShown(view, raise_tab=raise_tab)
            for view in self._views.projects()
            if view.id == project
        ]

    def _layout(self, project: str) -> list[Change]:
        return [
            LayoutShown(layout) for layout in self._views.layouts() if layout.project == project
        ]

    def _session(
        self, event: SessionStarted | SessionChanged | SessionEnded | SessionReported
    ) -> list[Change]:
        known = event.session if isinstance(event, SessionReported) else event.session.id
        session = str(known)
        for view in self._views.sessions():
            if view.id == session:
                self._shown_sessions[session] = view
                return [SessionShown(view)]
        return []

    def _moved_sessions(self) -> list[Change]:
        """Return the sessions that a change of a grid put elsewhere."""
        moved: list[Change] = []
        for view in self._views.sessions():
            if self._shown_sessions.get(view.id) != view:
                self._shown_sessions[view.id] = view
                moved.append(SessionShown(view))
        return moved


def _passed_on(event: AgentProfileChanged | ActionCalled) -> Change:
    match event:
        case AgentProfileChanged(project):
            return AgentsOutdated(project.value)
        case ActionCalled(call=call, action=action, argument=argument):
            return ActionAsked(call=call, action=action, argument=argument)


def _sentence(event: NotSaved | Noticed) -> str:
    match event:
        case NotSaved(path, reason):
            return f"{path} could not be saved: {reason.rstrip('.')}. It is tried again."
        case Noticed(sentence):
            return sentence
