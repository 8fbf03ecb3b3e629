"""Whether a colour scheme is dark."""

import pytest

from idea.domain.color_scheme import ColorScheme


@pytest.mark.parametrize(
    ("foreground", "background", "dark"),
    [(0xFFFFFF, 0x000000, True), (0x657B83, 0xFDF6E3, False), (0x839496, 0x002B36, True)],
)
def test_a_scheme_is_dark_when_its_text_is_lighter_than_its_ground(
    foreground: int, background: int, *, dark: bool
) -> None:
    scheme = ColorScheme(name="one", foreground=foreground, background=background, ansi=(0,) * 16)
    assert scheme.is_dark is dark
