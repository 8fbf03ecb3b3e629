"""From colours of a look to the defaults a core tells to programs that ask."""

from idea.domain.ports.terminal_core import DefaultColors, true_color
from idea.presentation.desktop.terminal.look import Rgb, TerminalColors


def _color(rgb: Rgb) -> int:
    return true_color(rgb >> 16, rgb >> 8 & 255, rgb & 255)


def default_colors(colors: TerminalColors) -> DefaultColors:
    """Return what OSC 4, 10, 11 and 12 answer unless the program set something else."""
    return DefaultColors(
        foreground=_color(colors.foreground),
        background=_color(colors.background),
        cursor=_color(colors.cursor),
        palette=tuple(_color(rgb) for rgb in colors.ansi),
    )
