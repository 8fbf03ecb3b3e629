"""What an agent reads at launch, part by part: where it comes from, what it costs, what it says."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from idea.application.agents.views import SectionView
from idea.domain.visible import visible
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget

_ROW = 40
_BAR = 66
_BAR_HEIGHT = 3
_NUMBERS = 28
_TOKENS = 52


class ContextList(SpokenWidget):
    """The eight sections; those left out are grey and say why."""

    ROLE = QAccessible.Role.List

    chosen = Signal(int)
    """Carries the place of the section to be read."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._sections: tuple[SectionView, ...] = ()
        self._at = 0
        self.setAccessibleName("What it reads")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        skin.changed.connect(self.update)

    @property
    def at(self) -> int:
        """The place of the section that is read."""
        return self._at

    def show_sections(self, sections: Sequence[SectionView], at: int) -> None:
        """Show these sections, one of them chosen."""
        if (tuple(sections), at) == (self._sections, self._at):
            return
        self._sections, self._at = tuple(sections), at
        self.setFixedHeight(_ROW * len(self._sections))
        self.update()

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=_spoken(section),
                box=QRect(0, number * _ROW, self.width(), _ROW),
                press=partial(self._choose, number),
                is_current=number == self._at,
            )
            for number, section in enumerate(self._sections)
        ]

    @override
    def sizeHint(self) -> QSize:
        return QSize(560, _ROW * len(self._sections))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self._choose(self._at + 1)
            case Qt.Key.Key_Up:
                self._choose(self._at - 1)
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(int(event.position().y()) // _ROW)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        most = max((one.tokens for one in self._sections), default=1)
        for number, section in enumerate(self._sections):
            self._paint_row(painter, number, section, max(most, 1))
        painter.end()

    def _paint_row(self, painter: QPainter, number: int, section: SectionView, most: int) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        box = QRectF(0, number * _ROW, self.width(), _ROW)
        if number == self._at:
            painter.fillRect(box, colors.bg3)
            if self.hasFocus():
                painter.setPen(QPen(colors.accent, metrics.RING))
                painter.drawRect(box.adjusted(1, 1, -2, -1))
        draw_edge(painter, box, Qt.Edge.BottomEdge, colors.line)
        small = fonts.ui(metrics.SECONDARY_TEXT)
        text, grey = (colors.text, colors.text2) if section.text else (colors.text3,) * 2
        middle = box.center().y()
        room = self.width() - _NUMBERS - _BAR - _TOKENS - 24
        draw_text(painter, str(number + 1), small, grey, left=8, middle=middle, room=_NUMBERS)
        upper, lower = middle - 9, middle + 9
        name = visible(section.name.capitalize())
        draw_text(painter, name, fonts.ui(), text, left=_NUMBERS, middle=upper, room=room)
        source = visible(section.source)
        draw_text(painter, source, small, grey, left=_NUMBERS, middle=lower, room=room)
        left = self.width() - _TOKENS - _BAR - 8.0
        top = middle - _BAR_HEIGHT / 2
        painter.fillRect(QRectF(left, top, _BAR, _BAR_HEIGHT), colors.bg3)
        share = _BAR * section.tokens / most
        painter.fillRect(QRectF(left, top, share, _BAR_HEIGHT), colors.accent)
        tokens = str(section.tokens) if section.text else "–"
        at = QPointF(self.width() - 8 - text_width(tokens, small), middle)
        draw_text(painter, tokens, small, grey, left=at.x(), middle=at.y(), room=_TOKENS)

    def _choose(self, number: int) -> None:
        if 0 <= number < len(self._sections) and number != self._at:
            self._at = number
            self.update()
            self.tell_current()
            self.chosen.emit(number)


class SectionText(QPlainTextEdit):
    """What one section says, to be read and copied."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("What the part says")
        skin.changed.connect(self._dress)
        self._dress()

    def show_section(self, section: SectionView) -> None:
        """Show what a section says, or why it is left out."""
        text = section.text or f"Left out: {section.source}."
        if text != self.toPlainText():
            self.setPlainText(text)

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        self.setStyleSheet(
            f"QPlainTextEdit {{ color: {colors.text2.name()}; background: {colors.bg0.name()};"
            f"border: none; padding: 12px 20px;"
            f'font: {metrics.TERMINAL_TEXT}px "{fonts.mono_family}"; }}'
        )


def _spoken(section: SectionView) -> str:
    if not section.text:
        return f"{section.name}, left out: {section.source}"
    return f"{section.name}, {section.tokens} tokens, from {section.source}"
