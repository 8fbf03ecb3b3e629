"""A whole window on fakes, with an engine that a test plays."""

from collections.abc import Mapping
from dataclasses import replace

from pytestqt.qtbot import QtBot

from fakes.crash_reports import FakeCrashReports
from fakes.desktop_notifier import FakeDesktopNotifier
from fakes.engine_feed import FakeEngineFeed
from fakes.kept_texts import FakeKeptTexts
from fakes.outside import FakeOutside
from fakes.terminals import FakeTerminals
from fakes.use_case import FakeUseCases
from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.settings.get_keymap import GetKeymapRequest
from idea.application.terminals.list_survivors import ListSurvivorsRequest
from idea.application.views import (
    EngineState,
    EngineStatusView,
    KeymapView,
    LayoutView,
    SessionView,
)
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.views import WorkspaceView
from idea.domain.actions.keys import Platform
from idea.domain.layout.address import addresses
from idea.domain.layout.codec import encode
from idea.domain.layout.notation import read
from idea.presentation.desktop.bridge.dispatcher import Dispatcher
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.viewmodels.about import Installation, Part
from idea.presentation.desktop.viewmodels.keymap import Keymap
from support.desktop import NOW, ImmediateLoop, a_layout, a_project, a_state

ENGINE = EngineStatusView(
    pid=4711,
    version="0.1.0",
    protocol=1,
    sessions=2,
    clients=3,
    since="2026-09-01T10:00:00+00:00",
    loop_lag_p99_ms=1.0,
    address="/run/user/1000/idea/engine",
)
INSTALLATION = Installation(
    version="0.1.0",
    python="3.13.1",
    core="libghostty-vt",
    system="Linux 6.1, x86_64",
    folders={"Your things": "/home/me/IdeA", "State": "/home/me/state"},
    parts=(
        Part(name="JetBrains Mono", licence="SIL Open Font License 1.1"),
        Part(name="pyte", version="0.8.2", licence="LGPL-3.0"),
    ),
)


class Stand:
    """The window and everything a test plays with."""

    def __init__(self, *, comes_back: bool = False) -> None:
        self.use_cases = FakeUseCases()
        self.feed = FakeEngineFeed()
        self.reports = FakeCrashReports()
        self.texts = FakeKeptTexts()
        self.terminals = FakeTerminals()
        self.outside = FakeOutside()
        self.notifier = FakeDesktopNotifier()
        self.use_cases.answer(GetWorkspaceRequest, lambda _: WorkspaceView(windows=()))
        self.use_cases.answer(SaveWindowRequest, lambda _: WorkspaceView(windows=()))
        self.use_cases.answer(GetKeymapRequest, lambda _: KeymapView(keys={}))
        self.use_cases.answer(ListSurvivorsRequest, lambda _: ())
        self.use_cases.answer(EngineStatusRequest, lambda _: ENGINE)
        main = MainThread()
        self.main = main
        self.themes = ThemeChoice(builtin_tokens(), load_fonts())
        self.window = MainWindow(
            WindowServices(
                dispatcher=Dispatcher(self.use_cases, ImmediateLoop(), main),
                use_cases=self.use_cases,
                feed=FeedBridge(self.feed, main),
                terminals=self.terminals,
                themes=self.themes,
                outside=self.outside,
                notifier=self.notifier,
                keymap=Keymap(Platform.LINUX),
                now=lambda: NOW,
                reports=self.reports,
                texts=self.texts,
                installation=lambda: INSTALLATION,
                home="/home/me",
                environment={"DISPLAY": ":1"},
                comes_back=comes_back,
            )
        )

    def asked(self, kind: type) -> list[object]:
        """Return the requests of one type, in order."""
        return [request for request in self.use_cases.asked if isinstance(request, kind)]


def a_grid(drawing: str, sessions: Mapping[str, str] | None = None, **more: object) -> LayoutView:
    """Return a layout from a drawing such as `a | (b / c)`; sessions by letter."""
    return a_layout(encode(read(drawing)), sessions, **more)  # type: ignore[arg-type]


def an_engine(
    drawing: str = "a", sessions: tuple[SessionView, ...] = (), **more: object
) -> EngineState:
    """Return one open project whose cells show the sessions that name them."""
    names = {node.value: name for node, name in addresses(read(drawing)).items()}
    placed = tuple(
        session if session.cell is None else replace(session, address=names[session.cell])
        for session in sessions
    )
    shown = {session.cell: session.id for session in placed if session.cell is not None}
    return a_state(
        projects=(a_project(),),
        layouts=(a_grid(drawing, shown, can_undo=True),),
        sessions=placed,
        **more,  # type: ignore[arg-type]
    )


def play(qtbot: QtBot, stand: Stand, *items: object) -> None:
    """Let the engine say something and the window hear it."""
    for item in items:
        stand.feed.say(item)  # type: ignore[arg-type]
    heard: list[int] = []
    stand.main.post(lambda: heard.append(1))
    qtbot.waitUntil(lambda: heard == [1])


def settle(qtbot: QtBot, stand: Stand) -> None:
    """Let what was asked be answered and shown."""
    play(qtbot, stand)
    play(qtbot, stand)
