"""The quiet signs beside an agent's name: a relaunch would change it, its template went on."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from idea.presentation.desktop.theme.theme import Colors
from idea.presentation.desktop.viewmodels.session_look import Mark
from idea.presentation.desktop.widgets.icons import ICON_SIZE, Icon, paint_icon

_ICONS: Final[Mapping[Mark, Icon]] = MappingProxyType(
    {Mark.RELAUNCH: Icon.RELAUNCH, Mark.BEHIND: Icon.BEHIND}
)
_GAP = 4


def paint_marks(
    painter: QPainter, marks: Sequence[Mark], colors: Colors, *, right: float, middle: float
) -> float:
    """Draw signs that end at `right`; return where the room for names ends."""
    for mark in reversed(marks):
        right -= ICON_SIZE + _GAP
        center = QPointF(right + ICON_SIZE / 2, middle)
        paint_icon(painter, _ICONS[mark], center, colors.need)
    return right


def marks_words(marks: Sequence[Mark]) -> str:
    """Return what signs say to who does not see them."""
    return ", ".join(mark.value for mark in marks)
