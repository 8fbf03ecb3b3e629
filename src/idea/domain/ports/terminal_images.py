"""Images that programs show inside their screens, by kitty's graphics protocol."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TerminalImage:
    """Pixels as a program sent them; two are the same only if they are one object."""

    width: int
    height: int
    channels: int
    """1 grey, 2 grey and alpha, 3 red, green and blue, 4 the same and alpha."""
    pixels: bytes
    """Line by line without gaps, one byte a channel, alpha not multiplied in; empty for one that
    nobody will see."""


class ImagePlacement(NamedTuple):
    """Where a screen shows an image, or a part of it; all lengths are pixels of the core."""

    image: TerminalImage | None
    """None for one that was lost, such as with the core that had it."""
    row: int
    """The row of the viewport in which it begins; above the viewport when negative."""
    column: int
    left: int
    """Where it begins inside its first cell."""
    top: int
    width: int
    height: int
    source: tuple[int, int, int, int]
    """The part that is shown: left, top, width and height in the image's own pixels."""
    layer: int = 0
    """Negative: behind the text; below -2³⁰ also behind the backgrounds that programs set."""


class ImageCap(Protocol):
    """Bounds the images that programs may keep in a screen."""

    def limit_images(self, most_bytes: int) -> None:
        """Keep images up to so many bytes of pixels; with 0 there are none, and none are promised.

        A new core keeps up to 64 MiB.
        """
        ...


class PngDecoder(Protocol):
    """Turns PNG files into pixels; called on threads that feed cores."""

    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        """Return the picture with four channels; None if it is damaged or takes more bytes."""
        ...
