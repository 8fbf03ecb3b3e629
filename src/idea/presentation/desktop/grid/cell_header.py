"""Draws the header of a cell: address, shape, name, program, state with its age."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Theme
from idea.presentation.desktop.viewmodels.cells import CellView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.viewmodels.session_news import ProgressKind
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text, text_width
from idea.presentation.desktop.widgets.icons import ICON_SIZE, Icon, paint_icon
from idea.presentation.desktop.widgets.marks import paint_marks
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_LEFT = 10
_GAP = 12
_STROKES = {ProgressKind.BUSY: (14, 8), ProgressKind.HELD: (3, 3)}
"""Lengths of strokes and gaps of the lines that are not whole, in pixels."""
_BROADCAST_TINT = 0.16
_NAME_SHARE = 0.4
"""How much of the room names have for certain, whatever a program has to say."""


def paint_header(
    painter: QPainter, box: QRectF, view: CellView, theme: Theme, *, buttons: int
) -> None:
    """Draw a header into `box`; `buttons` is the room its buttons take at the right."""
    colors = theme.colors
    painter.fillRect(box, colors.bg2 if view.focused else colors.bg1)
    if view.broadcast:
        tint = QColor(colors.accent)
        tint.setAlphaF(_BROADCAST_TINT)
        painter.fillRect(box, tint)
    draw_edge(painter, box, Qt.Edge.BottomEdge, colors.line)
    middle = box.top() + (box.height() - 1) / 2
    font = theme.fonts.mono(metrics.CAPTION_TEXT)
    color = colors.accent if view.focused else colors.text3
    left = draw_text(
        painter, view.address, font, color, left=box.left() + _LEFT, middle=middle, room=90
    )
    right = box.right() - _LEFT - buttons
    for word in (
        *(("zoomed",) if view.zoomed else ()),
        *(("broadcast",) if view.broadcast else ()),
    ):
        words = theme.fonts.ui(metrics.SECONDARY_TEXT)
        right -= text_width(word, words)
        room = box.right() - right
        draw_text(painter, word, words, colors.accent, left=right, middle=middle, room=room)
        right -= _GAP
    if view.look is not None:
        _paint_progress(painter, box, view.look, theme)
        _paint_look(painter, view.look, theme, left=left + _GAP, right=right, middle=middle)


def _paint_progress(painter: QPainter, box: QRectF, look: SessionLook, theme: Theme) -> None:
    """Draw how far a program is along the header's lower line; nothing of it moves by itself."""
    if look.progress is None:
        return
    kind, colors = look.progress.kind, theme.colors
    color = {ProgressKind.FAILED: colors.error, ProgressKind.HELD: colors.need}.get(
        kind, colors.accent
    )
    end = box.left() + box.width() * look.progress.percent / 100
    stroke, gap = _STROKES.get(kind, (end - box.left(), 0))
    left = box.left()
    while left < end:
        painter.fillRect(QRectF(left, box.bottom() - 2, min(stroke, end - left), 2), color)
        left += stroke + gap


def _paint_look(
    painter: QPainter,
    look: SessionLook,
    theme: Theme,
    *,
    left: float,
    right: float,
    middle: float,
) -> None:
    colors, fonts = theme.colors, theme.fonts
    paint_shape(painter, look.shape, left, middle, colors)
    left += SHAPE_SIZE + 8
    small = fonts.ui(metrics.SECONDARY_TEXT)
    if right - left > 180:
        limit = left + (right - left) * _NAME_SHARE
        right = _paint_state(painter, look, theme, limit=limit, right=right, middle=middle)
    name = fonts.semibold()
    left = draw_text(
        painter, look.name, name, colors.text, left=left, middle=middle, room=right - left
    )
    draw_text(
        painter,
        look.detail,
        small,
        colors.text3,
        left=left + 8,
        middle=middle,
        room=right - left - 8,
    )


def _paint_state(
    painter: QPainter,
    look: SessionLook,
    theme: Theme,
    *,
    limit: float,
    right: float,
    middle: float,
) -> float:
    """Draw bell, state and age between `limit` and `right`; return where names must end."""
    colors, fonts = theme.colors, theme.fonts
    small = fonts.ui(metrics.SECONDARY_TEXT)
    if look.age:
        age_left = right - text_width(look.age, small)
        draw_text(painter, look.age, small, colors.text3, left=age_left, middle=middle, room=right)
        right = age_left - 6
    width = min(text_width(look.state, small), right - limit)
    left = right - width
    color = colors.text if look.said else colors.text2
    draw_text(painter, look.state, small, color, left=left, middle=middle, room=width + 1)
    left = paint_marks(painter, look.marks, colors, right=left, middle=middle)
    if look.rang:
        left -= ICON_SIZE + 5
        paint_icon(painter, Icon.BELL, QPointF(left + ICON_SIZE / 2, middle), colors.need)
    return left - 12
