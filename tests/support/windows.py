"""Several windows on fakes, over one engine that a test plays."""

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
from idea.application.views import EngineState, KeymapView
from idea.application.workspace.close_window import CloseWindowRequest
from idea.application.workspace.get_workspace import GetWorkspaceRequest
from idea.application.workspace.move_tab import MoveTabRequest
from idea.application.workspace.open_window import OpenWindowRequest
from idea.application.workspace.save_window import SaveWindowRequest
from idea.application.workspace.use_window import UseWindowRequest
from idea.application.workspace.views import WindowView, WorkspaceShown, WorkspaceView
from idea.domain.actions.keys import Platform
from idea.presentation.desktop.bridge.dispatcher import Dispatcher
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.shell.windows import Windows
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.viewmodels.keymap import Keymap
from support.desktop import NOW, ImmediateLoop, a_layout, a_project, a_session, a_state
from support.window import ENGINE


def a_workspace(*windows: str, used: str = "w1") -> WorkspaceView:
    """Return windows `w1`, `w2` … with the projects that are named in each, by spaces."""
    return WorkspaceView(
        windows=tuple(
            WindowView(
                id=f"w{number}",
                geometry=None,
                projects=tuple(projects.split()),
                active=next(iter(projects.split()), None),
            )
            for number, projects in enumerate(windows, 1)
        ),
        last_used=used,
    )


def an_engine_with(workspace: WorkspaceView, **more: object) -> EngineState:
    """Return an engine with every project of the workspace: cell `c-…` with session `s-…`."""
    projects = [each for window in workspace.windows for each in window.projects]
    return a_state(
        projects=tuple(a_project(each, name=each, root=f"/work/{each}") for each in projects),
        layouts=tuple(
            a_layout({"type": "leaf", "id": f"c-{each}"}, {f"c-{each}": f"s-{each}"}, project=each)
            for each in projects
        ),
        sessions=tuple(
            a_session(f"s-{each}", project=each, cell=f"c-{each}", address="A1")
            for each in projects
        ),
        workspace=workspace,
        **more,  # type: ignore[arg-type]
    )


class WindowsStand:
    """All windows and everything a test plays with."""

    def __init__(self, workspace: WorkspaceView) -> None:
        self.workspace = workspace
        self.use_cases = FakeUseCases()
        self.feed = FakeEngineFeed()
        self.reports = FakeCrashReports()
        self.texts = FakeKeptTexts()
        self.notifiers: list[FakeDesktopNotifier] = []
        self.themes = ThemeChoice(builtin_tokens(), load_fonts())
        self.keymap = Keymap(Platform.LINUX)
        self.main = MainThread()
        answer = self.use_cases.answer
        answer(GetWorkspaceRequest, lambda _: self.workspace)
        answer(SaveWindowRequest, lambda _: self.workspace)
        answer(UseWindowRequest, lambda _: None)
        answer(OpenWindowRequest, lambda _: "new")
        answer(MoveTabRequest, lambda _: self.workspace)
        answer(CloseWindowRequest, lambda _: ())
        answer(GetKeymapRequest, lambda _: KeymapView(keys={}))
        answer(ListSurvivorsRequest, lambda _: ())
        answer(EngineStatusRequest, lambda _: ENGINE)
        self.windows = Windows(self._make)

    def _make(self) -> MainWindow:
        notifier = FakeDesktopNotifier()
        self.notifiers.append(notifier)
        return MainWindow(
            WindowServices(
                dispatcher=Dispatcher(self.use_cases, ImmediateLoop(), self.main),
                use_cases=self.use_cases,
                feed=FeedBridge(self.feed, self.main),
                terminals=FakeTerminals(),
                themes=self.themes,
                outside=FakeOutside(),
                notifier=notifier,
                keymap=self.keymap,
                now=lambda: NOW,
                reports=self.reports,
                texts=self.texts,
                home="/home/me",
                comes_back=True,
            )
        )

    @property
    def shown(self) -> dict[str, MainWindow]:
        """The windows by their ids in the workspace."""
        return {window.desk.state.window: window for window in self.windows.shown}

    def tabs(self) -> dict[str, list[str]]:
        """Return the projects in the tabs of each window."""
        return {
            name: [tab.id for tab in window.desk.state.tabs] for name, window in self.shown.items()
        }

    def asked[R](self, kind: type[R]) -> list[R]:
        """Return the requests of one type, in order."""
        return [request for request in self.use_cases.asked if isinstance(request, kind)]

    def change(self, qtbot: QtBot, workspace: WorkspaceView) -> None:
        """Let the engine tell of other windows or tabs, and everybody follow."""
        self.workspace = workspace
        if self.feed.state is not None:
            self.feed.state = replace(self.feed.state, workspace=workspace)
        self.feed.say(WorkspaceShown(workspace))
        ids = {each.id for each in workspace.windows}
        qtbot.waitUntil(lambda: set(self.shown) == ids)
        self.settle(qtbot)

    def settle(self, qtbot: QtBot) -> None:
        """Let what was asked be answered and shown."""
        for _ in range(2):
            heard: list[int] = []
            self.main.post(lambda heard=heard: heard.append(1))  # type: ignore[misc] # Bound now.
            qtbot.waitUntil(lambda heard=heard: heard == [1])  # type: ignore[misc] # Bound now.

    def close(self) -> None:
        """Close everything as the process would."""
        self.windows.stop()
        self.main.close()
        for window in self.windows.shown:
            window.hide()
            window.deleteLater()
