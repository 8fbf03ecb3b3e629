"""Draws a card: what stands for a cell that has no room for its terminal."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Theme
from idea.presentation.desktop.viewmodels.cells import CellView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.widgets.drawing import draw_text, longest_fitting, text_width
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

_WIDE = 160
"""From this width on a card has room around its words; below it every letter counts."""
_LEAST_BEFORE_STATE = 160
"""How much of the first line is left for names before its state is told there."""
_TWO_LINES = 46
_LINE = 19


def paint_card(
    painter: QPainter, box: QRectF, view: CellView, theme: Theme, *, hovered: bool, line: str
) -> None:
    """Draw a card into `box`; `line` is the last one that its session's screen shows."""
    painter.fillRect(box, theme.colors.bg2 if hovered else theme.colors.bg1)
    edge = 14 if box.width() >= _WIDE else 6
    two = box.height() >= _TWO_LINES
    middle = min(box.height() / 2 - (_LINE / 2 if two else 0), 40.0)
    if view.look is None:
        _paint_empty(painter, box, view, theme, edge=edge)
        return
    paint_shape(painter, view.look.shape, edge, middle, theme.colors)
    left = edge + SHAPE_SIZE + edge - 2
    state_left = _paint_state(painter, box, view.look, theme, edge=edge, middle=middle)
    _paint_names(painter, view, theme, left=left, right=state_left - 8, middle=middle)
    if two:
        tells_state = state_left < box.width() - edge
        _paint_second(
            painter,
            QRectF(left, middle + _LINE, box.width() - left - edge, 0),
            view.look,
            theme,
            line=line or ("" if tells_state else _state_words(view.look)),
        )


def _paint_empty(
    painter: QPainter, box: QRectF, view: CellView, theme: Theme, *, edge: float
) -> None:
    font, room = theme.fonts.ui(metrics.SECONDARY_TEXT), box.width() - 2 * edge
    words = longest_fitting((f"{view.address} · empty", view.address), font, room)
    middle = min(box.height() / 2, 40.0)
    color = theme.colors.text2
    draw_text(painter, words, font, color, left=edge, middle=middle, room=room)


def _paint_names(
    painter: QPainter, view: CellView, theme: Theme, *, left: float, right: float, middle: float
) -> None:
    look, colors = view.look, theme.colors
    if look is None:
        return
    end = draw_text(
        painter,
        look.name,
        theme.fonts.semibold(),
        colors.text,
        left=left,
        middle=middle,
        room=right - left,
    )
    small, spare = theme.fonts.ui(metrics.SECONDARY_TEXT), right - end - 6
    words = (f"{look.detail} · {view.address}", view.address, "")
    detail = longest_fitting(words, small, spare)
    draw_text(painter, detail, small, colors.text3, left=end + 6, middle=middle, room=spare)


def _paint_state(
    painter: QPainter, box: QRectF, look: SessionLook, theme: Theme, *, edge: float, middle: float
) -> float:
    """Draw state and age at the right; return where they begin, the edge without room for them."""
    words, font = _state_words(look), theme.fonts.ui(metrics.CAPTION_TEXT)
    left = box.width() - edge - text_width(words, font)
    if left < _LEAST_BEFORE_STATE:
        return box.width() - edge + 8
    color = theme.colors.text2
    draw_text(painter, words, font, color, left=left, middle=middle, room=box.width())
    return left


def _paint_second(
    painter: QPainter, where: QRectF, look: SessionLook, theme: Theme, *, line: str
) -> None:
    """Draw the second line: what waits for an answer, why it ended, else the last line it shows."""
    said = look.note.sentence if look.note is not None else look.reason
    font = (
        theme.fonts.ui(metrics.SECONDARY_TEXT) if said else theme.fonts.mono(metrics.CAPTION_TEXT)
    )
    draw_text(
        painter,
        said or line,
        font,
        theme.colors.text3,
        left=where.left(),
        middle=where.top(),
        room=where.width(),
    )


def _state_words(look: SessionLook) -> str:
    return " · ".join(part for part in (look.state, look.age) if part)
