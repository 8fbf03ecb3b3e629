"""State shapes: who sees no colours tells them apart as well."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.theme import Colors, theme_of
from idea.presentation.desktop.theme.tokens import Tokens, builtin_tokens
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

pytestmark = pytest.mark.usefixtures("qapp")
MARGIN = 4
SIDE = SHAPE_SIZE + 2 * MARGIN


def inked(shape: Shape, colors: Colors) -> frozenset[tuple[int, int]]:
    """Return the pixels a shape covers by half or more, whatever its colour."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_shape(painter, shape, MARGIN, SIDE / 2, colors)
    painter.end()
    places = ((x, y) for x in range(SIDE) for y in range(SIDE))
    return frozenset(place for place in places if image.pixelColor(*place).alpha() >= 128)


@pytest.mark.parametrize("theme", builtin_tokens().values(), ids=lambda theme: theme.name)
def test_any_two_states_differ_by_shape(theme: Tokens) -> None:
    colors = theme_of(theme, load_fonts()).colors
    drawn = {shape: inked(shape, colors) for shape in Shape}

    alike = [
        (one, other)
        for one, other in combinations(Shape, 2)
        if len(drawn[one] ^ drawn[other]) < 0.35 * max(len(drawn[one]), len(drawn[other]))
    ]

    assert alike == []
    assert all(drawn.values())


def test_shapes_are_larger_where_contrast_is_asked_for() -> None:
    usual, strong = (
        theme_of(builtin_tokens()[name], load_fonts()).colors for name in ("dark", "high-contrast")
    )

    assert all(len(inked(shape, strong)) > len(inked(shape, usual)) for shape in Shape)
    reach = {x - MARGIN for shape in Shape for x, _ in inked(shape, strong)}
    # The text beside a shape begins 5 pixels further right.
    assert min(reach) >= -2
    assert max(reach) < SHAPE_SIZE + 2
