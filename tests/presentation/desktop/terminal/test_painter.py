"""Pixels: colours in cells, alignment, and that damage paints what a full repaint would."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from idea.domain.ports.terminal_core import (
    PLAIN,
    Frame,
    Modes,
    Row,
    Run,
    Screen,
    SelectionUnit,
    Style,
    Underline,
    true_color,
)
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal.colors import Variant
from idea.presentation.desktop.terminal.glyphs import glyph_book
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import CellMetrics, FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.terminal.readable import mix
from support.terminal import a_frame, a_row

THEME = TerminalColors()
RATIOS = (1.0, 1.25, 1.5, 2.0)


@pytest.fixture(params=RATIOS)
def metrics(request: pytest.FixtureRequest, qapp: QApplication) -> CellMetrics:
    del qapp
    return cell_metrics(FontChoice("JetBrains Mono", 13, 18, request.param))


@pytest.fixture
def metrics_1(qapp: QApplication) -> CellMetrics:
    del qapp
    return cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1.0))


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = select_core().create(Size(columns=40, rows=12), 500)
    yield screen
    screen.close()


def painted(metrics: CellMetrics, frame: Frame) -> GridPainter:
    painter = GridPainter(metrics, THEME)
    painter.apply(frame)
    return painter


def cell_pixels(painter: GridPainter, row: int, column: int, cells: int = 1) -> QImage:
    width, height = painter.metrics.width, painter.metrics.height
    image = painter.image.copy(column * width, row * height, cells * width, height)
    image.setDevicePixelRatio(1)
    return image


def colors_of(image: QImage) -> set[int]:
    return {
        image.pixel(x, y) & 0xFFFFFF for x in range(image.width()) for y in range(image.height())
    }


def inked_columns(image: QImage) -> list[int]:
    """Return the x of every column of pixels that is not all ground."""
    return [
        x
        for x in range(image.width())
        if any(image.pixel(x, y) & 0xFFFFFF != THEME.background for y in range(image.height()))
    ]


def test_cells_are_whole_device_pixels(metrics: CellMetrics) -> None:
    ratio = metrics.pixel_ratio
    assert (metrics.width, metrics.height) == (
        {1.0: 8, 1.25: 10, 1.5: 12, 2.0: 16}[ratio],
        {1.0: 18, 1.25: 23, 1.5: 27, 2.0: 36}[ratio],
    )
    painter = painted(metrics, a_frame())
    assert painter.image.width() == 10 * metrics.width
    assert painter.image.devicePixelRatio() == ratio


def test_a_background_fills_its_cells_and_not_a_pixel_more(metrics: CellMetrics) -> None:
    red = Style(background=true_color(200, 0, 0))
    row = Row(runs=(Run(0, 2, "  ", PLAIN), Run(2, 3, "   ", red)))
    painter = painted(metrics, a_frame({1: row}))
    assert colors_of(cell_pixels(painter, 1, 2, 3)) == {0xC80000}
    for neighbour in ((1, 1), (1, 5), (0, 2), (2, 2)):
        assert colors_of(cell_pixels(painter, *neighbour)) == {THEME.background}


def test_a_full_block_fills_its_cell_with_the_text_colour(metrics: CellMetrics) -> None:
    painter = painted(metrics, a_frame({0: a_row("█")}))
    assert colors_of(cell_pixels(painter, 0, 0)) == {THEME.foreground}
    assert colors_of(cell_pixels(painter, 0, 1)) == {THEME.background}


def test_half_blocks_meet(metrics: CellMetrics) -> None:
    top = cell_pixels(painted(metrics, a_frame({0: a_row("▀")})), 0, 0)
    bottom = cell_pixels(painted(metrics, a_frame({0: a_row("▄")})), 0, 0)
    for y in range(metrics.height):
        assert {top.pixel(0, y) & 0xFFFFFF, bottom.pixel(0, y) & 0xFFFFFF} == {
            THEME.background,
            THEME.foreground,
        }


def test_box_lines_join_without_a_gap(metrics: CellMetrics) -> None:
    painter = painted(metrics, a_frame({0: a_row("┌──┐"), 1: a_row("│  │"), 2: a_row("└──┘")}))
    image = painter.image.copy()
    image.setDevicePixelRatio(1)
    width, height = metrics.width, metrics.height
    line_y = next(y for y in range(height) if image.pixel(width, y) & 0xFFFFFF == THEME.foreground)
    line_x = next(x for x in range(width) if image.pixel(x, height) & 0xFFFFFF == THEME.foreground)
    across = {image.pixel(x, line_y) & 0xFFFFFF for x in range(line_x, 3 * width + line_x)}
    down = {image.pixel(line_x, y) & 0xFFFFFF for y in range(line_y, 2 * height + line_y)}
    assert (across, down) == ({THEME.foreground}, {THEME.foreground})


def test_every_letter_stays_on_the_grid(metrics: CellMetrics) -> None:
    """The same letter looks the same in every column: nothing drifts."""
    painter = painted(metrics, a_frame({0: a_row("mmmmmmmmmm")}))
    first = cell_pixels(painter, 0, 0)
    assert all(cell_pixels(painter, 0, column) == first for column in range(1, 10))
    assert len(inked_columns(first)) > metrics.width // 2


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("好", 2),
        ("🙂", 2),
        ("e\u0301", 1),
        ("👍🏽", 2),
        ("한", 2),
        ("⎿", 1),
        ("↳", 1),
        ("a\u20dd", 1),
        ("👩\u200d👩\u200d👧", 2),
        ("🇩🇪", 2),
        ("1\ufe0f\u20e3", 2),
        ("❤\ufe0f", 2),
    ],
)
def test_clusters_stay_inside_their_cells(metrics: CellMetrics, text: str, cells: int) -> None:
    row = Row(runs=(Run(0, 2, "  ", PLAIN), Run(2, cells, text, PLAIN)))
    painter = painted(metrics, a_frame({0: row}))
    inked = inked_columns(cell_pixels(painter, 0, 0, 10))
    assert inked, "nothing was drawn"
    assert 2 * metrics.width <= inked[0]
    assert inked[-1] < (2 + cells) * metrics.width


def test_what_follows_a_wide_character_is_not_shifted(metrics: CellMetrics) -> None:
    wide = Row(runs=(Run(0, 2, "好", PLAIN), Run(2, 1, "m", PLAIN)))
    narrow = a_row("xym")
    one, other = (painted(metrics, a_frame({0: row})) for row in (wide, narrow))
    assert cell_pixels(one, 0, 2) == cell_pixels(other, 0, 2)


@pytest.mark.parametrize("kind", [kind for kind in Underline if kind is not Underline.NONE])
def test_underlines_have_their_own_colour_and_stay_in_the_row(
    metrics: CellMetrics, kind: Underline
) -> None:
    style = Style(underline=kind, underline_color=true_color(255, 0, 0))
    painter = painted(metrics, a_frame({0: a_row("    ", style)}))
    image = cell_pixels(painter, 0, 0, 4)
    reddest = max(colors_of(image), key=lambda color: (color >> 16) - (color & 255))
    assert reddest >> 16 > 0xB0
    above = image.copy(0, 0, image.width(), metrics.baseline)
    assert colors_of(above) == {THEME.background}
    assert colors_of(cell_pixels(painter, 1, 0, 4)) == {THEME.background}


def test_underline_kinds_differ(metrics_1: CellMetrics) -> None:
    pictures = [
        cell_pixels(painted(metrics_1, a_frame({0: a_row("    ", Style(underline=kind))})), 0, 0, 4)
        for kind in Underline
    ]
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


def test_strikethrough_and_overline_are_drawn(metrics_1: CellMetrics) -> None:
    painter = painted(
        metrics_1,
        a_frame({0: a_row("  ", Style(strikethrough=True)), 1: a_row("  ", Style(overline=True))}),
    )
    struck, over = cell_pixels(painter, 0, 0), cell_pixels(painter, 1, 0)
    assert struck.pixel(0, metrics_1.strike_top) & 0xFFFFFF == THEME.foreground
    assert over.pixel(0, 0) & 0xFFFFFF == THEME.foreground


def test_invisible_text_is_not_drawn(metrics_1: CellMetrics) -> None:
    painter = painted(metrics_1, a_frame({0: a_row("secret", Style(invisible=True))}))
    assert colors_of(cell_pixels(painter, 0, 0, 6)) == {THEME.background}


def test_bold_and_italic_are_other_glyphs(metrics_1: CellMetrics) -> None:
    pictures = [
        cell_pixels(painted(metrics_1, a_frame({0: a_row("g", style)})), 0, 0)
        for style in (
            PLAIN, Style(bold=True), Style(italic=True), Style(bold=True, italic=True),
        )
    ]  # fmt: skip
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


def test_a_selection_tints_also_the_blank_cells_of_its_row(metrics_1: CellMetrics) -> None:
    frame = a_frame({0: a_row("ab")}, selection={0: (1, 6)})
    painter = painted(metrics_1, frame)
    tint = mix(THEME.background, THEME.selection, 0.34)
    assert tint not in colors_of(cell_pixels(painter, 0, 0))
    assert tint in colors_of(cell_pixels(painter, 0, 1))
    assert colors_of(cell_pixels(painter, 0, 5)) == {tint}
    assert colors_of(cell_pixels(painter, 0, 6)) == {THEME.background}


def test_half_a_wide_character_selects_it_whole(metrics_1: CellMetrics) -> None:
    row = Row(runs=(Run(0, 2, "好", PLAIN),))
    painter = painted(metrics_1, a_frame({0: row}, selection={0: (1, 3)}))
    tint = mix(THEME.background, THEME.selection, 0.34)
    assert tint in colors_of(cell_pixels(painter, 0, 0))
    assert colors_of(cell_pixels(painter, 0, 2)) == {tint}


def test_a_program_may_change_the_ground_of_everything(metrics_1: CellMetrics) -> None:
    painter = painted(metrics_1, a_frame({0: a_row("a")}))
    painter.apply(a_frame(full=False, palette={-2: true_color(0, 0, 90)}))
    assert colors_of(cell_pixels(painter, 3, 9)) == {0x00005A}
    painter.apply(a_frame(full=False, modes=Modes(reverse_colors=True)))
    assert colors_of(cell_pixels(painter, 3, 9)) == {THEME.foreground}


def test_only_changed_rows_are_painted(metrics_1: CellMetrics) -> None:
    painter = painted(metrics_1, a_frame({0: a_row("a"), 1: a_row("b")}))
    before = painter.painted_rows
    changed = painter.apply(a_frame({1: a_row("c"), 0: a_row("a")}, full=False))
    assert (changed, painter.painted_rows - before) == ((1,), 1)


def test_another_look_is_painted_once_and_only_when_it_is_seen(
    metrics_1: CellMetrics, metrics: CellMetrics
) -> None:
    painter = painted(metrics_1, a_frame({0: a_row("a"), 1: a_row("b")}))
    before, rows = painter.painted_rows, painter.size.rows
    light = TerminalColors(background=0xFFFFFF, foreground=0x000000)
    painter.set_colors(light)
    painter.set_metrics(metrics)
    assert painter.painted_rows == before

    assert colors_of(cell_pixels(painter, 3, 9)) == {0xFFFFFF}
    assert colors_of(cell_pixels(painter, 0, 0)) > {0xFFFFFF}
    assert painter.painted_rows - before == rows

    painter.set_colors(THEME)
    changed = painter.apply(a_frame({1: a_row("c")}, full=False))
    assert len(changed) == rows
    assert colors_of(cell_pixels(painter, 3, 9)) == {THEME.background}
    assert painter.painted_rows - before == 2 * rows


def test_a_scrolled_page_paints_its_new_row_only(metrics_1: CellMetrics) -> None:
    rows = [a_row(f"line {number}") for number in range(30)]
    painter = painted(metrics_1, a_frame(dict(enumerate(rows[:20])), lines=20))
    before = painter.painted_rows
    painter.apply(a_frame(dict(enumerate(rows[1:21])), lines=20, top=1))
    assert painter.painted_rows - before == 1


WORDS = (
    "hello", "world", "\x1b[1m", "\x1b[3m", "\x1b[0m", "\x1b[31m", "\x1b[44m", "\x1b[4:3m", "\r\n",
    "\r\n", "\r\n", "\n", "好", "🙂", "e\u0301", "─┼│", "\x1b[K", "\x1b[2J", "\x1b[5;3H", "\x1bM",
    "\x1b[2;8r", "\x1b[r", "\x1b[L", "\x1b[M", "\x1b[7m", "\x1b[9m", "\x1b[48;2;9;99;9m", "\t",
    "\x1b[?5h", "\x1b[?5l", "ÅÄÖ", "⠋", "\x1b[S", "\x1b[T", "jfgÂ",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("ratio", RATIOS)
def test_damage_paints_what_a_full_repaint_would(
    qapp: QApplication, screen: Screen, ratio: float
) -> None:
    del qapp
    metrics = cell_metrics(FontChoice("JetBrains Mono", 13, 18, ratio))
    chance = random.Random(int(ratio * 100))
    incremental = GridPainter(metrics, THEME)
    rows: dict[int, Row] = {}
    for step in range(120):
        screen.feed("".join(chance.choices(WORDS, k=chance.randint(1, 25))).encode())
        match chance.randrange(8):
            case 0:
                screen.scroll_by(chance.randint(-9, 9))
            case 1:
                screen.scroll_to_bottom()
            case 2:
                start = (chance.randrange(12), chance.randrange(40))
                screen.select(start, (11, 39), SelectionUnit.CELL, block=step % 2 == 0)
            case 3:
                screen.clear_selection()
            case _:
                pass
        frame = screen.take_frame()
        incremental.apply(frame)
        rows.update(frame.rows)
        whole = GridPainter(metrics, THEME)
        whole.apply(frame._replace(rows=rows, full=True))
        assert incremental.image == whole.image, f"step {step}"


def test_a_new_look_repaints_everything(qapp: QApplication) -> None:
    del qapp
    one, two = (cell_metrics(FontChoice("JetBrains Mono", 13, 18, ratio)) for ratio in (1.0, 2.0))
    moved = painted(one, a_frame({0: a_row("abc")}))
    moved.set_metrics(two)
    assert moved.image == painted(two, a_frame({0: a_row("abc")})).image


def test_a_missing_font_is_replaced(qapp: QApplication) -> None:
    del qapp
    metrics = cell_metrics(FontChoice("No Such Font", 13, 18, 1.0))
    painter = painted(metrics, a_frame({0: a_row("W")}))
    assert inked_columns(cell_pixels(painter, 0, 0))


def test_signs_are_joined_only_where_the_person_wants_it(qapp: QApplication) -> None:
    del qapp
    frame = a_frame({0: a_row("a => b"), 1: a_row("=∑ =>"), 2: a_row("= >")})
    usual, joined = (
        painted(cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1.0, ligatures)), frame)
        for ligatures in (False, True)
    )
    assert cell_pixels(usual, 0, 2, 2) != cell_pixels(joined, 0, 2, 2)
    assert cell_pixels(joined, 1, 3, 2) == cell_pixels(joined, 0, 2, 2)
    for row, column, cells in ((0, 0, 2), (0, 4, 2), (1, 0, 2), (2, 0, 3)):
        assert cell_pixels(usual, row, column, cells) == cell_pixels(joined, row, column, cells)


@pytest.mark.parametrize("line", [1.0, 1.38])
@pytest.mark.parametrize("text", ["🙂", "👩\u200d👩\u200d👧", "🇩🇪", "1\ufe0f\u20e3", "好"])
def test_wide_characters_are_in_the_middle_and_whole(
    qapp: QApplication, text: str, line: float
) -> None:
    """Whole means as much ink as in a cell with room on all sides."""
    del qapp
    usual, roomy = (
        painted(
            cell_metrics(FontChoice("JetBrains Mono", 26, round(26 * height), 1.0)),
            a_frame({0: Row(runs=(Run(0, 2, text, PLAIN),))}),
        )
        for height in (line, 3)
    )
    one, other = cell_pixels(usual, 0, 0, 2), cell_pixels(roomy, 0, 0, 2)
    inked = inked_columns(one)
    assert abs(inked[0] - (one.width() - 1 - inked[-1])) <= 4
    ink = [
        sum(image.pixel(x, y) & 0xFFFFFF != THEME.background for y in range(image.height()))
        for image in (one, other)
        for x in range(image.width())
    ]
    half = len(ink) // 2
    assert abs(sum(ink[:half]) - sum(ink[half:])) <= one.width()


def test_text_from_right_to_left_stays_in_the_order_of_its_cells(metrics_1: CellMetrics) -> None:
    word = "שלום"
    whole = painted(metrics_1, a_frame({0: a_row(word)}))
    for column, char in enumerate(word):
        alone = painted(metrics_1, a_frame({0: a_row(" " * column + char)}))
        assert inked_columns(cell_pixels(alone, 0, column))
        assert cell_pixels(whole, 0, column) == cell_pixels(alone, 0, column)


def test_marks_that_no_font_joins_lie_over_their_letter(metrics_1: CellMetrics) -> None:
    if not glyph_book(metrics_1)._has_glyph("\u20dd", Variant.REGULAR):
        pytest.skip("No font here has the mark.")
    alone, marked = (
        cell_pixels(painted(metrics_1, a_frame({0: Row(runs=(Run(0, 1, text, PLAIN),))})), 0, 0)
        for text in ("a", "a\u20dd")
    )
    inked = [
        (x, y)
        for x in range(alone.width())
        for y in range(alone.height())
        if alone.pixel(x, y) & 0xFFFFFF != THEME.background
    ]
    assert inked
    assert marked != alone
    assert all(marked.pixel(x, y) & 0xFFFFFF != THEME.background for x, y in inked)


def test_blinking_text_stands_still(metrics_1: CellMetrics) -> None:
    still, blinking = (
        painted(metrics_1, a_frame({0: a_row("abc", Style(blink=blink))})).image
        for blink in (False, True)
    )
    assert still == blinking


def test_signs_of_players_are_drawn_as_the_text_they_are_meant_as(metrics_1: CellMetrics) -> None:
    signs = painted(metrics_1, a_frame({0: a_row("⏵⏵ ⏸ ⬝⬝")}))
    shapes = painted(metrics_1, a_frame({0: a_row("▶▶ ∥ ▪▪")}))
    assert inked_columns(cell_pixels(signs, 0, 0, 2))
    for column in range(7):
        assert cell_pixels(signs, 0, column) == cell_pixels(shapes, 0, column), column
