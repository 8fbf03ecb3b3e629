from idea.domain.ports.terminal_core import SelectionUnit
from idea.presentation.desktop.terminal.cell_span import Place, block_between, cells_between
from idea.presentation.desktop.terminal.feed_events import LineSelection
from idea.presentation.desktop.terminal.selection_drag import SelectionDrag


def at(line: int, border: int, column: int | None = None) -> Place:
    return Place(line=line, border=border, column=border if column is None else column)


def test_a_drag_within_a_line_takes_the_cells_between_two_borders() -> None:
    assert cells_between(at(3, 2), at(3, 5), 10) == ((3, 2), (3, 4))
    assert cells_between(at(3, 5), at(3, 2), 10) == ((3, 2), (3, 4))


def test_a_click_takes_nothing() -> None:
    assert cells_between(at(3, 2), at(3, 2), 10) is None


def test_a_drag_over_lines_reads_on_at_their_ends() -> None:
    assert cells_between(at(1, 10), at(3, 0), 10) == ((2, 0), (2, 9))
    assert cells_between(at(1, 4), at(2, 3), 10) == ((1, 4), (2, 2))


def test_from_the_end_of_a_line_to_the_start_of_the_next_is_nothing() -> None:
    assert cells_between(at(1, 10), at(2, 0), 10) is None


def test_a_block_is_a_rectangle_whatever_its_direction() -> None:
    assert block_between(at(5, 8), at(2, 3)) == ((2, 3), (5, 7))
    assert block_between(at(5, 3), at(2, 3)) is None


def test_two_clicks_select_a_word_and_three_a_line() -> None:
    drag = SelectionDrag()
    for clicks, unit in ((2, SelectionUnit.WORD), (3, SelectionUnit.LINE)):
        selected = drag.press(at(1, 4), clicks=clicks, extend=False, block=False, columns=10)
        assert selected == LineSelection(start=(1, 4), end=(1, 4), unit=unit)


def test_shift_extends_what_was_selected_before() -> None:
    drag = SelectionDrag()
    assert drag.press(at(1, 4), clicks=1, extend=False, block=False, columns=10) is None
    drag.release()
    extended = drag.press(at(2, 2), clicks=1, extend=True, block=False, columns=10)
    assert extended == LineSelection(start=(1, 4), end=(2, 1))


def test_dragging_words_backwards_keeps_both_words() -> None:
    drag = SelectionDrag()
    drag.press(at(1, 8), clicks=2, extend=False, block=False, columns=10)
    moved = drag.move(at(1, 2), 10)
    assert moved == LineSelection(start=(1, 2), end=(1, 8), unit=SelectionUnit.WORD)
