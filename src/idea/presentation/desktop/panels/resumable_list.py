"""The list of interrupted agents, each with what it would go on with and its buttons."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.application.agents.views import ResumableView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.row_list import ButtonRow, RowList
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_ROW = 56
_GAP = 8


class ResumableList(RowList):
    """A row for each agent."""

    resume_asked = Signal(str)
    """Carries the agent to go on with its conversation."""
    begin_asked = Signal(str)
    """Carries the agent to launch without one."""
    dismiss_asked = Signal(str)
    """Carries the agent not to be offered any more."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self._skin = skin
        self.rows: dict[str, ResumableRow] = {}

    def show_rows(self, resumable: Sequence[ResumableView]) -> None:
        """Show these agents; a row stays while its agent does, and so does the keyboard."""
        wanted = {one.agent.id: one for one in resumable}
        self.rows = {
            agent: self.rows.get(agent) or self._new(view) for agent, view in wanted.items()
        }
        self.arrange(tuple(self.rows.values()))

    def _new(self, view: ResumableView) -> "ResumableRow":
        row, agent = ResumableRow(view, self._skin, self.inside), view.agent.id
        if row.resume is not None:
            row.resume.clicked.connect(lambda: self.resume_asked.emit(agent))
        row.begin.clicked.connect(lambda: self.begin_asked.emit(agent))
        row.dismiss.clicked.connect(lambda: self.dismiss_asked.emit(agent))
        return row


class ResumableRow(ButtonRow):
    """One agent: what it ran on, why it ended, and what can be done."""

    def __init__(self, view: ResumableView, skin: Skin, parent: QWidget) -> None:
        super().__init__(skin, parent, size=QSize(metrics.SIDE_BAR, _ROW))
        self._view = view
        self.resume: WordButton | None = None
        """None when there is no conversation to go on with."""
        if view.can_resume:
            self.resume = WordButton("Resume", ButtonKind.SOFT, skin, self)
            self.begin = WordButton("New conversation", ButtonKind.SECONDARY, skin, self)
        else:
            self.begin = WordButton("Start afresh", ButtonKind.SOFT, skin, self)
        self.dismiss = WordButton("Ignore", ButtonKind.SECONDARY, skin, self)
        name = view.agent.name
        for button in self.buttons:
            button.setAccessibleName(f"{button.text()}: {name}")

    @property
    @override
    def buttons(self) -> Sequence[WordButton]:
        first = () if self.resume is None else (self.resume,)
        return (*first, self.begin, self.dismiss)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.TopEdge, colors.line)
        upper, lower = _ROW / 2 - 10.0, _ROW / 2 + 10.0
        paint_shape(painter, Shape.ENDED, 2, upper, colors)
        left = SHAPE_SIZE + 12.0
        room = self.buttons[0].x() - left - _GAP
        agent = self._view.agent
        after = draw_text(
            painter,
            visible(agent.name),
            fonts.semibold(),
            colors.text,
            left=left,
            middle=upper,
            room=room,
        )
        small = fonts.ui(metrics.SECONDARY_TEXT)
        about = f"{agent.engine}  {self._view.reason}"
        draw_text(
            painter,
            visible(about),
            small,
            colors.text2,
            left=after + 8,
            middle=upper,
            room=max(room - (after - left) - 8, 0),
        )
        draw_text(
            painter,
            visible(self._view.sentence),
            small,
            colors.text2,
            left=left,
            middle=lower,
            room=room,
        )
        painter.end()
