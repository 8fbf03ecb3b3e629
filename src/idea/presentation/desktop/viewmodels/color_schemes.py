"""Colour schemes as lines of the palette."""

from collections.abc import Sequence

from idea.application.color_schemes.views import ColorSchemeView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry


def scheme_entries(schemes: Sequence[ColorSchemeView], *, dark: bool) -> tuple[PaletteEntry, ...]:
    """Return the theme's own colours with an empty id, then schemes, as dark as the theme first."""
    entries = [
        PaletteEntry(
            kind=Kind.SCHEME,
            id=each.name,
            title=visible(each.name),
            detail=" · ".join(_words(each)),
        )
        for each in sorted(schemes, key=lambda one: one.is_dark != dark)
    ]
    worn = any(each.is_worn and each.is_dark == dark for each in schemes)
    own = PaletteEntry(
        kind=Kind.SCHEME, id="", title="The theme's own", detail="" if worn else "worn"
    )
    return (own, *entries)


def _words(scheme: ColorSchemeView) -> Sequence[str]:
    shade = "dark" if scheme.is_dark else "light"
    return ("worn", shade) if scheme.is_worn else (shade,)
