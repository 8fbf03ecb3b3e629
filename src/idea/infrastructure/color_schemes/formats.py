"""The colours in a scheme's file: one flat table of names, whatever terminal it was written for.

Sources: the documented configuration of Alacritty, Ghostty, iTerm2, kitty, Windows Terminal and
xterm, and the styling guide of Base16.
"""

import json
import plistlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from xml.parsers.expat import ExpatError

from idea.domain.color_scheme import ANSI_COLORS, ColorScheme
from idea.domain.errors import InvalidError

_NAMES: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_KNOWN: Final = {
    "foreground": "foreground",
    "background": "background",
    "cursor": "cursor",
    "cursor_color": "cursor",
    "cursorcolor": "cursor",
    "cursor_text": "cursor_text",
    "cursor_text_color": "cursor_text",
    "selection": "selection",
    "selection_background": "selection",
    "selectionbackground": "selection",
    "selection_color": "selection",
    "foreground_color": "foreground",
    "background_color": "background",
    "primary_foreground": "foreground",
    "primary_background": "background",
    "cursor_cursor": "cursor",
    **{f"color{number}": f"color{number}" for number in range(ANSI_COLORS)},
    **{f"ansi_{number}_color": f"color{number}" for number in range(ANSI_COLORS)},
    **{name: f"color{number}" for number, name in enumerate(_NAMES)},
    **{f"normal_{name}": f"color{number}" for number, name in enumerate(_NAMES)},
    **{f"bright_{name}": f"color{number + 8}" for number, name in enumerate(_NAMES)},
    **{f"bright{name}": f"color{number + 8}" for number, name in enumerate(_NAMES)},
    "purple": "color5",
    "brightpurple": "color13",
}
"""Every terminal's own name of a colour, to ours."""
_BASE16: Final = (0x0, 0x8, 0xB, 0xA, 0xD, 0xE, 0xC, 0x5, 0x3, 0x8, 0xB, 0xA, 0xD, 0xE, 0xC, 0x7)
_HEX: Final = re.compile(r"(?:#|0x)?([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{2})?", re.IGNORECASE)
_LINE: Final = re.compile(
    r"""[*\s]*([\w.*-]+)\s*(?:[:=]|\s)\s*["']?(\d{1,2}\s*=\s*[#\w]+|[#\w]+)"""
)
_NUMBERED: Final = re.compile(r"(\d{1,2})\s*=\s*(\S+)")


def read_scheme(name: str, data: bytes) -> ColorScheme:
    """Return the scheme in a file of any of these terminals.

    Raises:
        InvalidError: It is in none of their formats, or a colour is missing.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidError(f"{name} is no text, so it holds no colour scheme.") from error
    colors = _known(_values(text))
    missing = [
        key
        for key in ("foreground", "background", *(f"color{i}" for i in range(ANSI_COLORS)))
        if key not in colors
    ]
    if missing:
        raise InvalidError(_sentence(name, colors, missing))
    return ColorScheme(
        name=name,
        foreground=colors["foreground"],
        background=colors["background"],
        ansi=tuple(colors[f"color{number}"] for number in range(ANSI_COLORS)),
        cursor=colors.get("cursor"),
        cursor_text=colors.get("cursor_text"),
        selection=colors.get("selection"),
    )


def _sentence(name: str, colors: Mapping[str, int], missing: list[str]) -> str:
    if not colors:
        return f"{name} is no colour scheme of a terminal that IdeA knows."
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"The colour scheme {name} lacks {missing[0]}{more}."


def _values(text: str) -> Iterator[tuple[str, object]]:
    """Yield names with what they stand for, in the words of the file."""
    for read in _READERS:
        found = list(read(text))
        if found:
            return iter(found)
    return iter(())


def _known(values: Iterator[tuple[str, object]]) -> Mapping[str, int]:
    """Return the colours by our names."""
    colors: dict[str, int] = {}
    shades: dict[int, int] = {}
    for name, value in values:
        color = _color(value)
        if color is None:
            continue
        plain = name.strip().lower().replace("-", "_").replace(" ", "_").replace(".", "_")
        if plain in _KNOWN:
            colors[_KNOWN[plain]] = color
        elif match := re.fullmatch(r"(?:.*_)?base0([0-9a-f])", plain):
            shades[int(match[1], 16)] = color
    if len(shades) == ANSI_COLORS:
        colors |= {f"color{number}": shades[shade] for number, shade in enumerate(_BASE16)}
        colors |= {"background": shades[0x0], "foreground": shades[0x5], "selection": shades[0x2]}
    return colors


def _color(value: object) -> int | None:
    match value:
        case str() if match := _HEX.fullmatch(value.strip()):
            digits = match[1]
            return int("".join(2 * digit for digit in digits) if len(digits) == 3 else digits, 16)
        case dict():
            parts = [value.get(f"{part} Component") for part in ("Red", "Green", "Blue")]
            shares = [part for part in parts if isinstance(part, int | float) and 0 <= part <= 1]
            if len(shares) == 3:
                red, green, blue = (round(255 * share) for share in shares)
                return red << 16 | green << 8 | blue
    return None


def _iterm(text: str) -> Iterator[tuple[str, object]]:
    if "<plist" not in text[:2_000]:
        return
    try:
        found = plistlib.loads(text.encode())
    except (ExpatError, ValueError, plistlib.InvalidFileException):
        return
    if isinstance(found, dict):
        yield from ((str(name), color) for name, color in found.items())


def _windows_terminal(text: str) -> Iterator[tuple[str, object]]:
    try:
        found = json.loads(text)
    except ValueError:
        return
    if isinstance(found, dict):
        several = found.get("schemes")  # Of the terminal's whole settings, the first one.
        first = several[0] if isinstance(several, list) and several else found
        if isinstance(first, dict):
            yield from first.items()


def _alacritty(text: str) -> Iterator[tuple[str, object]]:
    try:
        found = tomllib.loads(text).get("colors")
    except tomllib.TOMLDecodeError:
        return
    if isinstance(found, dict):
        for part, colors in found.items():
            if isinstance(colors, dict):
                yield from ((f"{part}_{name}", color) for name, color in colors.items())


def _lines(text: str) -> Iterator[tuple[str, object]]:
    for line in text.splitlines():
        match = _LINE.match(line.strip())
        if match is None:
            continue
        name = match[1].rpartition("*")[2].rpartition(".")[2]
        numbered = _NUMBERED.fullmatch(match[2])
        if name == "palette" and numbered is not None:
            yield f"color{numbered[1]}", numbered[2]
        else:
            yield name, match[2]


_READERS: Final[tuple[Callable[[str], Iterator[tuple[str, object]]], ...]] = (
    _iterm,
    _windows_terminal,
    _alacritty,
    _lines,
)
