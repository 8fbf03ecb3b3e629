"""Tell how the window's terminals look."""

from dataclasses import dataclass
from typing import Protocol

from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.screen_look import (
    LARGEST_CELL_PIXELS,
    LARGEST_PALETTE,
    ScreenLook,
    color_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TellLookRequest(Request[None]):
    """Colours are written `#rrggbb`; `palette` has the first entries of the palette."""

    foreground: str
    background: str
    cursor: str
    palette: tuple[str, ...]
    cell_width: int
    """Pixels."""
    cell_height: int


class Wardrobe(Protocol):
    """Whoever tells programs how terminals look; the window that tells must not import it."""

    def dress(self, look: ScreenLook) -> None:
        """Tell them this from now on."""
        ...


class TellLook:
    """Let programs be told the window's colours and the size of its cells."""

    def __init__(self, *wardrobes: Wardrobe | None) -> None:
        """A wardrobe is None where there is none, such as on systems without a screen worker."""
        self._wardrobes = tuple(each for each in wardrobes if each is not None)

    async def execute(self, request: TellLookRequest, caller: Caller, /) -> None:
        """Remember the look.

        Raises:
            InvalidError: A colour or a size is none.
        """
        del caller
        pixels = (request.cell_width, request.cell_height)
        if not all(0 < size <= LARGEST_CELL_PIXELS for size in pixels):
            raise InvalidError(f"A cell of {pixels[0]} × {pixels[1]} pixels cannot be.")
        if len(request.palette) > LARGEST_PALETTE:
            raise InvalidError(f"A palette has at most {LARGEST_PALETTE} colours.")
        colors = DefaultColors(
            foreground=color_of(request.foreground),
            background=color_of(request.background),
            cursor=color_of(request.cursor),
            palette=tuple(map(color_of, request.palette)),
        )
        for wardrobe in self._wardrobes:
            wardrobe.dress(ScreenLook(colors, pixels))
