"""When to ask for another size: once, after the last change, and never for the same size."""

from PySide6.QtCore import QObject, QTimer, Signal

from idea.domain.terminal import Size

DELAY_MS = 150


class SizeWish(QObject):
    """Waits until a view stops changing its room."""

    asked = Signal(object)
    """Carries the `Size` to ask for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked_for: Size | None = None
        self._room: Size | None = None
        self._held = False
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(DELAY_MS)
        self.timer.timeout.connect(self._ask)

    @property
    def pending(self) -> bool:
        """Whether the room is not yet what was asked for."""
        return self._room is not None and self._room != self._asked_for

    def settle(self, size: Size) -> None:
        """Take `size` as asked for: an attach carried it."""
        self._asked_for = self._room = size

    def change(self, room: Size) -> None:
        """Note how many cells there is room for now."""
        if room == self._room:
            return
        self._room = room
        if room == self._asked_for:
            self.timer.stop()
        elif not self._held:
            self.timer.start()

    def hold(self, *, held: bool) -> None:
        """Ask for nothing while `held`, for as long as a divider is dragged."""
        self._held = held
        if held:
            self.timer.stop()
        elif self.pending:
            self.timer.start()

    def _ask(self) -> None:
        if self.pending and self._room is not None:
            self._asked_for = self._room
            self.asked.emit(self._room)
