"""Terminals in the colours of an imported scheme."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from idea.application.color_schemes.import_color_scheme import ImportColorSchemeRequest
from idea.application.color_schemes.list_color_schemes import ListColorSchemesRequest
from idea.application.color_schemes.views import ColorSchemesView, ColorSchemeView
from idea.application.color_schemes.wear_color_scheme import WearColorSchemeRequest
from idea.application.engine.live_state import SettingShown
from idea.application.settings.set_setting import SetSettingRequest
from idea.presentation.desktop.shell.terminal_adapter import terminal_look
from idea.presentation.desktop.terminal.look import TerminalColors
from support.desktop import a_session
from support.window import Stand, an_engine, play, settle

SEA = ColorSchemeView(
    name="sea",
    is_dark=True,
    is_worn=False,
    foreground=0xEEEEEE,
    background=0x001122,
    ansi=tuple(range(16)),
    cursor=None,
    cursor_text=None,
    selection=0x334455,
)
SAND = replace(SEA, name="sand", is_dark=False, foreground=0x111111, background=0xFFEEDD)
S1 = a_session("s1", cell="a")
DARK = {"appearance.theme": "dark"}


def colors(stand: Stand) -> TerminalColors:
    return terminal_look(stand.themes.skin.theme, stand.window.desk.state).colors


@pytest.fixture
def wardrobe(stand: Stand) -> Stand:
    known = ColorSchemesView(schemes=(SAND, SEA), notices=("note.txt: no scheme",))
    stand.use_cases.answer(ListColorSchemesRequest, lambda _: known)
    stand.use_cases.answer(WearColorSchemeRequest, lambda asked: worn(asked.name))
    stand.use_cases.answer(ImportColorSchemeRequest, lambda _: SAND)
    stand.use_cases.answer(SetSettingRequest, lambda _: {})
    return stand


def worn(name: str) -> ColorSchemeView:
    return replace(SEA if name == "sea" else SAND, is_worn=True)


def test_terminals_wear_the_scheme_of_the_theme_that_is_worn(qtbot: QtBot, wardrobe: Stand) -> None:
    schemes = {"terminal.dark_scheme": "sea", "terminal.light_scheme": "sand"}
    play(qtbot, wardrobe, an_engine("a", (S1,), settings={**DARK, **schemes}))
    settle(qtbot, wardrobe)
    seen = colors(wardrobe)
    assert (seen.background, seen.foreground, seen.ansi) == (0x001122, 0xEEEEEE, SEA.ansi)
    assert (seen.cursor, seen.cursor_text, seen.selection) == (0xEEEEEE, 0x001122, 0x334455)

    play(qtbot, wardrobe, SettingShown("appearance.theme", "light"))
    assert colors(wardrobe).background == 0xFFEEDD
    play(qtbot, wardrobe, SettingShown("appearance.theme", "high-contrast"))
    assert colors(wardrobe).background == 0x000000
    play(qtbot, wardrobe, SettingShown("appearance.theme", "dark"))
    play(qtbot, wardrobe, SettingShown("terminal.dark_scheme", ""))
    settle(qtbot, wardrobe)
    assert colors(wardrobe).background == int(wardrobe.themes.skin.theme.tokens.term[1:], 16)
    assert len(wardrobe.asked(ListColorSchemesRequest)) == 2


def test_a_scheme_that_is_gone_is_told_and_the_themes_colours_stay(
    qtbot: QtBot, wardrobe: Stand
) -> None:
    play(qtbot, wardrobe, an_engine("a", (S1,), settings={**DARK, "terminal.dark_scheme": "fog"}))
    settle(qtbot, wardrobe)

    assert wardrobe.window.banner.sentence == (
        "There is no colour scheme 'fog': terminals keep the theme's."
    )
    assert colors(wardrobe).background == int(wardrobe.themes.skin.theme.tokens.term[1:], 16)


def test_the_palette_offers_them_and_the_themes_own(qtbot: QtBot, wardrobe: Stand) -> None:
    play(qtbot, wardrobe, an_engine("a", (S1,), settings=DARK))
    palette = wardrobe.window.palette_box

    wardrobe.window.invoke("view.choose_color_scheme")
    settle(qtbot, wardrobe)

    assert [(entry.title, entry.detail) for entry in palette.entries] == [
        ("The theme's own", "worn"),
        ("sea", "dark"),
        ("sand", "light"),
    ]
    assert wardrobe.window.banner.sentence == "note.txt: no scheme"
    palette.chosen.emit(palette.entries[0])
    palette.chosen.emit(palette.entries[2])
    settle(qtbot, wardrobe)
    assert wardrobe.asked(SetSettingRequest)[-1] == SetSettingRequest(
        name="terminal.dark_scheme", value=None
    )
    assert wardrobe.asked(WearColorSchemeRequest) == [WearColorSchemeRequest(name="sand")]
    assert wardrobe.window.banner.sentence == (
        "sand is light: terminals wear it in the light theme."
    )


def test_an_imported_file_is_worn_at_once(qtbot: QtBot, wardrobe: Stand) -> None:
    play(qtbot, wardrobe, an_engine("a", (S1,), settings={"appearance.theme": "light"}))

    wardrobe.window.invoke("view.import_color_scheme")
    (dialog,) = wardrobe.window.findChildren(QFileDialog)
    dialog.fileSelected.emit("/home/me/sand.itermcolors")
    dialog.close()
    settle(qtbot, wardrobe)

    assert wardrobe.asked(ImportColorSchemeRequest) == [
        ImportColorSchemeRequest(path="/home/me/sand.itermcolors")
    ]
    assert wardrobe.asked(WearColorSchemeRequest) == [WearColorSchemeRequest(name="sand")]
    assert wardrobe.window.banner.sentence == ""
