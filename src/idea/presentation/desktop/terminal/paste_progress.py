"""Tells of a paste that takes long, and lets the person cancel it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from idea.presentation.desktop.terminal.pill import Pill
from idea.presentation.desktop.terminal.program_input import ProgramInput

_LOOKED_AT_MS = 250
"""What is gone by then was no long paste."""


def progress_sentence(left_bytes: int) -> str:
    """Return what is said while so much waits."""
    if left_bytes < 1_000_000:
        return f"Pasting, {max(left_bytes // 1_000, 1):,} kB left · click to cancel"
    return f"Pasting, {left_bytes / 1_000_000:,.1f} MB left · click to cancel"


class PasteProgress(QObject):
    """Looks at one program's input while something of a paste waits in it."""

    def __init__(self, program: ProgramInput, pill: Pill, arranged: Callable[[], None]) -> None:
        """`arranged` puts the pill in its place."""
        super().__init__(pill)
        self._program = program
        self._pill = pill
        self._arranged = arranged
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOKED_AT_MS)
        self._timer.timeout.connect(self._look)
        pill.clicked.connect(self.cancel)

    def begin(self) -> None:
        """Look from now on; call it after a paste."""
        if self._program.pasting_bytes and not self._timer.isActive():
            self._timer.start()

    def cancel(self) -> None:
        """Send no more of what is pasted."""
        self._program.cancel_paste()
        self._look()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _look(self) -> None:
        left = self._program.pasting_bytes
        if not left:
            self._timer.stop()
        self._pill.say(progress_sentence(left) if left else "")
        self._arranged()
