"""Buttons: quiet ones with an icon, and ones with a word."""

from enum import Enum
from typing import override

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Colors, Skin
from idea.presentation.desktop.widgets.drawing import paint_focus
from idea.presentation.desktop.widgets.icons import Icon, paint_icon
from idea.presentation.desktop.widgets.plain_text import explain

_TRANSPARENT = QColor(0, 0, 0, 0)


class PressedByEnter(QAbstractButton):
    """A button that Enter presses, as Space does."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)


class IconButton(PressedByEnter):
    """A square, quiet button that lights up under the pointer."""

    def __init__(self, icon: Icon, says: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._skin = skin
        explain(self, says)
        self.setAccessibleName(says)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFixedSize(22, 22)
        skin.changed.connect(self.update)

    def show_icon(self, icon: Icon) -> None:
        """Show another icon."""
        if icon is not self._icon:
            self._icon = icon
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        hot = self.underMouse() or self.isDown() or self.hasFocus()
        if hot:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.bg3)
            painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), colors.accent)
        center = QPointF(self.width() / 2, self.height() / 2)
        paint_icon(painter, self._icon, center, colors.text if hot else colors.text2)
        painter.end()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)


class ButtonKind(Enum):
    """How much a word button stands out."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SOFT = "soft"
    """The default choice among quiet ones, on an accent ground."""
    PLAIN = "plain"
    CHIP = "chip"
    """Something the person has, which a press takes away."""
    ATTENTION = "attention"
    """Something asks for the person, on an amber ground."""


class WordButton(PressedByEnter):
    """A button with a word."""

    def __init__(
        self,
        text: str,
        kind: ButtonKind,
        skin: Skin,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._skin = skin
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self.updateGeometry)
        skin.changed.connect(self.update)

    def show_kind(self, kind: ButtonKind) -> None:
        """Let it stand out more or less."""
        self._kind = kind
        self.update()

    @override
    def sizeHint(self) -> QSize:
        font = QFontMetrics(self._skin.theme.fonts.semibold())
        return QSize(font.horizontalAdvance(self.text()) + 20, 26)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        hot = self.underMouse() or self.isDown()
        kind = self._kind if self.isEnabled() else ButtonKind.SECONDARY
        ground, edge, text = _button_colors(kind, theme.colors, hot=hot and self.isEnabled())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(ground)
        painter.setPen(edge)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, metrics.CONTROL_RADIUS, metrics.CONTROL_RADIUS)
        if self.hasFocus():
            # On the accent's own ground only the text's colour stands out.
            primary = self._kind is ButtonKind.PRIMARY
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colors.text if primary else theme.colors.accent, 2))
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(box, metrics.CONTROL_RADIUS, metrics.CONTROL_RADIUS)
        painter.setPen(text if self.isEnabled() else theme.colors.text3)
        strong = self._kind in {ButtonKind.PRIMARY, ButtonKind.SOFT, ButtonKind.ATTENTION}
        painter.setFont(theme.fonts.semibold() if strong else theme.fonts.ui())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)


def _button_colors(kind: ButtonKind, colors: Colors, *, hot: bool) -> tuple[QColor, QColor, QColor]:
    """Return ground, edge and text."""
    match kind:
        case ButtonKind.PRIMARY:
            ground = colors.accent.lighter(108) if hot else colors.accent
            return ground, ground, colors.bg0
        case ButtonKind.SECONDARY:
            return colors.bg3 if hot else colors.bg2, colors.line_strong, colors.text
        case ButtonKind.SOFT:
            edge = colors.accent if hot else colors.accent_soft
            return colors.accent_soft, edge, colors.accent
        case ButtonKind.CHIP:
            return colors.bg3, colors.line_strong if hot else colors.bg3, colors.text
        case ButtonKind.ATTENTION:
            return colors.need_soft, colors.need if hot else colors.need_soft, colors.need
        case ButtonKind.PLAIN:
            return colors.bg3 if hot else _TRANSPARENT, _TRANSPARENT, colors.text
