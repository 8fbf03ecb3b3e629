"""What a window does about the one that crashed before it."""

import logging
import signal
from collections.abc import Mapping, Sequence
from typing import Final, cast

from PySide6.QtWidgets import QApplication

from idea.application.terminals.blame_core import BlameCoreRequest
from idea.bootstrap.former_window import FormerWindow
from idea.bootstrap.window_parent import START_AGAIN
from idea.domain.errors import IdeaError
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.call_once import call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.feed_page import CRASHES, Suspect
from idea.presentation.desktop.shell.dialogs import CrashesDialog
from idea.presentation.desktop.shell.main_window import MainWindow
from idea.presentation.desktop.shell.restart_news import RestartNews
from idea.presentation.desktop.shell.theme_choice import ThemeChoice

_log = logging.getLogger(__name__)

_CRASHED: Final = "The window crashed and was started again; every session went on."
_WAS_ENDED: Final = "The window was ended from outside and started again; every session went on."


def tell_of(former: FormerWindow, window: MainWindow) -> None:
    """Give back the focus, blame the guilty before any cell attaches, and tell the person.

    Called before the window starts.
    """
    project, cell = former.pointed_at
    if cell:
        window.desk.remember_focus(project, cell)
    is_reported = former.died_of in CRASHES
    if is_reported:
        window.help.told.add("window")
    show = window.help.show_reports if is_reported else None
    news = RestartNews(window.desk, window.notices, show)
    if former.crashed and not former.guilty:
        news.say(_WAS_ENDED if former.died_of == signal.SIGKILL else _CRASHED)
    for one in former.guilty:
        request = BlameCoreRequest(session=one.session, seq=one.seq)
        window.runner.ask_quietly(request, news.blamed)


def give_up(
    former: FormerWindow, starter: EngineStarter, application: QApplication, look: ThemeChoice
) -> int:
    """Blame the guilty, and ask whether to try again, without any terminal; return a code.

    Nobody is asked when all of them are set apart by now: the next window is not fed that.
    """
    address = starter.running()
    if address is not None and former.guilty and _are_set_apart(former.guilty, address):
        return START_AGAIN
    dialog = CrashesDialog.ask(
        look.skin, lambda again: application.exit(START_AGAIN if again else 1)
    )
    code = application.exec()
    dialog.deleteLater()
    return code


def _are_set_apart(guilty: Sequence[Suspect], address: EngineAddress) -> bool:
    blame = "terminals.blame_core"
    try:
        answers = [
            call_once(address, blame, {"session": one.session, "seq": one.seq}) for one in guilty
        ]
    except IdeaError as error:
        _log.warning("Nobody could be blamed: %s", error.sentence)
        return False
    return all(cast("Mapping[str, object]", answer)["is_apart"] for answer in answers)
