"""The notes of one grid: at most one per cell, over the terminal it is about."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.grid.cell_frame import CellFrame
from idea.presentation.desktop.grid.cell_note import CellNote
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.cells import Body


class CellNotes(QObject):
    """Makes notes when they are needed and takes them away."""

    answered = Signal(str, object, object)
    """Carries the session, the `NoteKind` and the `Answer`."""
    left = Signal(str)
    """Carries the cell that should have the keyboard again."""

    def __init__(self, skin: Skin, host: QWidget) -> None:
        super().__init__(host)
        self._skin = skin
        self._host = host
        self._notes: dict[str, CellNote] = {}

    def of(self, cell: str) -> CellNote | None:
        """Return the note that stands in a cell."""
        return self._notes.get(cell)

    def follow(self, frames: list[CellFrame]) -> None:
        """Show what the shown cells have to say, and nothing else."""
        wanted = {
            frame.view.id: (frame, frame.view.look, frame.view.look.note)
            for frame in frames
            if frame.view.look is not None
            and frame.view.look.note is not None
            and frame.body is Body.TERMINAL
        }
        for cell in self._notes.keys() - wanted.keys():
            self._drop(cell)
        for cell, (frame, look, note) in wanted.items():
            shown = self._notes.get(cell)
            if shown is None or shown.session != look.id:
                if shown is not None:
                    self._drop(cell)
                shown = self._notes[cell] = self._new(cell, look.id)
            if note is not None:
                shown.show_note(note)
            shown.place(frame.geometry())
            shown.show()

    def _new(self, cell: str, session: str) -> CellNote:
        note = CellNote(session, self._skin, self._host)
        note.answered.connect(self.answered)
        note.left.connect(lambda: self.left.emit(cell))
        return note

    def _drop(self, cell: str) -> None:
        note = self._notes.pop(cell)
        had_keyboard = note.has_keyboard
        note.hide()
        note.deleteLater()
        if had_keyboard:
            self.left.emit(cell)
