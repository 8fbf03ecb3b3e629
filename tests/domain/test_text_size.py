import pytest

from idea.domain.text_size import combined, stepped


@pytest.mark.parametrize(
    ("percent", "step", "expected"),
    [
        (100, 1, 110), (100, -1, 90), (110, 1, 125), (250, 1, 300), (60, -1, 50),
        (300, 1, 300), (50, -1, 50), (103, 1, 110), (103, -1, 100), (299, 1, 300),
    ],
)  # fmt: skip
def test_steps_end_at_half_and_three_times_the_usual_size(
    percent: int, step: int, expected: int
) -> None:
    assert stepped(percent, step) == expected


@pytest.mark.parametrize(
    ("all_cells", "one_cell", "expected"),
    [
        (100, 100, 100),
        (150, 100, 150),
        (100, 70, 70),
        (150, 150, 225),
        (300, 300, 300),
        (50, 50, 50),
    ],
)
def test_a_cell_is_scaled_with_all_and_by_itself_within_the_bounds(
    all_cells: int, one_cell: int, expected: int
) -> None:
    assert combined(all_cells, one_cell) == expected
