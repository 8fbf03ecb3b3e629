"""Asks, now and then, for the last line that sessions of cards show.

The terminal of a card may never have been attached, so the line comes from the screen worker. One
session is asked for at a time. A card whose line stays the same is asked for ever more rarely, so
that a quiet grid costs next to nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from PySide6.QtCore import QObject, QTimer

from idea.application.terminals.read_screen import ReadScreenRequest
from idea.application.terminals.screen_views import ScreenView
from idea.domain.visible import visible
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.viewmodels.session_look import SessionLook

_SOON_S = 2.0
_RARELY_S = 32.0
_BETWEEN_MS = 100


@dataclass(slots=True)
class _Known:
    """What was heard of one session."""

    look: SessionLook
    line: str = ""
    pause_s: float = _SOON_S
    due_at: float = 0.0


class CardLines(QObject):
    """Main thread only; `grid` is the one in front."""

    def __init__(
        self, runner: Runner, grid: Callable[[], GridView | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._grid = grid
        self._known: dict[str, _Known] = {}
        self._waits = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._ask)

    def follow(self) -> None:
        """Look which cards there are; one whose session changed is asked for soon."""
        cards = self._cards()
        now = monotonic()
        self._known = {each: known for each, known in self._known.items() if each in cards}
        for session, look in cards.items():
            known = self._known.setdefault(session, _Known(look))
            if _said(known.look) != _said(look):
                known.pause_s, known.due_at = _SOON_S, min(known.due_at, now + _SOON_S / 4)
            known.look = look
            self._show(session)
        self._plan()

    def stop(self) -> None:
        """Ask no more."""
        self._timer.stop()
        self._known.clear()

    def _cards(self) -> dict[str, SessionLook]:
        grid = self._grid()
        if grid is None or not grid.isVisible():
            return {}
        looks = {session: frame.view.look for session, frame in grid.cards().items()}
        return {session: look for session, look in looks.items() if look is not None}

    def _plan(self) -> None:
        if self._known and not self._waits:
            due = min(known.due_at for known in self._known.values()) - monotonic()
            self._timer.start(max(_BETWEEN_MS, round(due * 1000)))
        else:
            self._timer.stop()

    def _ask(self) -> None:
        cards = self._cards()
        self._known = {each: known for each, known in self._known.items() if each in cards}
        if not self._known or self._waits:
            return
        session = min(self._known, key=lambda each: self._known[each].due_at)
        self._waits = True
        self._runner.ask_quietly(
            ReadScreenRequest(session=session),
            lambda screen: self._heard(session, screen),
            lambda: self._heard(session, None),
        )

    def _heard(self, session: str, screen: ScreenView | None) -> None:
        self._waits = False
        known = self._known.get(session)
        if known is not None:
            line = known.line if screen is None else last_line(screen.lines)
            changed = line != known.line
            known.line = line
            known.pause_s = _SOON_S if changed else min(known.pause_s * 2, _RARELY_S)
            known.due_at = monotonic() + known.pause_s
            self._show(session)
        self._plan()

    def _show(self, session: str) -> None:
        grid = self._grid()
        frame = grid.cards().get(session) if grid is not None else None
        if frame is not None:
            frame.show_line(self._known[session].line)


def last_line(lines: Sequence[str]) -> str:
    """Return the last line of a screen that is not blank, without the blanks around it."""
    return next((visible(line.strip()) for line in reversed(lines) if line.strip()), "")


def _said(look: SessionLook) -> tuple[object, ...]:
    return look.name, look.state, look.shape, look.reason
