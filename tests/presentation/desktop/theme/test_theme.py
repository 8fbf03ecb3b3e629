import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QPalette

from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.stylesheet import stylesheet
from idea.presentation.desktop.theme.theme import Skin, qt_palette, theme_of
from idea.presentation.desktop.theme.tokens import DARK, LIGHT, builtin_tokens

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_bundled_terminal_font_is_the_one_used() -> None:
    fonts = load_fonts()

    assert QFontInfo(fonts.mono()).family() == "JetBrains Mono"
    assert QFontInfo(fonts.mono()).fixedPitch()
    assert fonts.ui_family in QFontDatabase.families()


def test_a_skin_tells_of_another_theme_once() -> None:
    fonts = load_fonts()
    dark, light = (theme_of(builtin_tokens()[name], fonts) for name in (DARK, LIGHT))
    skin = Skin(dark)
    heard: list[object] = []
    skin.changed.connect(heard.append)

    skin.wear(light)
    skin.wear(light)

    assert heard == [light]
    assert skin.theme is light


def test_nothing_of_qt_is_left_in_its_default_grey() -> None:
    theme = theme_of(builtin_tokens()["dark"], load_fonts())
    palette = qt_palette(theme.colors)

    assert palette.color(QPalette.ColorRole.Window).name().upper() == theme.tokens.bg0
    assert theme.tokens.accent_soft in stylesheet(theme)
