"""What stands on Qt in the window process: the application, the window over it, their end."""

import contextlib
import logging
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QLoggingCategory,
    QMessageLogContext,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.client_variables import client_variables
from idea.bootstrap import window_restart
from idea.bootstrap.former_window import FormerWindow
from idea.bootstrap.installation import describe_installation
from idea.bootstrap.window_parent import START_AGAIN
from idea.domain.settings import effective_settings
from idea.infrastructure.clock import SystemClock
from idea.infrastructure.collector import wake_collector
from idea.infrastructure.desktop_bus import BusNotifier
from idea.infrastructure.end_signals import EndSignals
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import WindowPage
from idea.infrastructure.files.kept_texts import FileKeptTexts
from idea.infrastructure.files.pictures import TemporaryPictures
from idea.infrastructure.observability.report_files import FileCrashReports
from idea.infrastructure.observability.stall_watch import StallWatch
from idea.infrastructure.places import find_places
from idea.infrastructure.screen.select import select_core, select_input_encoders
from idea.infrastructure.search.expressions import ExpressionSearch
from idea.infrastructure.stores.json_load import document_in
from idea.presentation.desktop.bridge.dispatcher import Dispatcher
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.log_out import LogOut
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.opening import DesktopOutside
from idea.presentation.desktop.shell.scale_change import SETTING
from idea.presentation.desktop.shell.terminal_adapter import LiveTerminals
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.shell.wake_watch import WakeWatch
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.shell.windows import Windows
from idea.presentation.desktop.terminal.feed import Marking, unmarked
from idea.presentation.desktop.terminal.qt_pngs import QtPngs
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.viewmodels.keymap import Keymap, this_platform

_log = logging.getLogger(__name__)

_BEAT_MS = 2_000
_NAME = "org.idea_ide.IdeA"
"""Of the menu entry and the icon, where they are installed."""
_SCALE = "QT_SCALE_FACTOR"
_ICON_AFTER_MS = 1_000
"""Drawing the icon takes as long as a frame's work ten times over, so it comes after the prompt."""


def show(
    client: EngineClient,
    paths: Sequence[str],
    former: FormerWindow,
    page: WindowPage,
    watch: StallWatch | None,
) -> int:
    """Show the window over a started client until it is closed; return an exit code.

    It is minus the number of the signal that ended it, once everything is kept.
    """
    scale = chosen_scale(find_places().settings_file)
    application = _application(scale)
    main_thread = MainThread()
    windows = build_windows(
        client, main_thread, page.marking, scale=scale, comes_back=former.has_parent
    )
    windows.focus_moved.connect(page.point_at)
    windows.again.connect(lambda: application.exit(START_AGAIN))
    window_restart.tell_of(former, windows.first)
    windows.start()
    for path in () if former.is_followed else paths:
        windows.first.runner.ask(OpenProjectRequest(path=path))
    windows.left.connect(lambda: application.exit(0))
    log_out = LogOut(windows, FileKeptTexts(find_places().unsaved))
    log_out.listen(application)
    wakes = WakeWatch(parent=windows)
    wakes.woke.connect(windows.wake)
    told: list[int] = []

    def end(number: int) -> None:
        told.append(number)
        main_thread.post(log_out.end)

    signals = EndSignals(client.thread.loop, end)
    beat = QTimer()
    if watch is not None:
        beat.timeout.connect(watch.beat)
        beat.start(_BEAT_MS)
    wake_collector()
    code = application.exec()
    beat.stop()
    windows.stop()
    main_thread.close()
    signals.close()
    if not client.stop():
        _log.error("The connection to the engine did not end in time.")
    return -told[0] if told else code


def give_up(former: FormerWindow, starter: EngineStarter) -> int:
    """Say that windows crash again and again; return an exit code."""
    application = _application(chosen_scale(find_places().settings_file))
    look = ThemeChoice(builtin_tokens(), load_fonts())
    return window_restart.give_up(former, starter, application, look)


def build_windows(
    client: EngineClient,
    main_thread: MainThread,
    marking: Marking = unmarked,
    *,
    scale: float = 1.0,
    comes_back: bool = False,
) -> Windows:
    """Return all windows over a started client, first of all one; needs a QApplication."""
    themes = ThemeChoice(builtin_tokens(), load_fonts())
    keymap = Keymap(this_platform())
    return Windows(
        lambda: build_window(
            client,
            main_thread,
            marking,
            scale=scale,
            comes_back=comes_back,
            themes=themes,
            keymap=keymap,
        )
    )


def build_window(
    client: EngineClient,
    main_thread: MainThread,
    marking: Marking = unmarked,
    *,
    scale: float = 1.0,
    comes_back: bool = False,
    themes: ThemeChoice | None = None,
    keymap: Keymap | None = None,
) -> MainWindow:
    """Return one window over a started client; needs a QApplication."""
    themes = themes or ThemeChoice(builtin_tokens(), load_fonts())
    places = find_places()
    return MainWindow(
        WindowServices(
            dispatcher=Dispatcher(client.use_cases, client.thread, main_thread),
            use_cases=client.use_cases,
            feed=FeedBridge(client.feed, main_thread),
            terminals=LiveTerminals(
                links=client.links,
                screens=partial(select_core, pngs=QtPngs()),
                encoders=select_input_encoders,
                main=main_thread,
                skin=themes.skin,
                search=ExpressionSearch(),
                pictures=TemporaryPictures(),
                marking=marking,
            ),
            themes=themes,
            outside=DesktopOutside(main_thread),
            notifier=BusNotifier(client.thread.submit, main_thread.post, application=_NAME),
            keymap=keymap or Keymap(this_platform()),
            now=SystemClock().now,
            reports=FileCrashReports(places.reports, places.logs),
            texts=FileKeptTexts(places.unsaved),
            installation=partial(describe_installation, places),
            home=str(Path.home()),
            host=platform.node(),
            scale=scale,
            comes_back=comes_back,
            environment=client_variables(os.environ),
        )
    )


def chosen_scale(settings: Path) -> float:
    """Return by how much the person wants everything larger, 1 for not at all.

    It is read from the file, for Qt takes it before the engine can be asked.
    """
    percent = effective_settings(document_in(settings.resolve()))[SETTING]
    return float(percent) / 100


def _application(scale: float) -> QApplication:
    qInstallMessageHandler(_log_qt)
    # Of each script that no font here has, Qt names every font; programs choose what to print.
    QLoggingCategory.setFilterRules("qt.text.font.db.warning=false")
    with _qt_scale(scale):
        application = QApplication([sys.argv[0] if sys.argv else "idea"])
    application.setApplicationName("IdeA")
    application.setStyle("Fusion")
    application.setQuitOnLastWindowClosed(False)
    QGuiApplication.setDesktopFileName(_NAME)
    QTimer.singleShot(_ICON_AFTER_MS, application, _give_icon)
    return application


@contextlib.contextmanager
def _qt_scale(scale: float) -> Iterator[None]:
    """Let Qt draw everything larger, which it is told by its environment; no other program is."""
    own = os.environ.get(_SCALE)
    if scale == 1:
        yield
        return
    with contextlib.suppress(ValueError):
        scale *= float(own or 1)
    os.environ[_SCALE] = f"{scale:g}"
    try:
        yield
    finally:
        if own is None:
            del os.environ[_SCALE]
        else:
            os.environ[_SCALE] = own


def _give_icon() -> None:
    """Give every window its icon."""
    from idea.presentation.desktop.theme.icon import icon  # noqa: PLC0415 # See _ICON_AFTER_MS.

    QApplication.setWindowIcon(QIcon.fromTheme(_NAME, icon()))


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }
    logging.getLogger("qt").log(levels.get(kind, logging.ERROR), "%s %s", context.category, message)
