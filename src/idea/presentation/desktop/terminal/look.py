"""How a terminal looks: its font, its room and its colours, as plain values.

Lengths are logical pixels; colours are 0xRRGGBB.
"""

from dataclasses import dataclass, field

from idea.domain.ports.terminal_core import CursorShape

type Rgb = int
"""Red, green and blue, 8 bits each: 0xRRGGBB."""

_DARK_ANSI: tuple[Rgb, ...] = (
    0x2A2D33, 0xE8706A, 0x86C06C, 0xDDB45A, 0x7AA7EE, 0xC58AD8, 0x4DB6A6, 0xC9CDD4,
    0x8E94A0, 0xF08A84, 0xA2D48C, 0xEBCB80, 0x9BBDF5, 0xD7A7E6, 0x73CDBF, 0xF2F3F5,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalColors:
    """The colours a program gets unless it sets its own, and those of what floats above it."""

    foreground: Rgb = 0xE7E8EB
    background: Rgb = 0x131417
    cursor: Rgb = 0x4DB6A6
    cursor_text: Rgb = 0x131417
    selection: Rgb = 0x4DB6A6
    """Mixed into the background of selected cells."""
    ansi: tuple[Rgb, ...] = _DARK_ANSI
    float_ground: Rgb = 0x262A30
    float_line: Rgb = 0x3A404A
    float_text: Rgb = 0xA9AEB8
    scroll_bar: Rgb = 0x8E94A0
    bell: Rgb = 0xE9A23B
    mark: Rgb = 0xE9A23B
    """Mixed into the background of what a search found."""
    outcome: Rgb = 0x8E94A0
    """The shape in the margin of a command that did not fail."""
    failed: Rgb = 0xE8706A
    bold_is_bright: bool = False
    """Whether bold text takes the bright one of the first eight colours."""
    least_contrast: float = 1.0
    """What text is given against its ground at least, 1 to 21."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalLook:
    """All a view needs to know to draw a terminal."""

    family: str = "JetBrains Mono"
    font_px: float = 13.0
    line_px: float = 18.0
    ligatures: bool = False
    """Whether the font may join signs such as `=>`."""
    padding_px: int = 8
    """Room around the grid, so that text never touches a line."""
    cursor_shape: CursorShape = CursorShape.BLOCK
    cursor_blinks: bool = False
    """The cursor of a program that asks for none."""
    colors: TerminalColors = field(default_factory=TerminalColors)
