"""Everything the window knows, as one value that each message of the engine replaces.

Names and sentences become harmless here, once for every widget; paths stay as they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from idea.application.engine_feed import EngineLost
from idea.application.views import (
    EngineState,
    KeymapShown,
    LayoutShown,
    LayoutView,
    NoticeShown,
    ProjectGone,
    ProjectShown,
    ProjectView,
    SessionGone,
    SessionShown,
    SessionView,
    SettingShown,
    StateChange,
)
from idea.application.workspace.views import (
    PoppedOutView,
    WindowView,
    WorkspaceShown,
    WorkspaceView,
)
from idea.domain.settings import effective_settings
from idea.domain.text_size import USUAL, combined
from idea.domain.visible import visible

_EMPTY: Mapping[str, object] = MappingProxyType({})
_NO_PERCENTS: Mapping[str, int] = MappingProxyType({})
_WARNINGS_KEPT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskState:
    """What the engine told so far."""

    connected: bool = False
    engine_sentence: str = "Waiting for the engine."
    """Why there is no engine; for the person, while not connected."""
    engine_is_stopped: bool = False
    """Whether there is none because somebody stopped it: it starts when the person wants it."""
    projects: tuple[ProjectView, ...] = ()
    """Every known project; the open ones have tabs, in this order."""
    layouts: Mapping[str, LayoutView] = field(default_factory=dict)
    """By project id."""
    sessions: Mapping[str, SessionView] = field(default_factory=dict)
    """By session id, in the order they were started."""
    settings: Mapping[str, object] = _EMPTY
    notice: str = ""
    """What the last change of a grid had to say."""
    notice_tab: str = ""
    """The project of that grid."""
    warnings: tuple[str, ...] = ()
    """The newest sentences about files and the engine itself, oldest first."""
    warned: int = 0
    """How many there have been."""
    text_percents: Mapping[str, int] = _NO_PERCENTS
    """How much larger than usual the person made the text of a cell, by its id."""

    window: str = ""
    """The id of this window in the workspace; empty as long as that is not known."""
    workspace: WorkspaceView | None = None
    """All windows; None from an engine that tells none."""

    @property
    def tabs(self) -> tuple[ProjectView, ...]:
        """The projects in the tabs of this window."""
        mine = self.own_window
        if mine is None:
            return tuple(project for project in self.projects if project.is_open)
        known = {project.id: project for project in self.projects if project.is_open}
        return tuple(known[each] for each in mine.projects if each in known)

    @property
    def tab_ids(self) -> tuple[str, ...]:
        """The ids of the projects in the tabs of this window."""
        return tuple(tab.id for tab in self.tabs)

    @property
    def own_window(self) -> WindowView | None:
        """This window as the workspace has it; None while it is not known there."""
        windows = self.workspace.windows if self.workspace is not None else ()
        return next((each for each in windows if each.id == self.window), None)

    @property
    def windows(self) -> tuple[WindowView, ...]:
        """All windows, in the order they were made."""
        return self.workspace.windows if self.workspace is not None else ()

    @property
    def popped_out(self) -> Mapping[str, PoppedOutView]:
        """The cells of all projects that have windows of their own, by their ids."""
        known = self.workspace.popped_out if self.workspace is not None else ()
        return {each.cell: each for each in known}

    @property
    def recent(self) -> tuple[ProjectView, ...]:
        """Known projects without a tab, newest first."""
        return tuple(project for project in self.projects if not project.is_open)

    def project(self, project_id: str) -> ProjectView | None:
        """Return a known project."""
        return next((each for each in self.projects if each.id == project_id), None)

    def sessions_of(self, project_id: str) -> tuple[SessionView, ...]:
        """Return the sessions of a project."""
        return tuple(each for each in self.sessions.values() if each.project == project_id)

    def within(self, session: str) -> "DeskState":
        """Return this state with the settings of the project that a session belongs to."""
        view = self.sessions.get(session)
        return self if view is None else self.within_project(view.project)

    def within_project(self, project_id: str) -> "DeskState":
        """Return this state with the settings of a project."""
        project = self.project(project_id)
        if project is None or not project.settings:
            return self
        return replace(self, settings=effective_settings(self.settings, project.settings))

    def is_locked(self, project_id: str) -> bool:
        """Return whether a project's grid keeps its shape."""
        return self.within_project(project_id).setting("layout.locked", default=False)

    def text_percent(self, cell: str | None) -> int:
        """Return the size of a cell's text in percent; None for text that no cell shows."""
        own = self.text_percents.get(cell or "", USUAL)
        return combined(self.setting("terminal.text_percent", USUAL), own)

    def setting[T: (bool, int, float, str)](self, name: str, default: T) -> T:
        """Return a setting, or the default when it is unknown or of another type."""
        value = self.settings.get(name)
        if type(default) is float and type(value) is int:
            return type(default)(value)
        return value if isinstance(value, type(default)) else default


def told(  # noqa: C901, PLR0911 - one branch per kind of message.
    state: DeskState, item: EngineState | StateChange | EngineLost
) -> DeskState:
    """Return the state after one message."""
    match item:
        case EngineState():
            return DeskState(
                connected=True,
                engine_sentence="",
                projects=tuple(_harmless_project(project) for project in item.projects),
                layouts={layout.project: layout for layout in item.layouts},
                sessions={one.id: _harmless_session(one) for one in item.sessions},
                settings=item.settings,
                warnings=(*state.warnings, *map(visible, item.notices))[-_WARNINGS_KEPT:],
                warned=state.warned + len(item.notices),
                window=state.window,
                workspace=item.workspace,
            )
        case EngineLost(sentence, is_stopped):
            return replace(
                state,
                connected=False,
                engine_sentence=visible(sentence),
                engine_is_stopped=is_stopped,
            )
        case ProjectShown(project):
            return replace(
                state, projects=_with_project(state.projects, _harmless_project(project))
            )
        case ProjectGone(gone):
            kept = tuple(each for each in state.projects if each.id != gone)
            return replace(state, projects=kept, layouts=_without(state.layouts, gone))
        case LayoutShown(layout):
            return _with_layout(state, layout)
        case SessionShown(session):
            return replace(
                state, sessions={**state.sessions, session.id: _harmless_session(session)}
            )
        case SessionGone(gone):
            return replace(state, sessions=_without(state.sessions, gone))
        case SettingShown(name, value):
            return replace(state, settings={**state.settings, name: value})
        case KeymapShown():  # The window's keymap follows it.
            return state
        case WorkspaceShown(workspace):
            return replace(state, workspace=workspace)
        case NoticeShown(sentence):
            newest = (*state.warnings, visible(sentence))[-_WARNINGS_KEPT:]
            return replace(state, warnings=newest, warned=state.warned + 1)


def arrived_in_front(before: DeskState, after: DeskState) -> str:
    """Return the project whose tab came into this window and is in front there; empty for none."""
    mine, known = after.own_window, {tab.id for tab in before.tabs}
    if mine is None or before.own_window is None or mine.active is None:
        return ""
    return "" if mine.active in known else mine.active


def with_titles(state: DeskState, titles: Mapping[str, str]) -> DeskState:
    """Return the state with sessions named by the titles their programs gave them."""
    renamed = {
        session: replace(view, name=titles[session])
        for session, view in state.sessions.items()
        if titles.get(session) and not view.agent  # An agent has a name already.
    }
    return replace(state, sessions={**state.sessions, **renamed}) if renamed else state


def _harmless_project(project: ProjectView) -> ProjectView:
    return replace(project, name=visible(project.name))


def _harmless_session(session: SessionView) -> SessionView:
    return replace(session, name=visible(session.name), reason=visible(session.reason))


def _with_project(
    projects: tuple[ProjectView, ...], project: ProjectView
) -> tuple[ProjectView, ...]:
    known = next((each for each in projects if each.id == project.id), None)
    if known is not None and (known.is_open or not project.is_open):
        return tuple(project if each.id == project.id else each for each in projects)
    others = tuple(each for each in projects if each.id != project.id)
    ends = [0, *(at for at, each in enumerate(others, 1) if each.is_open)]
    at = ends[-1] if project.is_open else 0
    return (*others[:at], project, *others[at:])


def _with_layout(state: DeskState, layout: LayoutView) -> DeskState:
    known = state.layouts.get(layout.project)
    if known is not None and known.revision > layout.revision:
        return state
    layouts = {**state.layouts, layout.project: layout}
    if not layout.notice:
        return replace(state, layouts=layouts)
    return replace(state, layouts=layouts, notice=layout.notice, notice_tab=layout.project)


def _without[V](items: Mapping[str, V], key: str) -> dict[str, V]:
    return {each: value for each, value in items.items() if each != key}
