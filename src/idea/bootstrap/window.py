"""The window process: `idea [PATH]`. One per person; a second one hands its paths over and leaves.

Order of the end: window, tickets, links and loop, thread, lock.
"""

import logging
import os
import platform
import signal
import sys
from collections.abc import Sequence
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
from idea.bootstrap.window_handover import hand_over
from idea.bootstrap.window_parent import WindowLife
from idea.bootstrap.window_restart import FormerWindow
from idea.domain.errors import IdeaError
from idea.infrastructure.clock import SystemClock
from idea.infrastructure.desktop_bus import BusNotifier
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import WindowPage
from idea.infrastructure.files.pictures import TemporaryPictures
from idea.infrastructure.observability.crash_hooks import hook_crashes
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.stall_watch import StallWatch
from idea.infrastructure.places import find_places
from idea.infrastructure.process_lock import ProcessLock
from idea.infrastructure.screen.select import select_core, select_input_encoders
from idea.infrastructure.search.expressions import ExpressionSearch
from idea.presentation.desktop.bridge.dispatcher import Dispatcher
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.opening import DesktopOutside
from idea.presentation.desktop.shell.terminal_adapter import LiveTerminals
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.terminal.feed import Marking, unmarked
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.icon import icon
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.viewmodels.keymap import default_keymap, this_platform

_log = logging.getLogger(__name__)

_SWITCH_INTERVAL_S = 0.0005
"""A feed thread must not keep the interpreter from the main thread for a whole frame."""
_BEAT_MS = 2_000
_STALLED_AFTER_S = 10.0
_NAME = "org.idea_ide.IdeA"
"""Of the menu entry and the icon, where they are installed."""


def main(paths: Sequence[str], life: WindowLife | None = None) -> int:
    """Show the window on these folders; return an exit code."""
    life = life or WindowLife()
    places = find_places()
    starter = EngineStarter(places)
    lock = ProcessLock(places.window_lock)
    try:
        places.prepare()
        is_only_window = lock.take()
    except IdeaError as error:
        sys.stderr.write(f"{error.sentence}\n")
        return 1
    if not is_only_window:
        return hand_over(starter, paths)
    former = FormerWindow(life, places.logs)
    log = open_log("window", places.logs)
    faults = hook_crashes("window", places.logs)
    watch = StallWatch(faults, _STALLED_AFTER_S) if faults is not None else None
    try:
        _prepare_process()
        if life.is_given_up:
            application = _application()
            return former.give_up(starter, application, ThemeChoice(builtin_tokens(), load_fonts()))
        client = EngineClient(starter)
        client.start()
        application = _application()
        page = WindowPage(life.page)
        page.begin(faults.tell() if faults is not None else 0)
        page.point_at(*former.pointed_at)
        main_thread = MainThread()
        window = build_window(client, main_thread, page.marking)
        window.focus_moved.connect(page.point_at)
        former.tell_of(window)
        window.start()
        for path in () if former.crashed else paths:
            window.runner.ask(OpenProjectRequest(path=path))
        return _run(application, window, client, main_thread, watch)
    finally:
        if watch is not None:
            watch.stop()
        close_log(log)
        lock.release()


def build_window(
    client: EngineClient, main_thread: MainThread, marking: Marking = unmarked
) -> MainWindow:
    """Return the window over a started client; needs a QApplication."""
    themes = ThemeChoice(builtin_tokens(), load_fonts())
    return MainWindow(
        WindowServices(
            dispatcher=Dispatcher(client.use_cases, client.thread, main_thread),
            use_cases=client.use_cases,
            feed=FeedBridge(client.feed, main_thread),
            terminals=LiveTerminals(
                links=client.links,
                screens=select_core,
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
            keymap=default_keymap(this_platform()),
            now=SystemClock().now,
            home=str(Path.home()),
            host=platform.node(),
            environment=client_variables(os.environ),
        )
    )


def _prepare_process() -> None:
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Qt's loop never returns to Python for a handler; the sessions survive the window anyway.
        signal.signal(number, signal.SIG_DFL)
    qInstallMessageHandler(_log_qt)
    # Of each script that no font here has, Qt names every font; programs choose what to print.
    QLoggingCategory.setFilterRules("qt.text.font.db.warning=false")


def _run(
    application: QApplication,
    window: MainWindow,
    client: EngineClient,
    main_thread: MainThread,
    watch: StallWatch | None,
) -> int:
    window.left.connect(lambda: application.exit(0))
    beat = QTimer()
    if watch is not None:
        beat.timeout.connect(watch.beat)
        beat.start(_BEAT_MS)
    code = application.exec()
    beat.stop()
    window.stop()
    main_thread.close()
    if not client.stop():
        _log.error("The connection to the engine did not end in time.")
    return code


def _application() -> QApplication:
    application = QApplication([sys.argv[0] if sys.argv else "idea"])
    application.setApplicationName("IdeA")
    application.setStyle("Fusion")
    application.setQuitOnLastWindowClosed(False)
    QGuiApplication.setDesktopFileName(_NAME)
    application.setWindowIcon(QIcon.fromTheme(_NAME, icon()))
    return application


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }
    logging.getLogger("qt").log(levels.get(kind, logging.ERROR), "%s %s", context.category, message)
