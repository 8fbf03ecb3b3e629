import pytest

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.screen_look import DARK_LOOK, color_of
from idea.presentation.desktop.theme.tokens import (
    DARK,
    Tokens,
    builtin_tokens,
    contrast,
    parse_tokens,
)

GROUNDS = ("bg0", "bg1", "bg2", "term")
READABLE = ("text", "text2", "accent", "need", "error", "done", "info")


def themes() -> list[Tokens]:
    return list(builtin_tokens().values())


def test_there_is_a_dark_and_a_light_theme() -> None:
    assert {theme.name: theme.is_dark for theme in themes()} == {"dark": True, "light": False}


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_and_state_colours_are_readable_on_every_ground(theme: Tokens, ground: str) -> None:
    behind = getattr(theme, ground)
    poor = {
        name: contrast(getattr(theme, name), behind)
        for name in READABLE
        if contrast(getattr(theme, name), behind) < 4.5
    }

    assert poor == {}
    assert contrast(theme.text3, behind) >= 3


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("ground", ["bg3", "accent_soft", "need_soft", "error_soft"])
def test_text_is_readable_on_selected_and_coloured_grounds(theme: Tokens, ground: str) -> None:
    behind = getattr(theme, ground)

    assert min(contrast(theme.text, behind), contrast(theme.text2, behind)) >= 4.5


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_a_primary_button_is_readable(theme: Tokens) -> None:
    assert contrast(theme.bg0, theme.accent) >= 4.5


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_coloured_words_are_readable_in_a_terminal(theme: Tokens) -> None:
    poor = [color for color in theme.ansi[1:7] if contrast(color, theme.term) < 4.5]

    assert poor == []


def test_contrast_follows_its_definition() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('{"themes": {"mine": {}}}', "not complete"),
        ('{"themes": {"mine": {"bg9": "#000000"}}}', "not complete"),
    ],
)
def test_an_incomplete_theme_is_named(text: str, part: str) -> None:
    with pytest.raises(InvalidError, match=part):
        parse_tokens(text)


def test_programs_nobody_watches_are_told_the_dark_theme_until_a_window_says_otherwise() -> None:
    dark = builtin_tokens()[DARK]
    assert DARK_LOOK.colors == DefaultColors(
        foreground=color_of(dark.text),
        background=color_of(dark.term),
        cursor=color_of(dark.accent),
        palette=tuple(map(color_of, dark.ansi)),
    )
