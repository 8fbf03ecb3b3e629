"""The list of all sessions, each with what it uses and what can be done to it."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.row_list import ButtonRow, RowList
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_overview import OverviewRow
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import paint_shape

_ROW = 48
_NAME_LEFT = 22
_GAP = 8


class OverviewList(RowList):
    """Keeps a row's widgets while its session is known, so that the keyboard stays where it is."""

    show_asked = Signal(str)
    """Carries the id of a session, as the other signals do."""
    detach_asked = Signal(str)
    stop_asked = Signal(str)
    forget_asked = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self._skin = skin
        self._rows: dict[str, OverviewRowView] = {}

    @property
    def shown(self) -> tuple[OverviewRow, ...]:
        """The rows, from top to bottom."""
        return tuple(row.view for row in self._rows.values())

    def row(self, session: str) -> "OverviewRowView":
        """Return the row of a session."""
        return self._rows[session]

    def show_rows(self, rows: Sequence[OverviewRow]) -> None:
        """Show these sessions."""
        self._rows = {row.id: self._rows.get(row.id) or self._new(row.id) for row in rows}
        for view in rows:
            self._rows[view.id].show_view(view)
        self.arrange(tuple(self._rows.values()))

    def _new(self, session: str) -> "OverviewRowView":
        row = OverviewRowView(self._skin, self.inside)
        row.show_it.clicked.connect(lambda: self.show_asked.emit(session))
        row.detach.clicked.connect(lambda: self.detach_asked.emit(session))
        row.end.clicked.connect(
            lambda: (self.stop_asked if row.view.is_live else self.forget_asked).emit(session)
        )
        return row


class OverviewRowView(ButtonRow):
    """Two lines of text, what the session uses at their right, and the buttons."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(skin, parent, size=QSize(640, _ROW))
        self.view: OverviewRow
        self._is_filled = False
        self.show_it = WordButton("Show", ButtonKind.SECONDARY, skin, self)
        self.detach = WordButton("Detach", ButtonKind.SECONDARY, skin, self)
        self.end = WordButton("Stop", ButtonKind.SECONDARY, skin, self)
        # The widest word keeps its room, so that the buttons of all rows stand below each other.
        self.end.setMinimumWidth(round(text_width("Forget", skin.theme.fonts.ui())) + 28)

    @property
    @override
    def buttons(self) -> Sequence[WordButton]:
        return self.show_it, self.detach, self.end

    def show_view(self, view: OverviewRow) -> None:
        """Show a session."""
        if self._is_filled and view == self.view:
            return
        self.view, self._is_filled = view, True
        self.end.setText("Stop" if view.is_live else "Forget")
        self.detach.setVisible(view.is_live and view.is_shown)
        for button in self.buttons:
            button.setAccessibleName(f"{button.text()} {view.name}, {view.place}")
        explain(self, f"{view.name} · {view.detail}\n{view.place}")
        self.place_buttons()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._skin.theme, self.view
        colors, fonts = theme.colors, theme.fonts
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        paint_shape(painter, view.shape, 2, 15, colors)
        small = fonts.ui(metrics.SECONDARY_TEXT)
        edge = min(each.x() for each in (self.show_it, self.detach) if not each.isHidden())
        right = edge - 14 - text_width(view.use, fonts.ui())
        draw_text(
            painter,
            view.use,
            fonts.ui(),
            colors.text,
            left=right,
            middle=self.height() / 2,
            room=edge - right,
        )
        room = right - 16 - _NAME_LEFT
        end = draw_text(
            painter, view.name, fonts.semibold(), colors.text, left=_NAME_LEFT, middle=15, room=room
        )
        left = room + _NAME_LEFT - end - _GAP
        draw_text(painter, view.detail, small, colors.text2, left=end + _GAP, middle=15, room=left)
        draw_text(painter, view.place, small, colors.text2, left=_NAME_LEFT, middle=33, room=room)
        painter.end()
