import pytest

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.screen_look import DARK_LOOK, color_of
from idea.domain.settings import setting_named
from idea.presentation.desktop.theme.tokens import (
    DARK,
    Tokens,
    builtin_tokens,
    contrast,
    parse_tokens,
)

TEXTS_BY_GROUND = {
    "bg0": ("text", "text2", "text3", "accent", "need", "error", "done", "info"),
    "bg1": ("text", "text2", "text3", "accent", "need", "error", "done", "info"),
    "bg2": ("text", "text2", "text3", "accent", "need", "error", "done", "info"),
    "bg3": ("text", "text2", "text3", "accent", "need", "error", "done", "info"),
    "term": ("text", "text2", "text3", "accent", "need", "error", "done", "info"),
    "accent": ("bg0",),
    "accent_soft": ("text", "text2", "text3", "accent"),
    "need_soft": ("text", "text2", "need"),
    "error_soft": ("text", "text2", "error"),
}
"""What is written on what: on hover and selected grounds (bg3), primary buttons (accent), soft
buttons and chosen lines (accent_soft), questions (need_soft) and failures (error_soft)."""


def themes() -> list[Tokens]:
    return list(builtin_tokens().values())


def least(theme: Tokens) -> float:
    return 7.0 if theme.stands_out else 4.5


def test_there_is_a_dark_and_a_light_theme_of_usual_and_of_high_contrast() -> None:
    assert {theme.name: (theme.is_dark, theme.stands_out) for theme in themes()} == {
        "dark": (True, False),
        "light": (False, False),
        "high-contrast": (True, True),
        "high-contrast-light": (False, True),
    }
    assert set(setting_named("appearance.theme").choices) == {"system", *builtin_tokens()}


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_ground_it_stands_on(theme: Tokens) -> None:
    poor = {
        (text, ground): round(found, 2)
        for ground, texts in TEXTS_BY_GROUND.items()
        for text in texts
        if (found := contrast(getattr(theme, text), getattr(theme, ground))) < least(theme)
    }

    assert poor == {}


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_lines_are_visible_where_contrast_is_asked_for(theme: Tokens) -> None:
    grounds = (theme.bg0, theme.bg1, theme.bg2, theme.term)
    strong = min(contrast(theme.line_strong, ground) for ground in grounds)
    quiet = min(contrast(theme.line, ground) for ground in grounds)

    assert strong > quiet > (3.0 if theme.stands_out else 1.15)


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_the_colours_of_a_terminal_can_be_read_on_its_ground_but_for_black(theme: Tokens) -> None:
    poor = {
        entry: round(contrast(color, theme.term), 2)
        for entry, color in enumerate(theme.ansi)
        if contrast(color, theme.term) < least(theme)
    }

    # Black is the ground of dark themes; text in it is lifted when it is painted.
    assert set(poor) == ({0} if theme.is_dark else set())


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
