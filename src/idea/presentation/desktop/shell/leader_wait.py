"""After a leader: takes the next key, and lets no part of a key sequence reach a program.

There is no time limit: the window waits until a key, a click or another focus ends it.
"""

from collections.abc import Callable
from typing import cast, override

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from idea.domain.actions.keys import Chord
from idea.domain.actions.taken_keys import following
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.widgets.pressed_chord import (
    composed_second,
    is_modifier,
    pressed_second,
)

_REPEATED = "cell.make_"
"""Actions that a held second key does again: those that make a cell larger or smaller."""


class LeaderWait(QObject):
    """Looks at every event of the program while it waits, and at none else. Main thread only."""

    began = Signal()
    ended = Signal()

    def __init__(
        self,
        keymap: Keymap,
        invoke: Callable[[str], None],
        send: Callable[[QKeyEvent], None],
        parent: QObject,
    ) -> None:
        """Wait for nothing yet; `send` gives a leader that was pressed twice to the program."""
        super().__init__(parent)
        self._keymap = keymap
        self._invoke = invoke
        self._send = send
        self.leader: Chord | None = None
        """What was pressed; None while nothing is waited for."""
        self._held: int | None = None
        """The second key, as long as it is down: it must not be typed over and over."""
        self._again = ""
        self._listens = False

    def begin(self, leader: Chord) -> None:
        """Wait for the key that follows a leader."""
        if self.leader is None:
            cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus)
        self.leader = leader
        self._held = None
        self._listen(wanted=True)
        self.began.emit()

    def cancel(self) -> None:
        """Wait no more; nothing is done and nothing is typed."""
        self._end_wait()
        self._listen(wanted=False)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QKeyEvent):
            if kind == QEvent.Type.KeyRelease:
                return self._on_release(event)
            return self._on_press(event) if self.leader is None else self._on_second(event)
        if self.leader is not None:
            if isinstance(event, QInputMethodEvent):
                return self._on_composed(event)
            if kind == QEvent.Type.MouseButtonPress:
                self.cancel()
        return False

    def _on_second(self, event: QKeyEvent) -> bool:
        if is_modifier(event):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._held = _place(event)
            self._finish(pressed_second(event, self._keymap.platform), event)
        return True

    def _on_press(self, event: QKeyEvent) -> bool:
        """Take what the second key, still held, would type again; another key ends that."""
        if event.isAutoRepeat() and _place(event) == self._held:
            event.accept()
            if event.type() == QEvent.Type.KeyPress and self._again:
                self._invoke(self._again)
            return True
        self._listen(wanted=False)
        return False

    def _on_release(self, event: QKeyEvent) -> bool:
        if self._held is not None and _place(event) == self._held and not event.isAutoRepeat():
            self._listen(wanted=False)
        return False

    def _on_composed(self, event: QInputMethodEvent) -> bool:
        text = event.commitString() or event.preeditString()
        if text:
            self._finish(composed_second(text))
            self._listen(wanted=False)
            # What an input method began with that key must not be gone on with.
            QGuiApplication.inputMethod().reset()
        event.accept()
        return True

    def _finish(self, second: Chord | None, event: QKeyEvent | None = None) -> None:
        leader = self.leader
        self._end_wait()
        if leader is None or second is None:
            return
        if second == leader and event is not None:
            self._send(event)
            return
        action = following(self._keymap.keys, leader).get(second, "")
        self._again = action if action.startswith(_REPEATED) else ""
        if action:
            self._invoke(action)

    def _end_wait(self) -> None:
        if self.leader is not None:
            self.leader = None
            self._again = ""
            cast("QApplication", QApplication.instance()).focusChanged.disconnect(self._on_focus)
            self.ended.emit()

    def _on_focus(self) -> None:
        self.cancel()

    def _listen(self, *, wanted: bool) -> None:
        if not wanted:
            self._held = None
        if wanted != self._listens:
            self._listens = wanted
            application = cast("QApplication", QApplication.instance())
            if wanted:
                application.installEventFilter(self)
            else:
                application.removeEventFilter(self)


def _place(event: QKeyEvent) -> int:
    """Return a number that press and release of one key have in common."""
    return event.nativeScanCode() or event.nativeVirtualKey() or event.key()
