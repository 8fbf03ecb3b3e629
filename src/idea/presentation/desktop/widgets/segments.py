"""A few words side by side of which one is chosen; the arrow keys go along them."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_text, paint_focus, text_width
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_HEIGHT = 28
_PAD = 12


class Segments(SpokenWidget):
    """Main thread only."""

    ROLE = QAccessible.Role.PageTabList

    chosen = Signal(int)
    """Carries the place of the word."""

    def __init__(self, name: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._words: tuple[str, ...] = ()
        self._at = 0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skin.changed.connect(self._resize)

    @property
    def at(self) -> int:
        """The place of the chosen word."""
        return self._at

    def show_words(self, words: Sequence[str], at: int) -> None:
        """Show these words, one of them chosen."""
        if (tuple(words), at) != (self._words, self._at):
            self._words, self._at = tuple(words), at
            self._resize()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=word,
                box=box.toRect(),
                press=partial(self._choose, place),
                role=QAccessible.Role.PageTab,
                is_current=place == self._at,
            )
            for place, (word, box) in enumerate(zip(self._words, self._boxes(), strict=True))
        ]

    @override
    def sizeHint(self) -> QSize:
        boxes = self._boxes()
        return QSize(round(boxes[-1].right()) + 1 if boxes else 0, _HEIGHT)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left:
                self._choose(self._at - 1)
            case Qt.Key.Key_Right:
                self._choose(self._at + 1)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        for place, box in enumerate(self._boxes()):
            if box.contains(event.position()):
                self._choose(place)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(colors.line_strong)
        painter.setBrush(colors.bg1)
        painter.drawRoundedRect(body, metrics.CONTROL_RADIUS, metrics.CONTROL_RADIUS)
        for place, (word, box) in enumerate(zip(self._words, self._boxes(), strict=True)):
            is_chosen = place == self._at
            if is_chosen:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colors.accent_soft)
                inner = box.adjusted(2, 2, -2, -2)
                painter.drawRoundedRect(
                    inner, metrics.CONTROL_RADIUS - 2, metrics.CONTROL_RADIUS - 2
                )
            font = theme.fonts.semibold() if is_chosen else theme.fonts.ui()
            color = colors.text if is_chosen else colors.text2
            left = box.center().x() - text_width(word, font) / 2
            middle = box.center().y()
            draw_text(painter, word, font, color, left=left, middle=middle, room=box.width())
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), colors.accent)
        painter.end()

    def _boxes(self) -> list[QRectF]:
        font = self._skin.theme.fonts.semibold()
        boxes, left = [], 0.0
        for word in self._words:
            width = text_width(word, font) + 2 * _PAD
            boxes.append(QRectF(left, 0, width, _HEIGHT))
            left += width
        return boxes

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self._words) and place != self._at:
            self._at = place
            self.update()
            self.tell_current()
            self.chosen.emit(place)

    def _resize(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()
