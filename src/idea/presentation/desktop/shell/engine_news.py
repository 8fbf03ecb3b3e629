"""Hears the engine for the window: its state and changes, its own figures, the person's keys."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.engine_feed import EngineLost
from idea.application.settings.get_keymap import GetKeymapRequest
from idea.application.views import (
    AgentsOutdated,
    BellRung,
    Change,
    CommandTold,
    EngineState,
    EngineStatusView,
    KeymapShown,
    KeymapView,
    NoticeShown,
    NotificationTakenBack,
    NotificationTold,
    Outdated,
    ProfilesOutdated,
    ProgressTold,
    ProjectShown,
    RecipesOutdated,
    SessionShown,
)
from idea.application.workspace.views import ActionAsked, WorkspaceShown
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.terminals import Terminals
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.session_look import told_by_status
from idea.presentation.desktop.viewmodels.session_news import Told, told_by_engine

_TICK_MS = 30_000
"""How often ages are told anew."""


class EngineNews(QObject):
    """Gives what is heard to the model; lives as long as `window`, main thread only."""

    raised = Signal()
    """A tab of this window is to be seen."""
    status_told = Signal()
    """The engine told how it is; ages may be different, too."""
    state_told = Signal()
    """The model took in something that was told."""
    keys_told = Signal(object)
    """Carries the `KeymapView` of an engine the window met, and each one that follows it."""

    workspace_told = Signal(object)
    """Carries the `WorkspaceView` before the model takes it."""

    def __init__(
        self,
        feed: FeedBridge,
        desk: Desk,
        runner: Runner,
        terminals: Terminals,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._feed = feed
        self._desk = desk
        self._runner = runner
        self._terminals = terminals
        self.happened: Callable[[str, Told], None] = lambda _, __: None
        """Hears what programs told that no window shows."""
        self.outdated: Callable[[Outdated], None] = lambda _: None
        """Hears that something has to be asked for again."""
        self.asked: Callable[[ActionAsked], object] = lambda _: None
        """Hears which action somebody outside wants."""
        self.speaks: Callable[[], bool] = lambda: True
        """Tells whether this window says and does what concerns no window."""
        self._window = window
        self.status: EngineStatusView | None = None
        """What the engine told of itself last."""
        feed.arrived.connect(self._on_arrived)
        self._ticks = QTimer(self)
        self._ticks.setInterval(_TICK_MS)
        self._ticks.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to listen."""
        self._feed.start()
        self._ticks.start()

    def stop(self) -> None:
        """Listen no more."""
        self._ticks.stop()
        self._feed.stop()

    def look_again(self) -> None:
        """Ask the engine how it is now, not at the next round."""
        self._tick()

    def _on_arrived(self, item: EngineState | Change | EngineLost) -> None:
        if isinstance(item, EngineState | WorkspaceShown) and item.workspace is not None:
            self.workspace_told.emit(item.workspace)
        match item:
            case ActionAsked() | NoticeShown() if not self.speaks():
                pass
            case ActionAsked():
                self.asked(item)
            case (
                BellRung()
                | NotificationTold()
                | NotificationTakenBack()
                | ProgressTold()
                | CommandTold()
            ):
                if self._concerns(item.session):
                    self.happened(item.session, told_by_engine(item))
            case SessionShown(session):
                told = told_by_status(self._desk.state.sessions.get(session.id), session)
                self._desk.receive(item)
                if told is not None and self._concerns(session.id):
                    self.happened(session.id, told)
            case _:
                if isinstance(item, EngineState) and not self.speaks():
                    item = replace(item, notices=())
                was_connected = self._desk.state.connected
                self._desk.receive(item)
                self._follow(item, is_back=not was_connected)
        self.state_told.emit()

    def _follow(self, item: EngineState | Change | EngineLost, *, is_back: bool) -> None:
        """Do what the model's new state asks for."""
        match item:
            case EngineState():
                self._tick()
                self._runner.ask_quietly(GetKeymapRequest(), self._on_keymap)
                if is_back:
                    self._terminals.attach_again()
            case KeymapShown(keymap):
                self._on_keymap(keymap)
            case AgentsOutdated() | ProfilesOutdated() | RecipesOutdated():
                self.outdated(item)
            case ProjectShown(project, raise_tab=True) if self._desk.has_tab(project.id):
                self.raised.emit()
            case _:
                pass

    def _concerns(self, session: str) -> bool:
        """Whether this window tells of a session: it has the tab, or nobody has it."""
        state = self._desk.state
        view = state.sessions.get(session)
        project = "" if view is None else view.project
        elsewhere = any(project in each.projects for each in state.windows)
        return self._desk.has_tab(project) or (not elsewhere and self.speaks())

    def _tick(self) -> None:
        if self._desk.state.connected:
            self._runner.ask(EngineStatusRequest(), self._on_status)

    def _on_status(self, status: EngineStatusView) -> None:
        self.status = status
        self.status_told.emit()

    def _on_keymap(self, chosen: KeymapView) -> None:
        self.keys_told.emit(chosen)
