"""Applies SGR parameters to a style."""

from collections.abc import Iterator
from typing import Any

from idea.domain.ports.terminal_core import (
    DEFAULT_COLOR,
    PLAIN,
    Color,
    Style,
    Underline,
    true_color,
)

_SWITCHES: dict[int, dict[str, Any]] = {
    1: {"bold": True},
    2: {"faint": True},
    3: {"italic": True},
    5: {"blink": True},
    6: {"blink": True},
    7: {"inverse": True},
    8: {"invisible": True},
    9: {"strikethrough": True},
    21: {"underline": Underline.DOUBLE},
    22: {"bold": False, "faint": False},
    23: {"italic": False},
    24: {"underline": Underline.NONE},
    25: {"blink": False},
    27: {"inverse": False},
    28: {"invisible": False},
    29: {"strikethrough": False},
    39: {"foreground": DEFAULT_COLOR},
    49: {"background": DEFAULT_COLOR},
    53: {"overline": True},
    55: {"overline": False},
    59: {"underline_color": DEFAULT_COLOR},
}
_EXTENDED = {38: "foreground", 48: "background", 58: "underline_color"}

type Groups = tuple[tuple[int | None, ...], ...]


def apply_sgr(style: Style, groups: Groups) -> Style:
    """Return the style after these parameters; unknown ones change nothing."""
    waiting = iter(groups)
    for group in waiting:
        code = group[0] or 0
        if code == 0:
            style = PLAIN
        elif code == 4:
            style = style._replace(underline=_underline(group))
        elif code in _EXTENDED:
            color = _color(group, waiting)
            if color is not None:
                changed: dict[str, Any] = {_EXTENDED[code]: color}
                style = style._replace(**changed)
        elif code in _SWITCHES:
            style = style._replace(**_SWITCHES[code])
        else:
            style = _basic(style, code)
    return style


def _basic(style: Style, code: int) -> Style:
    for first, shift in ((30, 0), (90, 8)):
        if first <= code <= first + 7:
            return style._replace(foreground=code - first + shift)
        if first + 10 <= code <= first + 17:
            return style._replace(background=code - first - 10 + shift)
    return style


def _underline(group: tuple[int | None, ...]) -> Underline:
    kind = group[1] if len(group) > 1 and group[1] is not None else 1
    return Underline(kind) if kind <= Underline.DASHED.value else Underline.SINGLE


def _color(
    group: tuple[int | None, ...], waiting: Iterator[tuple[int | None, ...]]
) -> Color | None:
    """Return an extended colour, in colons (38:2::1:2:3) or spread over parameters (38;2;1;2;3)."""
    if len(group) > 1:
        kind, values = group[1], [value or 0 for value in group[2:]]
        if kind == 2 and len(values) > 3:
            values = values[1:]
    else:
        kind = next(waiting, (None,))[0]
        count = {5: 1, 2: 3}.get(kind or 0, 0)
        values = [next(waiting, (0,))[0] or 0 for _ in range(count)]
    if kind == 5 and len(values) == 1 and values[0] <= 0xFF:
        return values[0]
    if kind == 2 and len(values) >= 3 and max(values[:3]) <= 0xFF:
        return true_color(*values[:3])
    return None
