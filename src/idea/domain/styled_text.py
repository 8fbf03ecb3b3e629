"""How a style and its colours are written for a terminal."""

from idea.domain.ports.terminal_core import PLAIN, Color, Row, Style

_SWITCHES = (
    ("bold", b"1"),
    ("faint", b"2"),
    ("italic", b"3"),
    ("blink", b"5"),
    ("inverse", b"7"),
    ("invisible", b"8"),
    ("strikethrough", b"9"),
    ("overline", b"53"),
)


def channels(color: Color) -> tuple[int, int, int]:
    """Return red, green and blue of a true colour."""
    return color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF


def sgr(style: Style) -> bytes:
    """Return the sequence that sets a style after a reset; nothing for the plain one."""
    if style == PLAIN:
        return b""
    codes = [code for name, code in _SWITCHES if getattr(style, name)]
    if style.underline.value:
        codes.append(b"4:%d" % style.underline.value)
    for color, base in (
        (style.foreground, 38),
        (style.background, 48),
        (style.underline_color, 58),
    ):
        if color > 0xFF:
            codes.append(b"%d:2::%d:%d:%d" % (base, *channels(color)))
        elif color >= 0:
            codes.append(b"%d:5:%d" % (base, color))
    return b"\x1b[" + b";".join(codes) + b"m"


def styled(row: Row) -> bytes:
    """Return a row as VT text, from its first cell on; its last style stays set."""
    parts: list[bytes] = []
    column = 0
    for run in row.runs:
        gap = b" " * (run.column - column)
        parts.append(b"\x1b[m" + gap + sgr(run.style) + run.text.encode(errors="replace"))
        column = run.column + run.cells
    return b"".join(parts)
