"""Hears the engine for the window: its state and changes, its own figures, the person's keys."""

from collections.abc import Callable

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
    NotificationTakenBack,
    NotificationTold,
    Outdated,
    ProfilesOutdated,
    ProgressTold,
    ProjectShown,
    SessionShown,
)
from idea.application.workspace.views import ActionAsked
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

    status_told = Signal()
    """The engine told how it is; ages may be different, too."""
    keys_told = Signal(object)
    """Carries the `KeymapView` of an engine the window met, and each one that follows it."""

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

    def _on_arrived(self, item: EngineState | Change | EngineLost) -> None:
        was_connected = self._desk.state.connected
        match item:
            case ActionAsked():
                self.asked(item)
                return
            case (
                BellRung()
                | NotificationTold()
                | NotificationTakenBack()
                | ProgressTold()
                | CommandTold()
            ):
                self.happened(item.session, told_by_engine(item))
                return
            case SessionShown(session):
                told = told_by_status(self._desk.state.sessions.get(session.id), session)
                self._desk.receive(item)
                if told is not None:
                    self.happened(session.id, told)
            case _:
                self._desk.receive(item)
        if isinstance(item, EngineState):
            self._tick()
            self._runner.ask_quietly(GetKeymapRequest(), self._on_keymap)
            if not was_connected:
                self._terminals.attach_again()
        elif isinstance(item, KeymapShown):
            self._on_keymap(item.keymap)
        elif isinstance(item, AgentsOutdated | ProfilesOutdated):
            self.outdated(item)
        elif isinstance(item, ProjectShown) and item.raise_tab and self._window.isVisible():
            self._window.raise_()
            self._window.activateWindow()

    def _tick(self) -> None:
        if self._desk.state.connected:
            self._runner.ask(EngineStatusRequest(), self._on_status)

    def _on_status(self, status: EngineStatusView) -> None:
        self.status = status
        self.status_told.emit()

    def _on_keymap(self, chosen: KeymapView) -> None:
        self.keys_told.emit(chosen)
