"""A row of words of which one is in front; arrow keys go along it. Main thread only."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, paint_focus, text_width
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_HEIGHT = 34
_GAP = 22
_LINE = 2


class TabRow(SpokenWidget):
    """Draws the words; the one in front has an accent line below it."""

    ROLE = QAccessible.Role.PageTabList

    chosen = Signal(int)
    """Carries the place of the word that came to the front."""

    def __init__(
        self, words: Sequence[str], names: str, left: int, skin: Skin, parent: QWidget
    ) -> None:
        """`left` is where the first word begins, `names` says what the row is."""
        super().__init__(parent)
        self._words = tuple(words)
        self._left = left
        self._skin = skin
        self._at = 0
        self.setAccessibleName(names)
        self.setFixedHeight(_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self.update)

    @property
    def at(self) -> int:
        """The place of the word in front."""
        return self._at

    def choose(self, place: int) -> None:
        """Bring a word to the front, wrapping around."""
        place %= len(self._words)
        if place != self._at:
            self._at = place
            self.update()
            self.tell_current()
            self.chosen.emit(place)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(self._boxes()[-1].right()) + self._left, _HEIGHT)

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=word,
                box=box.toAlignedRect(),
                press=partial(self.choose, place),
                role=QAccessible.Role.PageTab,
                is_current=place == self._at,
            )
            for place, (word, box) in enumerate(zip(self._words, self._boxes(), strict=True))
        ]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Right:
                self.choose(self._at + 1)
            case Qt.Key.Key_Left:
                self.choose(self._at - 1)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        for place, box in enumerate(self._boxes()):
            if box.adjusted(-_GAP / 2, 0, _GAP / 2, 0).contains(event.position()):
                self.choose(place)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        painter = QPainter(self)
        draw_edge(painter, QRectF(self.rect()), Qt.Edge.BottomEdge, colors.line)
        for place, (word, box) in enumerate(zip(self._words, self._boxes(), strict=True)):
            is_front = place == self._at
            font = fonts.semibold() if is_front else fonts.ui()
            color = colors.text if is_front else colors.text2
            middle = box.center().y() - 1
            draw_text(painter, word, font, color, left=box.left(), middle=middle, room=200)
            if is_front:
                line = QRectF(box.left(), box.bottom() - _LINE, box.width(), _LINE)
                painter.fillRect(line, colors.accent)
                if self.hasFocus():
                    paint_focus(painter, box.adjusted(-8, 3, 8, -6), colors.accent)
        painter.end()

    def _boxes(self) -> list[QRectF]:
        boxes, left = [], float(self._left)
        for word in self._words:
            width = text_width(word, self._skin.theme.fonts.semibold())
            boxes.append(QRectF(left, 0, width, _HEIGHT))
            left += width + _GAP
        return boxes
