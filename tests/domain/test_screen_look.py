"""The look of screens nobody shows: colours are read strictly."""

import pytest

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import true_color
from idea.domain.screen_look import color_of


def test_a_colour_is_six_digits():
    assert color_of("#0A141e") == true_color(10, 20, 30)


@pytest.mark.parametrize("text", ["", "#fff", "#12345g", "#1234567", "red", "#-12345"])
def test_anything_else_is_refused(text):
    with pytest.raises(InvalidError, match="no colour"):
        color_of(text)
