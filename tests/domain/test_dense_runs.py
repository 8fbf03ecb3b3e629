"""Dense runs are the runs they stand for."""

from hypothesis import given
from hypothesis import strategies as st

from idea.domain.ports.terminal_core import PLAIN, Row, Run, Style, true_color
from support.dense_rows import dense

_COLORS = st.one_of(
    st.just(-1), st.integers(0, 255), st.integers(0, 0xFFFFFF).map(lambda rgb: 0x1000000 | rgb)
)
_STYLES = st.tuples(_COLORS, _COLORS, st.booleans(), st.booleans()).map(
    lambda look: Style(look[0], look[1], bold=look[2], italic=look[3])
)
_CELLS = st.lists(st.tuples(st.sampled_from("ab é─"), _STYLES), max_size=30)


def _runs(cells: list[tuple[str, Style]]) -> tuple[Run, ...]:
    """Return cells as runs, equal styles joined, blank cells of plain style left out at the end."""
    while cells and cells[-1] == (" ", PLAIN):
        cells = cells[:-1]
    runs: list[Run] = []
    for column, (char, style) in enumerate(cells):
        if runs and runs[-1].style == style:
            last = runs.pop()
            runs.append(last._replace(cells=last.cells + 1, text=last.text + char))
        else:
            runs.append(Run(column, 1, char, style))
    return tuple(runs)


@given(_CELLS)
def test_they_read_as_the_runs_they_stand_for(cells: list[tuple[str, Style]]) -> None:
    runs = _runs(cells)
    made = dense(Run(column, 1, *cell) for column, cell in enumerate(cells))
    assert (tuple(made), len(made), bool(made)) == (runs, len(runs), bool(runs))
    assert Row(made) == Row(runs)
    assert Row(runs) == Row(made)
    assert hash(made) == hash(runs)
    assert Row(made).text == Row(runs).text
    assert repr(made) == repr(runs)


@given(_CELLS, _CELLS)
def test_they_are_equal_when_their_runs_are(
    some: list[tuple[str, Style]], others: list[tuple[str, Style]]
) -> None:
    first, second = (
        dense(Run(column, 1, *cell) for column, cell in enumerate(cells))
        for cells in (some, others)
    )
    assert (first == second) == (tuple(first) == tuple(second))
    assert (dense(tuple(first)) == first) is True


def test_a_part_of_them_is_a_tuple() -> None:
    made = dense([Run(0, 1, "a", Style(true_color(1, 2, 3))), Run(1, 2, "bc", PLAIN)])
    assert made[-1] == Run(1, 2, "bc", PLAIN)
    assert made[:1] == (Run(0, 1, "a", Style(true_color(1, 2, 3))),)


def test_what_is_painted_is_compared_by_its_cells() -> None:
    red, blue = Style(true_color(255, 0, 0)), Style(4, bold=True)
    made, same = (dense([Run(0, 1, "a", red), Run(1, 1, "b", blue)]) for _ in range(2))
    assert made == same
    assert made == (Run(0, 1, "a", red), Run(1, 1, "b", blue))
    assert made != dense([Run(0, 1, "a", red), Run(1, 1, "b", red)])
    assert {made, tuple(made)} == {same}
    assert (len(made), bool(made), list(made)) == (2, True, list(made[:]))
    assert (bool(dense(())), repr(dense(()))) == (False, "()")
