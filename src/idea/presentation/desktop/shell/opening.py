"""Opens what a person Ctrl+clicked in a terminal: addresses outside, files in their editor."""

import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol, override

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from idea.domain.editor import editor_argv
from idea.domain.errors import InvalidError
from idea.domain.links import FileTarget, Target, WebTarget, shown_target
from idea.domain.visible import visible
from idea.presentation.desktop.bridge.main_thread import Poster
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.desk_state import DeskState

type Say = Callable[[str], None]


class Outside(Protocol):
    """Programs of the desktop; main thread only, and nothing waits."""

    def open_address(self, address: str) -> bool:
        """Hand an address to the browser or the mail program; returns whether there is one."""
        ...

    def edit(self, argv: Sequence[str], path: str, folder: str, failed: Say) -> None:
        """Start an editor in a folder if the file exists; `failed` hears a sentence if not."""
        ...


class DesktopOutside(Outside):
    """What the system offers."""

    def __init__(self, main: Poster) -> None:
        self._main = main

    @override
    def open_address(self, address: str) -> bool:
        return QDesktopServices.openUrl(QUrl(address, QUrl.ParsingMode.StrictMode))

    @override
    def edit(self, argv: Sequence[str], path: str, folder: str, failed: Say) -> None:
        def look() -> None:  # A file may be on a network that does not answer.
            there = Path(path).is_file()
            start_in = folder if Path(folder).is_dir() else ""  # The program's may have gone.
            self._main.post(partial(self._start, there, argv, path, start_in, failed))

        threading.Thread(target=look, name="look for a file", daemon=True).start()

    @staticmethod
    def _start(there: bool, argv: Sequence[str], path: str, folder: str, failed: Say) -> None:  # noqa: FBT001 - bound before.
        if not there:
            failed(f"There is no file {visible(path)}.")
            return
        started, _ = QProcess.startDetached(argv[0], list(argv[1:]), folder)
        if not started:
            failed(f"The editor {visible(argv[0])} could not be started; see terminal.editor.")


def editor_of(state: DeskState) -> str:
    """Return the command of the person's editor."""
    return state.setting("terminal.editor", "")


def may_open(state: DeskState, target: Target) -> bool:
    """Whether the person wants such links opened."""
    match state.setting("terminal.open_links", "all"):
        case "all":
            return True
        case "web":
            return isinstance(target, WebTarget) and not target.address.lower().startswith(
                "mailto:"
            )
        case _:
            return False


class Opening:
    """Main thread only."""

    def __init__(self, desk: Desk, outside: Outside, say: Callable[[str, str], None]) -> None:
        """`say` hears a sentence and the project it concerns."""
        self._desk = desk
        self._outside = outside
        self._say = say

    def open(self, session: str, target: Target) -> None:
        """Open what a link in a session leads to."""
        view = self._desk.state.sessions.get(session)
        project = view.project if view is not None else ""
        folder = (view.folder or view.cwd) if view is not None else ""
        say = partial(self._tell, project)
        if not may_open(self._desk.state, target):
            say(f"{shown_target(target)} was not opened; see terminal.open_links.")
            return
        match target:
            case WebTarget(address):
                if not self._outside.open_address(address):
                    say(f"Nothing on this desktop opens {shown_target(target)}.")
            case FileTarget(path, line, column):
                whole = os.path.normpath(Path(folder) / Path(path).expanduser())
                try:
                    argv = editor_argv(
                        editor_of(self._desk.state.within(session)), whole, line, column
                    )
                except InvalidError as error:
                    say(error.sentence)
                    return
                self._outside.edit(argv, whole, folder, say)

    def _tell(self, project: str, sentence: str) -> None:
        self._say(sentence, project)
