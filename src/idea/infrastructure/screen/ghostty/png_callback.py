"""Gives the library a decoder for PNG files, once for the whole process."""

import ctypes
from typing import Any

from idea.domain.ports.terminal_images import PngDecoder
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi
from idea.infrastructure.screen.png_outline import PngOutline

LARGEST_IMAGE_BYTES = 128 << 20
"""Larger pictures are refused whatever a core may keep."""


_in_use: list["PngCallback"] = []
"""The last is the one the library calls; the others may be at work on other threads."""


def use_decoder(abi: Abi, decoder: PngDecoder | None) -> None:
    """Let the library decode with `decoder`; None leaves the one it has, or gives it outlines."""
    is_new = decoder is not None and (not _in_use or _in_use[-1].decoder is not decoder)
    if is_new or not _in_use:
        _in_use.append(PngCallback(abi, decoder if decoder is not None else PngOutline()))


class PngCallback:
    """What the library calls; must live as long as it may."""

    def __init__(self, abi: Abi, decoder: PngDecoder) -> None:
        """Let the library decode with `decoder` from now on."""
        self._abi = abi
        self.decoder = decoder
        """What decodes."""
        self._allocate = abi.short("ghostty_alloc", POINTER, ctypes.c_size_t, result=POINTER)
        self._function = abi.ffi.callback("GhosttySysDecodePngFn", self._decode, error=False)
        result = abi.lib.ghostty_sys_set(abi.lib.GHOSTTY_SYS_OPT_DECODE_PNG, self._function)
        abi.check(result, "take a decoder for pictures")

    def _decode(self, _user: Any, allocator: Any, data: Any, length: int, out: Any) -> bool:
        png = bytes(self._abi.ffi.buffer(data, length))
        image = self.decoder.decode(png, LARGEST_IMAGE_BYTES)
        if image is None:
            return False
        size = image.width * image.height * image.channels
        address = self._allocate(self._abi.address(allocator), size)
        if not address:
            return False
        if image.pixels:
            ctypes.memmove(address, image.pixels, size)
        out.width, out.height, out.data_len = image.width, image.height, size
        out.data = self._abi.ffi.cast("uint8_t *", address)
        return True
