"""Characters drawn by geometry: lines that join and areas that tile, at every size and scale."""

import unicodedata
from functools import cache
from itertools import product

import pytest
from PySide6.QtGui import QColor, QImage, QPainter, qGray
from PySide6.QtWidgets import QApplication

from idea.presentation.desktop.terminal.block_shapes import draw_shape, is_drawn
from idea.presentation.desktop.terminal.box_lines import Weight, arms_of
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from support.terminal import a_frame, a_row

THEME = TerminalColors()
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
FONT_SIZES = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 23, 27, 32, 39, 48, 57, 72)
CELLS = ((5, 9), (6, 11), (7, 15), (8, 18), (9, 20), (10, 23), (12, 27), (16, 36), (43, 99))
STRAIGHT = [
    char
    for char in map(chr, range(0x2500, 0x2580))
    if not any(word in unicodedata.name(char) for word in ("DASH", "ARC", "DIAGONAL"))
]
SAME = (
    {"\ue0bb", "\ue0bd"},
    {"\ue0b9", "\ue0bf"},
    {"▒", "\U0001fb90"},
    {"\U0001cdb7", "\U0001fb97"},
)
"""Twins: separators of powerline fonts, a half shade and its inverse, two bars."""
ARCS = {"╭": ("right", "down"), "╮": ("left", "down"), "╯": ("left", "up"), "╰": ("right", "up")}


@cache
def alphas(char: str, width: int, height: int) -> list[bytes]:
    """Return how opaque each pixel is, line by line."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    draw_shape(painter, char, width, height, QColor(0xFFFFFF))
    painter.end()
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    stride = alpha.bytesPerLine()
    data = bytes(alpha.constBits())
    return [data[y * stride : y * stride + width] for y in range(height)]


def edge(char: str, side: str, cell: tuple[int, int]) -> bytes:
    """Return the pixels of a character along one side of its cell."""
    lines = alphas(char, *cell)
    match side:
        case "left":
            return bytes(line[0] for line in lines)
        case "right":
            return bytes(line[-1] for line in lines)
        case "up":
            return lines[0]
        case _:
            return lines[-1]


@pytest.mark.parametrize("cell", CELLS)
def test_arms_of_one_weight_end_in_the_same_pixels_on_every_character(
    cell: tuple[int, int],
) -> None:
    ends: dict[tuple[Weight, bool], set[bytes]] = {}
    for char in STRAIGHT:
        for side, weight in arms_of(char)._asdict().items():
            found = edge(char, side, cell)
            ends.setdefault((weight, side in {"up", "down"}), set()).add(found)
            assert any(found) == (weight is not Weight.NONE), (char, side)
    assert {key: len(found) for key, found in ends.items()} == dict.fromkeys(ends, 1)


@pytest.mark.parametrize("cell", CELLS)
def test_rounded_corners_end_where_straight_lines_begin(cell: tuple[int, int]) -> None:
    for char, sides in ARCS.items():
        for side in sides:
            line = "│" if side in {"up", "down"} else "─"
            assert edge(char, side, cell) == edge(line, side, cell), (char, side)


def blank_lines(image: QImage, *, upright: bool) -> int:
    """Return how many lines of pixels across a drawing show nothing but ground."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    stride, width, height = grey.bytesPerLine(), grey.width(), grey.height()
    data = bytes(grey.constBits())
    level = bytes([qGray(THEME.background)])
    if upright:
        lines = [data[y * stride : y * stride + width] for y in range(height)]
    else:
        lines = [data[x : stride * height : stride] for x in range(width)]
    return sum(line == level * len(line) for line in lines)


@pytest.mark.parametrize("scale", SCALES)
def test_a_line_over_several_cells_has_no_gap(qapp: QApplication, scale: float) -> None:
    del qapp
    for size in FONT_SIZES:
        metrics = cell_metrics(FontChoice("JetBrains Mono", size, round(size * 1.38), scale))
        painter = GridPainter(metrics, THEME)
        # The middle of ╬ is open, so ╦ and ╠ stand for the crossings of double lines.
        for text in ("─┼─╮", "━╋┯┳", "═╦═╩", "▀▔▄█", "▁▂▃▇"):
            painter.apply(a_frame({0: a_row(text)}, columns=4, lines=4))
            row = painter.image.copy(0, 0, 3 * metrics.width, metrics.height)
            row.setDevicePixelRatio(1)
            assert blank_lines(row, upright=False) == 0, (size, text)
        for text in ("│┼│╰", "┃╋┠┣", "║╠║╣", "▌▏▐█", "▕▐│╽"):
            rows = {number: a_row(char) for number, char in enumerate(text)}
            painter.apply(a_frame(rows, columns=4, lines=4))
            column = painter.image.copy(0, 0, metrics.width, 3 * metrics.height)
            column.setDevicePixelRatio(1)
            assert blank_lines(column, upright=True) == 0, (size, text)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (0x1CD00, "3"), (0x1CD01, "23"), (0x1CD03, "4"), (0x1CD09, "5"), (0x1CD0B, "25"),
        (0x1CD13, "1245"), (0x1CDAE, "1278"), (0x1CDE5, "2345678"), (0x1CEA0, "8"), (0x1CEA3, "7"),
        (0x1CEA8, "1"), (0x1CEAB, "2"), (0x1FBE6, "35"), (0x1FBE7, "46"),
    ],
)  # fmt: skip
def test_octants_raise_the_eighths_of_their_names(code: int, name: str) -> None:
    width, height = 8, 20
    lines = alphas(chr(code), width, height)
    raised = {
        str(1 + row * 2 + column)
        for row, column in product(range(4), range(2))
        if lines[row * 5 + 2][column * 4 + 1]
    }
    assert raised == set(name)
    assert {alpha for line in lines for alpha in line} == {0, 255}


def wedge_pairs() -> list[tuple[str, str]]:
    """Return the wedges on both sides of each line."""
    by_line: dict[str, list[str]] = {}
    for char in map(chr, range(0x1FB3C, 0x1FB68)):
        by_line.setdefault(unicodedata.name(char).partition("DIAGONAL ")[2], []).append(char)
    return [(one, other) for one, other in by_line.values()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *wedge_pairs(),
        ("\U0001fb68", "\U0001fb6c"), ("\U0001fb69", "\U0001fb6d"), ("\U0001fb6a", "\U0001fb6e"),
        ("\U0001fb6b", "\U0001fb6f"), ("\U0001fb9a", "\U0001fb9b"), ("\U0001fb82", "▆"),
        ("\U0001fb95", "\U0001fb96"), ("\U0001fb85", "▂"), ("\U0001fb87", "▊"), ("\U0001fb8b", "▏"),
    ],
)  # fmt: skip
def test_shapes_on_both_sides_of_a_border_fill_the_cell(one: str, other: str) -> None:
    for width, height in ((8, 18), (11, 25), (20, 46)):
        first, second = alphas(one, width, height), alphas(other, width, height)
        both = [
            a + b for lines in zip(first, second, strict=True) for a, b in zip(*lines, strict=True)
        ]
        assert max(abs(sum_ - 255) for sum_ in both) <= 8, (one, other)
        assert any(map(any, first))
        assert any(map(any, second))


@pytest.mark.parametrize(
    ("one", "other", "whole"),
    [
        ("\U0001fb8c", "\U0001fb8d", "\U0001fb90"), ("\U0001fb8e", "\U0001fb8f", "▒"),
        ("\U0001fb9c", "\U0001fb9e", "▒"), ("\U0001fb9d", "\U0001fb9f", "▒"),
    ],
)  # fmt: skip
def test_shaded_parts_make_a_shaded_cell(one: str, other: str, whole: str) -> None:
    for cell in ((8, 18), (11, 25)):
        pictures = [b"".join(alphas(char, *cell)) for char in (one, other, whole)]
        sums = [a + b - c for a, b, c in zip(*pictures, strict=True)]
        assert max(map(abs, sums)) <= 8, (one, other)
        assert any(pictures[0])
        assert any(pictures[1])


def test_every_shape_there_is_shows_something_and_each_its_own() -> None:
    drawn = [chr(code) for code in (*range(0x2500, 0x2A00), *range(0xE000, 0xF000))]
    drawn += [chr(code) for code in range(0x1CC00, 0x1FC00)]
    drawn = [char for char in drawn if is_drawn(char) and char != "\u2800"]
    pictures: dict[tuple[bytes, ...], str] = {}
    for char in drawn:
        picture = tuple(alphas(char, 24, 48))
        assert any(map(any, picture)), hex(ord(char))
        twin = pictures.setdefault(picture, char)
        assert twin == char or {twin, char} in SAME, (hex(ord(twin)), hex(ord(char)))
    assert len(drawn) > 700
