"""From the colours a program names to pixels: palette, overrides, and how styles mix them."""

import functools
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from idea.domain.ports.terminal_core import Color, Style, Underline
from idea.presentation.desktop.terminal.look import Rgb, TerminalColors
from idea.presentation.desktop.terminal.readable import mix, readable

FOREGROUND = -1
BACKGROUND = -2
CURSOR = -3
_TRUE_COLOR = 0x1000000
THEME_ENTRIES = 16
_DARK_ENTRIES = 8
_MOST_INKS = 100_000
_FAINT_SHARE = 0.5
_SELECTED_SHARE = 0.34


class Variant(IntEnum):
    """Which of the four fonts a run is written in."""

    REGULAR = 0
    BOLD = 1
    ITALIC = 2
    BOLD_ITALIC = 3


_VARIANTS = tuple(Variant)
_NO_LINE = Underline.NONE


class Ink(NamedTuple):
    """A style made ready for painting."""

    foreground: Rgb
    background: Rgb
    variant: Variant
    visible: bool
    underline: Underline
    underline_color: Rgb
    strikethrough: bool
    overline: bool
    key: int
    """Equal for inks whose glyphs may be drawn together: variant, then foreground."""
    decorated: bool
    """Whether any line is drawn with the text."""
    shape: Rgb
    """The colour as the program meant it, for box lines and blocks, which make pictures."""

    def on(self, background: Rgb) -> "Ink":
        """Return this ink on another background."""
        return self._replace(background=background)

    def written_in(self, foreground: Rgb) -> "Ink":
        """Return this ink with another colour of the text."""
        key = self.variant << 24 | foreground
        return self._replace(
            foreground=foreground, underline_color=foreground, key=key, shape=foreground
        )


_new_ink: Callable[[Iterable[object]], Ink] = functools.partial(tuple.__new__, Ink)
"""Makes an ink of its fields, in half the time."""


def pixel_bytes(color: Rgb) -> bytes:
    """Return the four bytes of an opaque pixel."""
    return (0xFF000000 | color).to_bytes(4, sys.byteorder)


def _xterm_colors() -> tuple[Rgb, ...]:
    """Return entries 16 to 255 of the palette: a 6 × 6 × 6 cube, then 24 greys."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = tuple(
        red << 16 | green << 8 | blue for red in steps for green in steps for blue in steps
    )
    greys = tuple((8 + 10 * step) * 0x010101 for step in range(24))
    return cube + greys


_UPPER = _xterm_colors()


class Inks(dict[Style, Ink]):
    """Inks by style, mixed when first asked for."""

    def __init__(self, mixed: Callable[[Style], Ink]) -> None:
        super().__init__()
        self._ink_of = mixed

    def __missing__(self, style: Style) -> Ink:
        if len(self) >= _MOST_INKS:
            self.clear()
        ink = self[style] = self._ink_of(style)
        return ink


class ColorTable:
    """Turns styles into ink for one set of theme colours, program overrides and screen mode."""

    def __init__(
        self, colors: TerminalColors, overrides: Mapping[int, Color], *, reverse: bool = False
    ) -> None:
        self._entries = [*colors.ansi, *_UPPER]
        self.foreground = colors.foreground
        self.background = colors.background
        self.cursor = colors.cursor
        self.cursor_text = colors.cursor_text
        self._selection_color = colors.selection
        self._brightens_bold = colors.bold_is_bright
        self._least_contrast = colors.least_contrast
        self._poor = _poor_entries(colors) - overrides.keys()
        """Entries of the theme that cannot be read on its own ground, such as black on black."""
        self._override(overrides)
        if reverse:
            self.foreground, self.background = self.background, self.foreground
        self.inks = Inks(self._mixed)
        """The ink of every style met."""
        self.selected_inks = Inks(self._selected)
        """The same inside a selection."""

    @property
    def keeps_contrast(self) -> bool:
        """Whether every colour of text depends on the colour behind it."""
        return self._least_contrast > 1

    def rgb(self, color: Color, default: Rgb) -> Rgb:
        """Return the pixels of a program's colour."""
        if color >= _TRUE_COLOR:
            return color & 0xFFFFFF
        return self._entries[color] if 0 <= color < len(self._entries) else default

    def _override(self, overrides: Mapping[int, Color]) -> None:
        for entry, color in overrides.items():
            rgb = self.rgb(color, self.foreground)
            match entry:
                case _ if entry == FOREGROUND:
                    self.foreground = rgb
                case _ if entry == BACKGROUND:
                    self.background = rgb
                case _ if entry == CURSOR:
                    self.cursor = rgb
                    self.cursor_text = self.background
                case _ if 0 <= entry < len(self._entries):
                    self._entries[entry] = rgb
                case _:
                    pass

    def _mixed(self, style: Style) -> Ink:
        named, other, line_color, underline, bold, faint, italic, _, inverse, *rest = style
        invisible, strikethrough, overline = rest
        if bold and self._brightens_bold and 0 <= named < _DARK_ENTRIES:
            named += _DARK_ENTRIES
        foreground = self.rgb(named, self.foreground)
        background = self.rgb(other, self.background)
        if inverse:
            foreground, background = background, foreground
            named = other
        shape = foreground
        of_theme = named < THEME_ENTRIES
        if of_theme and (background != self.background or named in self._poor):
            foreground = readable(foreground, background)
        if faint:
            full, foreground = foreground, mix(background, foreground, _FAINT_SHARE)
            shape = mix(background, shape, _FAINT_SHARE)
            if of_theme and full != background:
                foreground = readable(foreground, background)
        if self._least_contrast > 1:
            foreground = readable(foreground, background, self._least_contrast)
        variant = _VARIANTS[bold + 2 * italic]
        return _new_ink(
            (
                foreground,
                background,
                variant,
                not invisible,
                underline,
                self.rgb(line_color, foreground),
                strikethrough,
                overline,
                variant << 24 | foreground,
                overline or strikethrough or underline is not _NO_LINE,
                shape,
            )
        )

    def _selected(self, style: Style) -> Ink:
        ink = self.inks[style]
        ground = mix(ink.background, self._selection_color, _SELECTED_SHARE)
        named = style.background if style.inverse else style.foreground
        if named < THEME_ENTRIES and (text := readable(ink.foreground, ground)) != ink.foreground:
            ink = ink.written_in(text)
        return ink.on(ground)


def _poor_entries(colors: TerminalColors) -> frozenset[int]:
    pairs = ((entry, readable(color, colors.background)) for entry, color in enumerate(colors.ansi))
    return frozenset(entry for entry, seen in pairs if seen != colors.ansi[entry])


def color_table(
    colors: TerminalColors, overrides: Mapping[int, Color], *, reverse: bool = False
) -> ColorTable:
    """Return the one table of these colours, shared by every view that shows them."""
    return _shared_table(colors, tuple(sorted(overrides.items())), reverse=reverse)


@functools.lru_cache(maxsize=16)
def _shared_table(
    colors: TerminalColors, overrides: tuple[tuple[int, Color], ...], *, reverse: bool
) -> ColorTable:
    return ColorTable(colors, dict(overrides), reverse=reverse)
