"""What a window knows of the one that crashed before it, and does about it."""

import logging
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

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

_log = logging.getLogger(__name__)

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
        """Blame the guilty, and ask whether to try again, without any terminal; return a code.

        Nobody is asked when all of them are set apart by now: the next window is not fed that.
        """
        address = starter.running()
        if address is not None and self._guilty and self._are_set_apart(address):
            return START_AGAIN
        dialog = CrashesDialog.ask(
            look.skin, lambda again: application.exit(START_AGAIN if again else 1)
        )
        code = application.exec()
        dialog.deleteLater()
        return code

    def _are_set_apart(self, address: EngineAddress) -> bool:
        blame = "terminals.blame_core"
        try:
            answers = [
                call_once(address, blame, {"session": one.session, "seq": one.seq})
                for one in self._guilty
            ]
        except IdeaError as error:
            _log.warning("Nobody could be blamed: %s", error.sentence)
            return False
        return all(cast("Mapping[str, object]", answer)["is_apart"] for answer in answers)


def _guilty(life: WindowLife, logs: Path) -> tuple[Suspect, ...]:
    try:
        with report_path("window", logs).open("rb") as file:
            # What stalls wrote before it may be long, and is not looked at.
            end = file.seek(0, os.SEEK_END)
            file.seek(max(report_start(life.traces), end - _LONGEST_REPORT_BYTES))
            report = file.read(_LONGEST_REPORT_BYTES)
    except OSError:
        report = b""
    return suspects(life.traces, report)
