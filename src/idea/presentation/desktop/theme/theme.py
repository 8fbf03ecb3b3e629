"""A theme ready to paint with, and the skin that tells widgets when it changes."""

from dataclasses import dataclass, fields

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QPalette

from idea.presentation.desktop.theme.fonts import Fonts
from idea.presentation.desktop.theme.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Colors:
    """The tokens of one theme as colours."""

    bg0: QColor
    bg1: QColor
    bg2: QColor
    bg3: QColor
    line: QColor
    line_strong: QColor
    text: QColor
    text2: QColor
    text3: QColor
    accent: QColor
    accent_soft: QColor
    need: QColor
    need_soft: QColor
    error: QColor
    error_soft: QColor
    done: QColor
    info: QColor
    term: QColor
    stands_out: bool = False
    """Whether shapes are drawn larger, for who sees little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalPalette:
    """The colours of terminals, each 0xRRGGBB: the theme's own, or those of a scheme."""

    foreground: int
    background: int
    cursor: int
    cursor_text: int
    selection: int
    ansi: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """Tokens, their colours and the fonts; replaced as a whole."""

    tokens: Tokens
    colors: Colors
    fonts: Fonts
    terminal: TerminalPalette


def palette_of(tokens: Tokens) -> TerminalPalette:
    """Return the colours that a theme itself gives to terminals."""
    return TerminalPalette(
        foreground=_rgb(tokens.text),
        background=_rgb(tokens.term),
        cursor=_rgb(tokens.accent),
        cursor_text=_rgb(tokens.term),
        selection=_rgb(tokens.accent),
        ansi=tuple(map(_rgb, tokens.ansi)),
    )


def theme_of(tokens: Tokens, fonts: Fonts, terminal: TerminalPalette | None = None) -> Theme:
    """Return a theme to paint with; `terminal` where terminals have colours of their own."""
    named = [field.name for field in fields(Colors) if field.type is QColor]
    colors = Colors(
        **{name: QColor(getattr(tokens, name)) for name in named}, stands_out=tokens.stands_out
    )
    return Theme(tokens, colors, fonts, terminal or palette_of(tokens))


class Skin(QObject):
    """Holds the current theme; widgets paint with `theme` and repaint on `changed`."""

    changing = Signal()
    """Everything is about to be dressed anew, each widget by itself, seen or not."""
    changed = Signal(object)
    """Carries the new `Theme`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    @property
    def theme(self) -> Theme:
        """The theme to paint with now."""
        return self._theme

    def wear(self, theme: Theme) -> None:
        """Change to another theme."""
        if theme != self._theme:
            self._theme = theme
            self.changed.emit(theme)


def _rgb(color: str) -> int:
    return int(color[1:], 16)


def qt_palette(colors: Colors) -> QPalette:
    """Return the palette that Qt's own widgets take."""
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: colors.bg0,
        QPalette.ColorRole.WindowText: colors.text,
        QPalette.ColorRole.Base: colors.bg1,
        QPalette.ColorRole.AlternateBase: colors.bg2,
        QPalette.ColorRole.Text: colors.text,
        QPalette.ColorRole.PlaceholderText: colors.text3,
        QPalette.ColorRole.Button: colors.bg2,
        QPalette.ColorRole.ButtonText: colors.text,
        QPalette.ColorRole.BrightText: colors.text,
        QPalette.ColorRole.Highlight: colors.accent_soft,
        QPalette.ColorRole.HighlightedText: colors.text,
        QPalette.ColorRole.ToolTipBase: colors.bg2,
        QPalette.ColorRole.ToolTipText: colors.text,
        QPalette.ColorRole.Link: colors.info,
        QPalette.ColorRole.Light: colors.bg3,
        QPalette.ColorRole.Midlight: colors.bg2,
        QPalette.ColorRole.Mid: colors.line,
        QPalette.ColorRole.Dark: colors.line,
        QPalette.ColorRole.Shadow: colors.bg0,
    }
    for role, color in roles.items():
        palette.setColor(role, color)
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, colors.text3)
    return palette
