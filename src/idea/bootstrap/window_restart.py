"""What a window knows of the one that crashed before it, and does about it."""

import signal
import sys
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication

from idea.application.terminals.blame_core import BlameCoreRequest
from idea.bootstrap.window_parent import START_AGAIN, WindowLife
from idea.domain.errors import IdeaError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import CRASHES, Suspect, pointed_at, report_start, suspects
from idea.infrastructure.observability.crash_hooks import report_path
from idea.presentation.desktop.shell.dialogs import CrashesDialog
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.restart_news import RestartNews
from idea.presentation.desktop.shell.theme_choice import ThemeChoice

_LONGEST_REPORT_BYTES: Final = 1024 * 1024
_CRASHED: Final = "The window crashed and was started again; every session went on."
_WAS_ENDED: Final = "The window was ended from outside and started again; every session went on."


class FormerWindow:
    """The window before this one, if there was any."""

    def __init__(self, life: WindowLife, logs: Path) -> None:
        """Look back; called before this window writes crash reports of its own."""
        self._died_of = life.died_of
        self.pointed_at = pointed_at(life.traces) if life.died_of else ("", "")
        """The project and the cell that had the keyboard."""
        self._guilty = _guilty(life, logs) if life.died_of in CRASHES else ()

    @property
    def crashed(self) -> bool:
        """Whether this window stands where another one was."""
        return self._died_of != 0

    def tell_of(self, window: MainWindow) -> None:
        """Give back the focus, blame the guilty before any cell attaches, and tell the person.

        Called before the window starts.
        """
        project, cell = self.pointed_at
        if cell:
            window.desk.remember_focus(project, cell)
        news = RestartNews(window.desk, window.notices)
        if self.crashed and not self._guilty:
            news.say(_WAS_ENDED if self._died_of == signal.SIGKILL else _CRASHED)
        for one in self._guilty:
            request = BlameCoreRequest(session=one.session, seq=one.seq)
            window.runner.ask_quietly(request, news.blamed)

    def give_up(self, starter: EngineStarter, application: QApplication, look: ThemeChoice) -> int:
        """Blame the guilty, and ask whether to try again, without any terminal; return a code."""
        address = starter.running()
        if address is not None:
            self._blame(address)
        dialog = CrashesDialog.ask(
            look.skin, lambda again: application.exit(START_AGAIN if again else 1)
        )
        code = application.exec()
        dialog.deleteLater()
        return code

    def _blame(self, address: EngineAddress) -> None:
        try:
            for one in self._guilty:
                call_once(address, "terminals.blame_core", {"session": one.session, "seq": one.seq})
        except IdeaError as error:
            sys.stderr.write(f"{error.sentence}\n")


def _guilty(life: WindowLife, logs: Path) -> tuple[Suspect, ...]:
    try:
        with report_path("window", logs).open("rb") as file:
            file.seek(report_start(life.traces))
            report = file.read(_LONGEST_REPORT_BYTES)
    except OSError:
        report = b""
    return suspects(life.traces, report)
