"""Decodes PNG files for cores whose screens nobody sees.

A core moves its cursor past an image it decoded and answers the program, so it needs to know the
size of an image and whether it is whole; pixels would be work and memory for nothing.
"""

from typing import override

from idea.domain.png import is_whole_png, png_size
from idea.domain.ports.terminal_images import PngDecoder, TerminalImage

_CHANNELS = 4


class PngOutline(PngDecoder):
    """Gives pictures of the right size without pixels."""

    @override
    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        size = png_size(png)
        if size is None or size[0] * size[1] * _CHANNELS > most_bytes:
            return None
        if not is_whole_png(png, most_bytes):
            return None
        return TerminalImage(*size, _CHANNELS, b"")
