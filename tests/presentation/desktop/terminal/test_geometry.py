import pytest
from PySide6.QtCore import QPointF, QRect, QSizeF
from PySide6.QtWidgets import QApplication

from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.geometry import GridPlace, shift_while_resizing
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics


def place(ratio: float = 1.0, shift_rows: int = 0) -> GridPlace:
    metrics = cell_metrics(FontChoice("JetBrains Mono", 13, 18, ratio))
    return GridPlace(metrics, round(8 * ratio), shift_rows)


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [(1.0, Size(98, 27)), (1.25, Size(98, 26)), (2.0, Size(98, 27))],
)
def test_the_room_is_what_fits_between_the_padding(
    qapp: QApplication, ratio: float, expected: Size
) -> None:
    del qapp
    assert place(ratio).room(QSizeF(800, 502)) == expected


def test_a_view_without_room_still_has_one_cell(qapp: QApplication) -> None:
    del qapp
    assert place().room(QSizeF(0, 0)) == Size(1, 1)


def test_a_point_finds_its_row_and_pixels(qapp: QApplication) -> None:
    del qapp
    grid = place(2.0)
    assert grid.row_at(QPointF(8, 8)) == 0
    assert grid.row_at(QPointF(8, 7.9)) == -1
    assert grid.row_at(QPointF(8, 8 + 18 * 3)) == 3
    assert grid.pixel_at(QPointF(18, 8)) == (20, 0)


def test_damage_covers_its_rows_and_little_more(qapp: QApplication) -> None:
    del qapp
    assert place().rows_rect(2, 3, 800) == QRect(0, 8 + 36 - 1, 800, 36 + 2)
    assert place(shift_rows=-2).rows_rect(2, 3, 800) == QRect(0, 8 - 1, 800, 36 + 2)


@pytest.mark.parametrize(
    ("rows", "cursor_row", "history", "expected"),
    [
        (20, 19, 0, -4),  # Full page: the top goes out of sight.
        (20, 3, 0, 0),  # Blank lines below the prompt go first.
        (20, 17, 0, -2),
        (16, 5, 0, 0),
        (10, 9, 100, 6),  # Lines of history will come from above.
        (10, 9, 2, 2),
        (10, 9, 0, 0),
    ],
)
def test_the_bottom_line_stays_in_place_while_resizing(
    rows: int, cursor_row: int, history: int, expected: int
) -> None:
    shift = shift_while_resizing(Size(80, rows), Size(80, 16), cursor_row, history)
    assert shift == expected
