from idea.domain.ports.terminal_core import DEFAULT_COLOR, PLAIN, Row, Run, true_color


def test_a_true_color_is_told_from_an_entry_of_the_palette() -> None:
    assert true_color(0x12, 0x34, 0x56) == 0x1123456
    assert true_color(0, 0, 0) > 255 > DEFAULT_COLOR


def test_a_plain_style_has_no_color_of_its_own() -> None:
    assert {PLAIN.foreground, PLAIN.background, PLAIN.underline_color} == {DEFAULT_COLOR}


def test_a_row_says_its_text_with_the_blanks_between_its_runs_and_none_behind() -> None:
    runs = (Run(2, 2, "ab", PLAIN), Run(4, 2, "好", PLAIN), Run(8, 3, "c  ", PLAIN))
    assert Row(runs).text == "  ab好  c"
    assert Row(()).text == ""
