"""Stops sessions: an idle shell at once, a program that works only after a question."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import SessionView
from idea.presentation.desktop.shell.dialogs import StopDialog
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import working_program


class Stopping:
    """Opens its question over `window`; main thread only."""

    def __init__(self, runner: Runner, skin: Skin, window: QWidget) -> None:
        self._runner = runner
        self._skin = skin
        self._window = window
        self._asked: set[str] = set()
        """Sessions that are being looked at or asked about."""

    def ask(self, session: str, *, force: bool = False) -> None:
        """Stop a session when nothing works in it, else when the person says so."""
        if session in self._asked:
            return
        self._asked.add(session)

        def looked(view: SessionView) -> None:
            program = working_program(view)
            if program:
                StopDialog.ask(program, self._skin, self._window, stop, settled)
            else:
                settled()
                stop()

        def stop() -> None:
            self._runner.ask(StopSessionRequest(session=session, force=force))

        def settled() -> None:
            self._asked.discard(session)

        # What the window knows of the program in front may be seconds old.
        self._runner.ask(ShowSessionRequest(session=session), looked, settled)

    def ask_all(self, sessions: Sequence[str]) -> None:
        """Stop several sessions, after one question that names all programs that work."""
        wanted = [each for each in sessions if each not in self._asked]
        self._asked.update(wanted)
        working: dict[str, str] = {}
        left = len(wanted)

        def settled() -> None:
            self._asked.difference_update(wanted)

        def stop() -> None:
            for each in wanted:
                self._runner.ask(StopSessionRequest(session=each))

        def looked(view: SessionView) -> None:
            if program := working_program(view):
                working[view.id] = program
            counted()

        def counted() -> None:
            nonlocal left
            left -= 1
            if left > 0:
                return
            programs = [working[each] for each in wanted if each in working]
            if programs:
                named = ", ".join(dict.fromkeys(programs))
                StopDialog.ask(named, self._skin, self._window, stop, settled)
            else:
                settled()
                stop()

        for each in wanted:
            self._runner.ask(ShowSessionRequest(session=each), looked, counted)
