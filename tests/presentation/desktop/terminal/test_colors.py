import pytest

from idea.domain.ports.terminal_core import PLAIN, Underline, true_color
from idea.presentation.desktop.shell.terminal_adapter import terminal_look
from idea.presentation.desktop.terminal.colors import ColorTable, Variant
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.readable import mix
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.theme import theme_of
from idea.presentation.desktop.theme.tokens import Tokens, builtin_tokens, contrast
from idea.presentation.desktop.viewmodels.desk_state import DeskState

THEME = TerminalColors()


def test_the_palette_is_the_theme_then_the_xterm_cube_then_greys() -> None:
    table = ColorTable(THEME, {})
    assert [table.rgb(entry, 0) for entry in (1, 15, 16, 21, 196, 231, 232, 255)] == [
        0xE8706A, 0xF2F3F5, 0x000000, 0x0000FF, 0xFF0000, 0xFFFFFF, 0x080808, 0xEEEEEE,
    ]  # fmt: skip


def test_default_and_true_colours_are_told_apart() -> None:
    table = ColorTable(THEME, {})
    assert (table.rgb(-1, 0x123456), table.rgb(true_color(1, 2, 3), 0)) == (0x123456, 0x010203)


def test_a_programs_own_colours_win_over_the_theme() -> None:
    overrides = {
        1: true_color(1, 1, 1),
        -1: true_color(2, 2, 2),
        -2: true_color(3, 3, 3),
        -3: true_color(4, 4, 4),
    }
    table = ColorTable(THEME, overrides)
    ink = table.inks[PLAIN]
    assert (table.rgb(1, 0), ink.foreground, ink.background) == (0x010101, 0x020202, 0x030303)
    assert (table.cursor, table.cursor_text) == (0x040404, 0x030303)


def test_inverse_swaps_and_a_reversed_screen_swaps_the_defaults() -> None:
    inverse = ColorTable(THEME, {}).inks[PLAIN._replace(inverse=True)]
    reverse = ColorTable(THEME, {}, reverse=True).inks[PLAIN]
    expected = (THEME.background, THEME.foreground)
    assert (inverse.foreground, inverse.background) == expected
    assert (reverse.foreground, reverse.background) == expected


def test_faint_text_is_half_way_to_its_ground() -> None:
    ink = ColorTable(THEME, {}).inks[PLAIN._replace(faint=True)]
    assert ink.foreground == mix(THEME.background, THEME.foreground, 0.5)


def test_bold_is_a_font_and_no_brighter_colour() -> None:
    ink = ColorTable(THEME, {}).inks[PLAIN._replace(bold=True, foreground=1)]
    assert (ink.variant, ink.foreground) == (Variant.BOLD, 0xE8706A)


def test_an_underline_takes_its_own_colour_else_the_texts() -> None:
    table = ColorTable(THEME, {})
    red = PLAIN._replace(underline=Underline.CURLY, foreground=1)
    own = red._replace(underline_color=2)
    assert (table.inks[red].underline_color, table.inks[own].underline_color) == (
        0xE8706A,
        0x86C06C,
    )


def test_selected_cells_keep_their_text_and_get_a_tint() -> None:
    table = ColorTable(THEME, {})
    plain, selected = table.inks[PLAIN], table.selected_inks[PLAIN]
    assert selected.foreground == plain.foreground
    assert selected.background not in {plain.background, THEME.selection}


@pytest.mark.slow
def test_many_styles_do_not_grow_the_table_without_bound() -> None:
    table = ColorTable(THEME, {})
    for number in range(110_000):
        table.inks[PLAIN._replace(foreground=0x1000000 + number)]
    assert len(table.inks) <= 100_000


def _ratio(color: int, ground: int) -> float:
    return contrast(f"#{color:06X}", f"#{ground:06X}")


def _table_of(theme: Tokens) -> ColorTable:
    skin = theme_of(theme, load_fonts())
    return ColorTable(terminal_look(skin, DeskState()).colors, {})


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("selected", [False, True])
@pytest.mark.parametrize("faint", [False, True])
@pytest.mark.parametrize("theme", builtin_tokens().values(), ids=lambda theme: theme.name)
def test_any_two_colours_of_a_theme_can_be_read_on_one_another(
    theme: Tokens, *, faint: bool, selected: bool
) -> None:
    table = _table_of(theme)
    inks = table.selected_inks if selected else table.inks
    least = 4.5 if selected else max(theme.least_contrast, 4.5)
    poor = [
        (front, ground)
        for front in (-1, *range(16))
        for ground in (-1, *range(16))
        for style in [PLAIN._replace(foreground=front, background=ground, faint=faint)]
        if table.inks[style].foreground != table.inks[style].background  # Meant to be hidden.
        if _ratio(inks[style].foreground, inks[style].background) < least
    ]
    assert poor == []


def test_black_on_a_black_ground_is_lifted_and_as_a_ground_stays_black() -> None:
    table = ColorTable(THEME, {})
    written, behind = (PLAIN._replace(foreground=0), PLAIN._replace(background=0))
    own = ColorTable(THEME, {0: true_color(20, 20, 20)})
    assert _ratio(table.inks[written].foreground, THEME.background) >= 4.5
    assert table.inks[behind].background == THEME.ansi[0]
    assert own.inks[written].foreground == 0x141414


def test_a_colour_goes_to_the_other_side_of_its_ground_only_without_room_on_its_own() -> None:
    table = ColorTable(THEME, {})
    white_on_blue = table.inks[PLAIN._replace(foreground=15, background=4)]
    grey_on_dark = table.inks[PLAIN._replace(foreground=8, background=true_color(60, 60, 60))]
    assert white_on_blue.foreground < 0x505050
    assert grey_on_dark.foreground > THEME.ansi[8]


def test_lines_and_blocks_keep_the_colour_a_picture_was_made_with() -> None:
    ink = ColorTable(THEME, {}).inks[PLAIN._replace(foreground=15, background=4)]
    assert (ink.shape, ink.foreground == ink.shape) == (THEME.ansi[15], False)


def test_colours_a_program_chose_itself_stay_as_they_are() -> None:
    table = ColorTable(THEME, {})
    chosen = PLAIN._replace(foreground=true_color(9, 9, 9), background=true_color(10, 10, 10))
    hidden = PLAIN._replace(foreground=4, background=4)
    assert table.inks[chosen].foreground == 0x090909
    assert table.inks[hidden].foreground == THEME.ansi[4]


def test_bold_is_bright_for_who_wants_it_in_the_first_eight_colours_only() -> None:
    table = ColorTable(TerminalColors(bold_is_bright=True), {})
    assert [
        table.inks[PLAIN._replace(bold=bold, foreground=color)].foreground
        for bold, color in ((True, 1), (False, 1), (True, 9), (True, 100), (True, -1))
    ] == [THEME.ansi[9], THEME.ansi[1], THEME.ansi[9], table.rgb(100, 0), THEME.foreground]
    inverse = table.inks[PLAIN._replace(bold=True, foreground=1, inverse=True)]
    assert inverse.background == THEME.ansi[9]


@pytest.mark.parametrize("faint", [False, True])
@pytest.mark.parametrize("least", [3.0, 7.0, 21.0])
def test_a_least_contrast_holds_for_colours_of_programs_too(least: float, *, faint: bool) -> None:
    table = ColorTable(TerminalColors(least_contrast=least), {})
    for ground in (0x000000, 0x777777, 0x0A0AFF, 0xFFFFFF):
        ink = table.inks[
            PLAIN._replace(
                foreground=true_color(120, 130, 120), background=0x1000000 | ground, faint=faint
            )
        ]
        possible = max(_ratio(0x000000, ground), _ratio(0xFFFFFF, ground))
        assert _ratio(ink.foreground, ground) >= min(least, possible) - 0.01


def test_hidden_text_stays_hidden_at_any_contrast() -> None:
    ink = ColorTable(TerminalColors(least_contrast=21.0), {}).inks[
        PLAIN._replace(foreground=4, background=4)
    ]
    assert ink.foreground == ink.background
