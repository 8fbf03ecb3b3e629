"""What both cores do with rows: plain text, blank ends, VT text."""

from collections.abc import Mapping

from idea.domain.ports.terminal_core import (
    PLAIN,
    Color,
    Cursor,
    CursorShape,
    Row,
    Run,
    Style,
)

_SHAPES = {CursorShape.BLOCK: 2, CursorShape.UNDERLINE: 4, CursorShape.BAR: 6}
_OWN_COLORS = {-1: b"10", -2: b"11", -3: b"12"}
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


def without_blank_end(runs: list[Run]) -> tuple[Run, ...]:
    """Return the runs without trailing blank cells of plain style; `runs` is used up."""
    while runs:
        last = runs[-1]
        if last.link or (last.style is not PLAIN and last.style != PLAIN):
            break
        text = last.text.rstrip(" ")
        if len(text) == len(last.text):
            break
        if text:
            runs[-1] = Run(last.column, len(text), text, PLAIN)
            break
        runs.pop()
    return tuple(runs)


def row_text(row: Row) -> str:
    """Return a row as plain text, without trailing blanks."""
    text, column = "", 0
    for run in row.runs:
        text += " " * (run.column - column) + run.text
        column = run.column + run.cells
    return text.rstrip(" ")


def cursor_shape(cursor: Cursor) -> bytes:
    """Return the sequence that asks for this shape (DECSCUSR)."""
    return b"\x1b[%d q" % (_SHAPES[cursor.shape] - cursor.blinking)


def colors_and_title(colors: Mapping[int, Color], title: str) -> bytes:
    """Return the sequences that set these colours (see `Frame.palette`) and this title."""
    parts = []
    for index, color in colors.items():
        name = _OWN_COLORS.get(index, b"4;%d" % index)
        parts.append(b"\x1b]%b;rgb:%02x/%02x/%02x\x1b\\" % (name, *channels(color)))
    if title:
        parts.append(b"\x1b]2;%b\x1b\\" % title.encode(errors="replace"))
    return b"".join(parts)


def channels(color: Color) -> tuple[int, int, int]:
    """Return red, green and blue of a true colour."""
    return color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF


def row_as_vt(row: Row) -> bytes:
    """Return VT text that prints one row, and ends its line unless it is wrapped."""
    parts: list[bytes] = []
    column = 0
    for run in row.runs:
        gap = b" " * (run.column - column)
        parts.append(b"\x1b[m" + gap + sgr(run.style) + run.text.encode(errors="replace"))
        column = run.column + run.cells
    if not row.wrapped:
        parts.append(b"\x1b[m\r\n")
    return b"".join(parts)


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
