"""Which theme is worn, by the setting and by what the desktop asks for."""

import pytest

from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.terminal.cursor_overlay import CursorBlink
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.system_wishes import Wishes, wants_less_motion, wishes
from idea.presentation.desktop.theme.tokens import builtin_tokens

WISHES = ((False, False), (True, False), (False, True), (True, True))
pytestmark = pytest.mark.usefixtures("qapp")


def worn(setting: str, wished: Wishes) -> str:
    choice = ThemeChoice(builtin_tokens(), load_fonts(), lambda: wished)
    choice.choose(setting)
    return choice.skin.theme.tokens.name


@pytest.mark.parametrize("setting", builtin_tokens())
def test_a_theme_chosen_by_name_is_worn_whatever_the_desktop_asks(setting: str) -> None:
    asked = [Wishes(*each) for each in WISHES]
    assert {worn(setting, wished) for wished in asked} == {setting}


def test_the_desktops_wishes_are_followed() -> None:
    assert [worn("system", Wishes(*each)) for each in WISHES] == [
        "dark",
        "light",
        "high-contrast",
        "high-contrast-light",
    ]


def test_a_desktop_without_wishes_has_none() -> None:
    assert (wishes().contrast, wants_less_motion()) == (False, False)


def test_a_cursor_stands_still_where_less_motion_is_asked_for() -> None:
    still, moving = CursorBlink(None, lambda: True), CursorBlink(None, lambda: False)
    for blink in (still, moving):
        blink.set_active(active=True)
    assert (still.timer.isActive(), moving.timer.isActive()) == (False, True)
    moving.set_active(active=False)
