"""Events become numbered changes that show whole views."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import override

from idea.application.engine.live_state import LiveState, StateViews
from idea.application.views import (
    BellRung,
    Change,
    CommandTold,
    KeymapShown,
    KeymapView,
    LayoutShown,
    LayoutView,
    NoticeShown,
    NotificationTakenBack,
    NotificationTold,
    ProgressTold,
    ProjectGone,
    ProjectShown,
    ProjectView,
    SessionGone,
    SessionShown,
    SessionView,
    SettingShown,
)
from idea.application.workspace.views import WindowView, WorkspaceShown, WorkspaceView
from idea.domain.attention import Urgency
from idea.domain.events import (
    KeymapChanged,
    LayoutChanged,
    Noticed,
    NotSaved,
    ProjectClosed,
    ProjectCreated,
    ProjectForgotten,
    ProjectOpened,
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
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.tree import Leaf
from idea.domain.project import Project
from idea.domain.terminal import UNSEEN_SIZE, Running, TerminalSession

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PROJECT = Project(id=ProjectId("p1"), name="One", root="/one", created_at=NOW)
PROJECT_VIEW = ProjectView(id="p1", name="One", root="/one", is_open=True, created_at="2026")
LAYOUT_VIEW = LayoutView(
    project="p1",
    revision=4,
    tree={"type": "leaf", "id": "n1"},
    sessions={"n1": "s1"},
    can_undo=False,
    can_redo=False,
)
WORKSPACE_VIEW = WorkspaceView(
    windows=(WindowView(id="w1", geometry=None, projects=("p1",), active="p1"),), last_used="w1"
)
SESSION = TerminalSession(
    id=SessionId("s1"),
    project=ProjectId("p1"),
    command=("sh",),
    cwd="/one",
    size=UNSEEN_SIZE,
    status=Running(7),
    started_at=NOW,
)
SESSION_VIEW = SessionView(
    id="s1",
    project="p1",
    name="sh",
    command=("sh",),
    cwd="/one",
    columns=120,
    rows=40,
    status="running",
    reason="",
    code=None,
    pid=7,
    started_at="2026",
    cell=None,
    address=None,
)
LAYOUT_CHANGED = LayoutChanged(
    project=ProjectId("p1"),
    revision=4,
    tree=Leaf(id=NodeId("n1")),
    sessions={},
    can_undo=False,
    can_redo=False,
)


class Views(StateViews):
    def __init__(self) -> None:
        self.session = SESSION_VIEW
        self.project = PROJECT_VIEW

    @override
    def projects(self) -> tuple[ProjectView, ...]:
        return (self.project,)

    @override
    def layouts(self) -> tuple[LayoutView, ...]:
        return (LAYOUT_VIEW,)

    @override
    def sessions(self) -> tuple[SessionView, ...]:
        return (self.session,)

    @override
    def settings(self) -> Mapping[str, object]:
        return {"a": 1}

    @override
    def keymap(self) -> KeymapView:
        return KeymapView(keys={"cell.close": ("Ctrl+Alt+X",)})

    @override
    def workspace(self) -> WorkspaceView:
        return WORKSPACE_VIEW


class Told:
    """What a client was told."""

    def __init__(self, state: LiveState) -> None:
        self.changes: list[tuple[int, Change]] = []
        self.end = state.listen(lambda revision, change: self.changes.append((revision, change)))

    def take(self) -> list[Change]:
        taken = [change for _, change in self.changes]
        self.changes.clear()
        return taken


def test_a_snapshot_holds_everything_at_the_current_revision() -> None:
    state = LiveState(Views())
    state.hear(Noticed("one"))
    found = state.snapshot()
    assert (found.revision, found.projects, found.layouts) == (1, (PROJECT_VIEW,), (LAYOUT_VIEW,))
    assert (found.sessions, found.settings) == ((SESSION_VIEW,), {"a": 1})


def test_changed_keys_are_shown_as_they_are_now() -> None:
    state = LiveState(Views())
    told = Told(state)
    state.hear(KeymapChanged())
    assert told.take() == [KeymapShown(Views().keymap())]


def test_other_windows_and_tabs_are_shown_as_they_are_now() -> None:
    state = LiveState(Views())
    told = Told(state)
    state.hear(WorkspaceChanged())
    assert told.take() == [WorkspaceShown(WORKSPACE_VIEW)]
    assert state.snapshot().workspace == WORKSPACE_VIEW


def test_what_nobody_heard_is_told_to_the_first_who_asks_and_to_nobody_else() -> None:
    state = LiveState(Views())
    state.hear(Noticed("workspace.json is damaged"))
    told = Told(state)
    state.hear(Noticed("heard"))

    assert state.snapshot().notices == ("workspace.json is damaged",)
    assert state.snapshot().notices == ()
    assert told.take() == [NoticeShown("heard")]


def test_every_change_counts_the_revision_up_by_one() -> None:
    state = LiveState(Views())
    told = Told(state)
    state.hear(Noticed("one"))
    state.hear(NotSaved("/x.json", "the disk is full"))
    assert told.changes == [
        (1, NoticeShown("one")),
        (2, NoticeShown("/x.json could not be saved: the disk is full. It is tried again.")),
    ]
    assert state.revision == 2


def test_each_event_is_shown_as_whole_views() -> None:
    views = Views()
    state = LiveState(views)
    told = Told(state)
    state.snapshot()
    state.hear(ProjectCreated(PROJECT))
    assert told.take()[0] == ProjectShown(PROJECT_VIEW, raise_tab=False)
    state.hear(ProjectOpened(PROJECT))
    assert told.take() == [ProjectShown(PROJECT_VIEW, raise_tab=True), LayoutShown(LAYOUT_VIEW)]
    views.project = replace(PROJECT_VIEW, is_open=False)
    state.hear(ProjectClosed(PROJECT.id))
    assert told.take()[0] == ProjectShown(views.project, raise_tab=False)
    state.hear(ProjectForgotten(PROJECT.id))
    assert told.take() == [ProjectGone("p1")]
    state.hear(SessionStarted(SESSION))
    state.hear(SessionEnded(SESSION))
    assert told.take() == [SessionShown(SESSION_VIEW), SessionShown(SESSION_VIEW)]
    state.hear(SessionForgotten(SESSION.id))
    assert told.take() == [SessionGone("s1")]
    state.hear(SessionRang(SESSION.id))
    assert told.take() == [BellRung("s1")]
    state.hear(
        SessionNotified(session=SESSION.id, title="t", body="b", urgency=Urgency.CRITICAL, id="n")
    )
    state.hear(SessionNotificationClosed(SESSION.id, "n"))
    state.hear(SessionProgressed(SESSION.id, 1, 40))
    assert told.take() == [
        NotificationTold(session="s1", title="t", body="b", urgency=2, id="n"),
        NotificationTakenBack("s1", "n"),
        ProgressTold("s1", 1, 40),
    ]
    state.hear(SessionCommandEnded(session=SESSION.id, line="make", exit=2, took_ms=9_000))
    assert told.take() == [CommandTold(session="s1", line="make", exit=2, took_ms=9_000)]
    state.hear(SessionReported(SESSION.id, None))
    assert told.take() == [SessionShown(SESSION_VIEW)]
    state.hear(SettingChanged("a", "[1, 2]"))
    assert told.take() == [SettingShown("a", [1, 2])]


def test_a_changed_grid_also_shows_the_sessions_it_moved_and_no_others() -> None:
    views = Views()
    state = LiveState(views)
    told = Told(state)
    state.snapshot()
    state.hear(LAYOUT_CHANGED)
    assert told.take() == [LayoutShown(LAYOUT_VIEW)]
    views.session = replace(SESSION_VIEW, cell="n1", address="A1")
    state.hear(LAYOUT_CHANGED)
    assert told.take() == [LayoutShown(LAYOUT_VIEW), SessionShown(views.session)]


def test_a_failing_listener_costs_the_others_nothing() -> None:
    state = LiveState(Views())

    def fail(revision: int, change: Change) -> None:
        raise ValueError(revision, change)

    state.listen(fail)
    told = Told(state)
    state.hear(Noticed("one"))
    assert told.take() == [NoticeShown("one")]
    told.end()
    state.hear(Noticed("two"))
    assert told.take() == []
