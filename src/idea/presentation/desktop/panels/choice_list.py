"""A list to choose from: one row, or several with a tick."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import override

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_ROW = 32
_EDGE = 8
_TICK = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One row."""

    title: str
    detail: str = ""
    right: str = ""
    about: str = ""
    """More in words, while the pointer rests on it."""
    shape: Shape | None = None
    enabled: bool = True
    """Whether it can be ticked; it can be read in any case."""


class ChoiceList(SpokenWidget):
    """Main thread only; arrows go to a row, Space ticks it."""

    ROLE = QAccessible.Role.List

    chosen = Signal(int)
    """Carries the place of the row that is to be read."""
    ticked = Signal()
    """Other rows have a tick now."""

    def __init__(
        self, names: str, skin: Skin, parent: QWidget | None = None, *, several: bool = False
    ) -> None:
        """`names` says what is listed; with `several` rows have ticks."""
        super().__init__(parent)
        self._skin = skin
        self._several = several
        self._choices: tuple[Choice, ...] = ()
        self._ticks: frozenset[int] = frozenset()
        self._hot = -1
        self.at = 0
        """The place of the row that is read."""
        self.setAccessibleName(names)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skin.changed.connect(self.update)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is listed."""
        return self._choices

    @property
    def ticks(self) -> tuple[int, ...]:
        """The places of the rows with a tick."""
        return tuple(sorted(self._ticks))

    def show_choices(self, choices: Sequence[Choice], ticks: Sequence[int] = ()) -> None:
        """Show these rows, some of them with a tick."""
        self._choices, self._ticks = tuple(choices), frozenset(ticks)
        self.at = min(self.at, max(len(self._choices) - 1, 0))
        self.setFixedHeight(_ROW * max(len(self._choices), 1))
        self.update()

    def go_to(self, number: int) -> None:
        """Be at a row, if there is such a one."""
        if 0 <= number < len(self._choices) and number != self.at:
            self.at = number
            self.update()
            self.tell_current()
            self.chosen.emit(number)

    def tick(self, number: int) -> None:
        """Give a row a tick, or take it away."""
        if self._several and self._choices[number].enabled:
            self._ticks ^= {number}
            self.ticked.emit()
            self.update()

    def framed(self, most_rows: int, parent: QWidget) -> QScrollArea:
        """Return this list in an area that shows at most so many rows at a time."""
        area = QScrollArea(parent)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self)
        area.setFixedHeight(_ROW * min(max(len(self._choices), 1), most_rows))
        self.chosen.connect(
            lambda at: area.ensureVisible(0, at * _ROW + _ROW // 2, 0, _ROW // 2 + 1)
        )
        return area

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=self._spoken(number, choice),
                box=QRect(0, number * _ROW, self.width(), _ROW),
                press=partial(self._press, number),
                is_current=number == self.at,
                enabled=choice.enabled,
            )
            for number, choice in enumerate(self._choices)
        ]

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, _ROW * max(len(self._choices), 1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self.go_to(self.at + 1)
            case Qt.Key.Key_Up:
                self.go_to(self.at - 1)
            case Qt.Key.Key_Space if self._several and self._choices:
                self.tick(self.at)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = int(event.position().y()) // _ROW
        if 0 <= number < len(self._choices):
            self._press(number)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = int(event.position().y()) // _ROW
        self._hot = number if 0 <= number < len(self._choices) else -1
        explain(self, self._choices[self._hot].about if self._hot >= 0 else "")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.theme.colors.bg1)
        for number, choice in enumerate(self._choices):
            self._paint_row(painter, number, choice)
        painter.end()

    def _press(self, number: int) -> None:
        self.go_to(number)
        self.tick(number)

    def _spoken(self, number: int, choice: Choice) -> str:
        ticked = ("ticked" if number in self._ticks else "not ticked") if self._several else ""
        parts = (choice.title, choice.detail, choice.right, choice.about, ticked)
        return ", ".join(part for part in parts if part)

    def _paint_row(self, painter: QPainter, number: int, choice: Choice) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        box = QRectF(0, number * _ROW, self.width(), _ROW)
        if number == self.at:
            painter.fillRect(box, colors.bg3)
            if self.hasFocus():
                painter.setPen(QPen(colors.accent, metrics.RING))
                painter.drawRect(box.adjusted(1, 1, -1, -1))
        elif number == self._hot:
            painter.fillRect(box, colors.bg2)
        draw_edge(painter, box, Qt.Edge.BottomEdge, colors.line)
        middle, left = box.center().y(), float(_EDGE)
        if self._several:
            self._paint_tick(painter, number, choice, middle)
            left += _TICK + 10
        if choice.shape is not None:
            paint_shape(painter, choice.shape, left, middle, colors)
            left += SHAPE_SIZE + 10
        small = fonts.ui(metrics.SECONDARY_TEXT)
        right = self.width() - _EDGE - text_width(choice.right, small)
        draw_text(painter, choice.right, small, colors.text3, left=right, middle=middle, room=300)
        end = draw_text(
            painter,
            choice.title,
            fonts.ui(),
            colors.text if choice.enabled else colors.text3,
            left=left,
            middle=middle,
            room=right - left - 8,
        )
        draw_text(
            painter,
            choice.detail,
            small,
            colors.text3,
            left=end + 8,
            middle=middle,
            room=right - end - 16,
        )

    def _paint_tick(self, painter: QPainter, number: int, choice: Choice, middle: float) -> None:
        colors = self._skin.theme.colors
        box = QRectF(_EDGE, middle - _TICK / 2, _TICK, _TICK)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_ticked = number in self._ticks
        painter.setPen(QPen(colors.accent if is_ticked else colors.line_strong, 1.2))
        painter.setBrush(colors.accent if is_ticked else Qt.BrushStyle.NoBrush)
        if choice.enabled:
            painter.drawRoundedRect(box, 3, 3)
        if is_ticked:
            painter.setPen(QPen(colors.bg0, 1.8))
            x, y = box.center().x(), box.center().y()
            points = [QPointF(x - 3.4, y), QPointF(x - 1, y + 2.6), QPointF(x + 3.6, y - 2.8)]
            painter.drawPolyline(points)
        painter.restore()
