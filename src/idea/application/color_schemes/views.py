"""What clients are shown of colour schemes."""

from dataclasses import dataclass

from idea.domain.color_scheme import ColorScheme


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorSchemeView:
    """A scheme as clients show it; colours are 0xRRGGBB, None where the theme has its own."""

    name: str
    is_dark: bool
    is_worn: bool
    """Whether terminals in a theme as dark or light as it have its colours."""
    foreground: int
    background: int
    ansi: tuple[int, ...]
    cursor: int | None
    cursor_text: int | None
    selection: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorSchemesView:
    """All schemes by name."""

    schemes: tuple[ColorSchemeView, ...]
    notices: tuple[str, ...] = ()
    """A sentence about each file that could not be read."""


def color_scheme_view(scheme: ColorScheme, worn: tuple[str, str]) -> ColorSchemeView:
    """Return a scheme as clients show it; `worn` are the names for dark and light themes."""
    return ColorSchemeView(
        name=scheme.name,
        is_dark=scheme.is_dark,
        is_worn=worn[not scheme.is_dark] == scheme.name,
        foreground=scheme.foreground,
        background=scheme.background,
        ansi=scheme.ansi,
        cursor=scheme.cursor,
        cursor_text=scheme.cursor_text,
        selection=scheme.selection,
    )
