"""Rows of many colours come out to the pixel as drawn the usual way."""

import random

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from idea.domain.ports.terminal_core import PLAIN, Modes, Row, Run, Style, Underline, true_color
from idea.domain.terminal import Size
from idea.presentation.desktop.terminal import dense_rows
from idea.presentation.desktop.terminal.dense_rows import are_exact
from idea.presentation.desktop.terminal.glyphs import glyph_book
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import CellMetrics, FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from support.dense_rows import dense
from support.terminal import a_frame

SIZE = Size(columns=90, rows=8)
_ASCII = "".join(map(chr, range(0x21, 0x7F)))


@pytest.fixture(params=(1.0, 1.25, 2.0))
def metrics(request: pytest.FixtureRequest, qapp: QApplication) -> CellMetrics:
    del qapp
    return cell_metrics(FontChoice("JetBrains Mono", 13, 18, request.param))


def _style(chance: random.Random, odd: float) -> Style:
    def color() -> int:
        return chance.choice(
            (-1, chance.randrange(256), true_color(*chance.choices(range(256), k=3)))
        )

    style = Style(color(), color(), bold=chance.random() < 0.3, italic=chance.random() < 0.3)
    if chance.random() >= odd:
        return style
    return style._replace(
        underline=chance.choice(tuple(Underline)),
        strikethrough=chance.random() < 0.3,
        invisible=chance.random() < 0.3,
        inverse=chance.random() < 0.3,
        faint=chance.random() < 0.3,
    )


def _row(chance: random.Random, columns: int, odd: float) -> Row:
    runs: list[Run] = []
    column = 0
    while column < columns - 2:
        text, cells = chance.choice(_ASCII), 1
        if chance.random() < odd:
            text, cells = chance.choice(
                ((" ", 1), ("  ", 2), ("字", 2), ("é", 1), ("─", 1), ("ab", 2), ("e\u0301", 1))
            )
        runs.append(Run(column, cells, text, _style(chance, odd)))
        column += cells
    return Row(tuple(runs))


def _painted(metrics: CellMetrics, rows: dict[int, Row], selected: int) -> GridPainter:
    painter = GridPainter(metrics, TerminalColors())
    selection = {selected: (10, 55)}
    painter.apply(a_frame(rows, columns=SIZE.columns, lines=SIZE.rows, selection=selection))
    return painter


@pytest.mark.parametrize("odd", [0.0, 0.1, 0.5])
def test_they_look_as_drawn_the_usual_way(
    metrics: CellMetrics, odd: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert are_exact(glyph_book(metrics))
    chance = random.Random(str((odd, metrics.pixel_ratio)))
    rows = {
        number: _row(chance, SIZE.columns - chance.randrange(0, 40), odd)
        for number in range(SIZE.rows)
    }
    drawn = _painted(metrics, rows, 3)
    monkeypatch.setattr(dense_rows, "_FEWEST_PIECES", 1000)
    assert drawn.image == _painted(metrics, rows, 3).image


@pytest.mark.parametrize(
    "colors",
    [TerminalColors(), TerminalColors(least_contrast=4.5), TerminalColors(bold_is_bright=True)],
    ids=["usual", "contrast", "bright"],
)
@pytest.mark.parametrize("reverse", [False, True])
def test_read_cell_by_cell_they_look_the_same(
    metrics: CellMetrics, colors: TerminalColors, *, reverse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(str((colors.least_contrast, metrics.pixel_ratio)))
    # Not in one row: what reaches out of its cell lies over shapes here, under them otherwise.
    signs = (_ASCII + "  é字\u0301", "  ─│▀▒⠿\ue0b0⎿")
    rows: dict[int, Row] = {}
    for number in range(SIZE.rows):
        columns = SIZE.columns - chance.randrange(0, 40)
        runs = (
            Run(at, 1, chance.choice(signs[number % 2]), _style(chance, 0)) for at in range(columns)
        )
        rows[number] = Row(dense(runs))
    modes = Modes(reverse_colors=reverse)

    def painted(content: dict[int, Row]) -> QImage:
        painter = GridPainter(metrics, colors)
        frame = a_frame(content, columns=SIZE.columns, lines=SIZE.rows)
        painter.apply(frame._replace(modes=modes, palette={20: true_color(1, 2, 3)}))
        return painter.image

    drawn = painted(rows)
    monkeypatch.setattr(dense_rows, "_FEWEST_PIECES", 1000)
    assert drawn == painted({number: Row(tuple(row.runs)) for number, row in rows.items()})


def test_what_is_only_blank_is_its_ground(metrics: CellMetrics) -> None:
    row = Row(
        tuple(
            Run(column, 1, " ", Style(background=true_color(column, 0, 0)))
            for column in range(SIZE.columns)
        )
    )
    image = _painted(metrics, {0: row}, 3).image
    image.setDevicePixelRatio(1)
    y = metrics.height - 1
    reds = [image.pixel(column * metrics.width, y) >> 16 & 255 for column in range(SIZE.columns)]
    assert reds == list(range(SIZE.columns))
    assert image.pixel(0, metrics.height) & 0xFFFFFF == TerminalColors().background
    assert PLAIN not in {run.style for run in row.runs}
