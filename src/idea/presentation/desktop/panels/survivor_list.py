"""The list of programs that ended sessions left running, each with its memory and a stop button."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.row_list import ButtonRow, RowList
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.survivors import SurvivorRow
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.plain_text import explain

_ROW = 48


class SurvivorList(RowList):
    """Keeps a row's widgets while its program runs, so that the keyboard stays where it is."""

    stop_asked = Signal(str)
    """Carries the id of the survivor to stop."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self._skin = skin
        self._rows: dict[str, _Row] = {}

    @property
    def shown(self) -> tuple[SurvivorRow, ...]:
        """The rows, from top to bottom."""
        return tuple(row.view for row in self._rows.values())

    def button(self, survivor: str) -> WordButton:
        """Return the stop button of a row."""
        return self._rows[survivor].stop

    def show_rows(self, rows: Sequence[SurvivorRow], stopping: AbstractSet[str]) -> None:
        """Show these programs; those being stopped say so."""
        self._rows = {row.id: self._rows.get(row.id) or self._new(row.id) for row in rows}
        for view in rows:
            self._rows[view.id].show_view(view, stops=view.id in stopping)
        self.arrange(tuple(self._rows.values()))

    def _new(self, survivor: str) -> "_Row":
        row = _Row(self._skin, self.inside)
        row.stop.clicked.connect(lambda: self.stop_asked.emit(survivor))
        return row


class _Row(ButtonRow):
    """Two lines of text, the memory at their right, and the button."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(skin, parent, size=QSize(520, _ROW))
        self.view = SurvivorRow(id="", program="", arguments="", detail="", memory="")
        self.stop = WordButton("Stop", ButtonKind.SECONDARY, skin, self)

    @property
    @override
    def buttons(self) -> Sequence[WordButton]:
        return (self.stop,)

    def show_view(self, view: SurvivorRow, *, stops: bool) -> None:
        """Show a program."""
        self.stop.setEnabled(not stops)
        self.stop.setText("Stopping…" if stops else "Stop")
        self.place_buttons()
        if view == self.view:
            return
        self.view = view
        self.stop.setAccessibleName(f"Stop {view.program}, {view.detail}, {view.memory}")
        explain(self, f"{view.program} {view.arguments}".strip())
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._skin.theme, self.view
        colors, fonts = theme.colors, theme.fonts
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        small, mono = fonts.ui(metrics.SECONDARY_TEXT), fonts.mono(metrics.SECONDARY_TEXT)
        right = self.stop.x() - 14 - text_width(view.memory, fonts.ui())
        middle = self.height() / 2
        draw_text(
            painter, view.memory, fonts.ui(), colors.text, left=right, middle=middle, room=120
        )
        room = right - 16
        end = draw_text(
            painter, view.program, fonts.semibold(), colors.text, left=0, middle=15, room=room
        )
        draw_text(
            painter,
            view.arguments,
            mono,
            colors.text2,
            left=end + 8,
            middle=15,
            room=room - end - 8,
        )
        draw_text(painter, view.detail, small, colors.text2, left=0, middle=33, room=room)
        painter.end()
