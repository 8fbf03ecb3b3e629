"""A style as the sequence that sets it, and a row as text with its styles."""

import pytest

from idea.domain.ports.terminal_core import PLAIN, Row, Run, Style, Underline, true_color
from idea.domain.styled_text import channels, sgr, styled


def test_a_true_colour_has_three_channels() -> None:
    assert channels(true_color(1, 128, 255)) == (1, 128, 255)


@pytest.mark.parametrize(
    ("style", "sequence"),
    [
        (PLAIN, b""),
        (Style(bold=True, italic=True), b"\x1b[1;3m"),
        (Style(faint=True, blink=True, inverse=True), b"\x1b[2;5;7m"),
        (Style(invisible=True, strikethrough=True, overline=True), b"\x1b[8;9;53m"),
        (Style(underline=Underline.CURLY), b"\x1b[4:3m"),
        (Style(foreground=0, background=255), b"\x1b[38:5:0;48:5:255m"),
        (Style(foreground=true_color(0, 0, 9)), b"\x1b[38:2::0:0:9m"),
        (
            Style(underline=Underline.SINGLE, underline_color=true_color(1, 2, 3)),
            b"\x1b[4:1;58:2::1:2:3m",
        ),
    ],
)
def test_a_style_is_one_sequence(style: Style, sequence: bytes) -> None:
    assert sgr(style) == sequence


def test_a_row_keeps_its_gaps_and_ends_each_style_before_the_next() -> None:
    row = Row((Run(2, 2, "ab", Style(bold=True)), Run(5, 2, "你", PLAIN)))
    assert styled(row) == b"\x1b[m  \x1b[1mab\x1b[m " + "你".encode()


def test_what_cannot_be_encoded_is_replaced() -> None:
    assert styled(Row((Run(0, 1, "\ud800", PLAIN),))) == b"\x1b[m?"
