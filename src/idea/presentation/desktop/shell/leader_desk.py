"""The keys of a window: its shortcuts, and what is said while a leader waits for the next key."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from idea.domain.actions.catalogue import BY_ID
from idea.domain.actions.taken_keys import following
from idea.presentation.desktop.grid.terminal_parts import TerminalPart
from idea.presentation.desktop.panels.key_choices import KeyChoices
from idea.presentation.desktop.panels.status_line import StatusLine
from idea.presentation.desktop.shell.leader_wait import LeaderWait
from idea.presentation.desktop.shell.shortcuts import Shortcuts
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.keymap import Keymap, shown_chord
from idea.presentation.desktop.widgets.spoken import announce

_HESITATES_MS = 800


class LeaderDesk:
    """Main thread only."""

    def __init__(
        self,
        keymap: Keymap,
        window: QWidget,
        invoke: Callable[[str], None],
        *,
        part: Callable[[], TerminalPart | None],
        status: StatusLine | None,
        skin: Skin,
    ) -> None:
        """Make them; `part` is the terminal in which the person types, None where there is none."""
        self._keymap = keymap
        self._window = window
        self._part = part
        self._status = status
        self.choices = KeyChoices(skin, window)
        self.wait = LeaderWait(keymap, invoke, self._send, window)
        self.shortcuts = Shortcuts(keymap, window, invoke, self.wait.begin)
        self.hesitation = QTimer(window)
        self.hesitation.setSingleShot(True)
        self.hesitation.setInterval(_HESITATES_MS)
        self.hesitation.timeout.connect(self._show_choices)
        self.wait.began.connect(self._on_began)
        self.wait.ended.connect(self._on_ended)

    def _on_began(self) -> None:
        leader = self.wait.leader
        if leader is not None:
            words = f"{shown_chord(leader, self._keymap.platform)} and…"
            self._say(words)
            announce(self._status or self._window, f"{words} press the next key")
            self.hesitation.start()

    def _on_ended(self) -> None:
        self.hesitation.stop()
        self._say("")
        self.choices.hide()

    def _show_choices(self) -> None:
        leader = self.wait.leader
        if leader is None:
            return
        platform = self._keymap.platform
        known = [
            (shown_chord(chord, platform), BY_ID[action].bare_title)
            for chord, action in following(self._keymap.keys, leader).items()
        ]
        twice = (shown_chord(leader, platform), "Give it to the program")
        room = QRectF(self._window.rect())
        if self._status is not None:
            room.setBottom(self._status.geometry().top())
        self.choices.show_choices((*known, twice, ("Escape", "Do nothing")), room)

    def _say(self, words: str) -> None:
        if self._status is not None:
            self._status.show_waiting(words)

    def _send(self, event: QKeyEvent) -> None:
        part = self._part()
        if part is not None and part.widget.hasFocus():
            part.type_key(event)
