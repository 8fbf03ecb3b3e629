"""The design tokens: every colour of the window, by theme, read from one file.

Every text can be read on every ground it stands on: by 4.5 to 1, in the themes of high contrast by
7 to 1. `line` is quiet in the usual themes and visible in those.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from idea.domain.errors import InvalidError

DARK = "dark"
LIGHT = "light"
HIGH_CONTRAST = "high-contrast"
HIGH_CONTRAST_LIGHT = "high-contrast-light"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The colours of one theme, each `#RRGGBB`."""

    name: str
    bg0: str
    """Behind everything: tab strip, status line, strips."""
    bg1: str
    """Side bar and cards."""
    bg2: str
    """Cell headers, controls, floating things."""
    bg3: str
    """Hover and selection."""
    line: str
    line_strong: str
    text: str
    text2: str
    text3: str
    accent: str
    accent_soft: str
    need: str
    need_soft: str
    error: str
    error_soft: str
    done: str
    info: str
    term: str
    """The ground of terminals."""
    ansi: tuple[str, ...]
    """The sixteen colours of a terminal."""

    @property
    def is_dark(self) -> bool:
        """Whether text is lighter than its ground."""
        return luminance(self.text) > luminance(self.bg0)

    @property
    def stands_out(self) -> bool:
        """Whether it is a theme of high contrast."""
        return self.name in {HIGH_CONTRAST, HIGH_CONTRAST_LIGHT}

    @property
    def least_contrast(self) -> float:
        """The contrast that programs' own colours get at least."""
        return 7.0 if self.stands_out else 1.0


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4


_LINEAR = tuple(map(_linear, range(256)))


def luminance(color: str) -> float:
    """Return the relative luminance of `#RRGGBB`, 0 to 1."""
    return rgb_luminance(int(color[1:], 16))


def rgb_luminance(color: int) -> float:
    """Return the relative luminance of 0xRRGGBB, 0 to 1.

    Source: WCAG 2.2, definition of relative luminance.
    """
    red, green, blue = _LINEAR[color >> 16], _LINEAR[color >> 8 & 255], _LINEAR[color & 255]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances, 1 to 21.

    Source: WCAG 2.2, definition of contrast ratio.
    """
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#RRGGBB`."""
    return ratio(luminance(one), luminance(other))


def parse_tokens(text: str) -> Mapping[str, Tokens]:
    """Return the themes of a tokens file by name.

    Raises:
        InvalidError: A colour is missing, unknown or not `#RRGGBB`.
    """
    themes: dict[str, Tokens] = {}
    for name, colors in json.loads(text)["themes"].items():
        renamed = {_snake(key): value for key, value in colors.items()}
        ansi = tuple(renamed.pop("ansi", ()))
        try:
            tokens = Tokens(name=name, ansi=ansi, **renamed)
        except TypeError as error:
            raise InvalidError(f"Theme {name!r} is not complete: {error}.") from error
        for color in (*renamed.values(), *ansi):
            if not _is_color(color):
                raise InvalidError(f"Theme {name!r} has {color!r} where a colour belongs.")
        if len(ansi) != 16:
            raise InvalidError(f"Theme {name!r} needs sixteen terminal colours.")
        themes[name] = tokens
    return themes


def builtin_tokens() -> Mapping[str, Tokens]:
    """Return the themes that come with IdeA."""
    source = files("idea.presentation.desktop.theme").joinpath("tokens.json")
    return parse_tokens(source.read_text(encoding="utf-8"))


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _is_color(value: object) -> bool:
    if not isinstance(value, str) or len(value) != 7 or value[0] != "#":
        return False
    return all(letter in "0123456789abcdefABCDEF" for letter in value[1:])
