"""Reads where a terminal's images stand, and their pixels once.

Everything here is a short call but the copy of an image's pixels, which is made when the image is
first seen in the viewport and kept for as long as it is.
"""

import ctypes
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from idea.domain.image_placeholders import PlaceholderRun, placeholders_in
from idea.domain.ports.terminal_core import Row
from idea.domain.ports.terminal_images import ImagePlacement, TerminalImage
from idea.infrastructure.screen.ghostty.abi import POINTER, Abi

MOST_PLACED = 4096
"""Placements a program may have; more are its mistake, or its attack."""
_MOST_SHOWN = 256
_MASK_32 = 0xFFFFFFFF


class _Virtual(NamedTuple):
    """A placement that stands in the text."""

    columns: int
    rows: int
    image: TerminalImage


class ImageReader:
    """Reads one terminal."""

    def __init__(self, abi: Abi, terminal: int) -> None:
        """Read the terminal at an address."""
        ffi, lib = abi.ffi, abi.lib
        self._ffi, self._lib, self._terminal = ffi, lib, terminal
        self._kept: dict[tuple[int, int], TerminalImage] = {}
        """The images in sight, by id and generation."""
        prefix = "ghostty_kitty_graphics"
        short = abi.short
        self._terminal_get = short("ghostty_terminal_get", POINTER, ctypes.c_int, POINTER)
        self._get = short(f"{prefix}_get", POINTER, ctypes.c_int, POINTER)
        self._image = short(f"{prefix}_image", POINTER, ctypes.c_uint32, result=POINTER)
        self._image_get = short(f"{prefix}_image_get", POINTER, ctypes.c_int, POINTER)
        self._next = short(f"{prefix}_placement_next", POINTER, result=ctypes.c_bool)
        self._placed = short(f"{prefix}_placement_get", POINTER, ctypes.c_int, POINTER)
        self._render_info = short(
            f"{prefix}_placement_render_info", POINTER, POINTER, POINTER, POINTER
        )
        self._graphics = ffi.new("GhosttyKittyGraphics *")
        self._iterator = ffi.new("GhosttyKittyGraphicsPlacementIterator *")
        self._number = ffi.new("uint64_t *")
        self._info = abi.sized("GhosttyKittyGraphicsPlacementRenderInfo")
        boxes = (self._graphics, self._iterator, self._number, self._info)
        self._at_graphics, self._at_iterator, self._at_number, self._at_info = map(
            abi.address, boxes
        )
        abi.check(
            lib.ghostty_kitty_graphics_placement_iterator_new(ffi.NULL, self._iterator),
            "list its images",
        )

    def close(self) -> None:
        """Free what reading needs."""
        self._lib.ghostty_kitty_graphics_placement_iterator_free(self._iterator[0])
        self._kept.clear()

    def placements(self, shown: Mapping[int, Row], cell: tuple[int, int]) -> list[ImagePlacement]:
        """Return the images in the viewport, whose rows are `shown`, the covered ones first."""
        found: list[tuple[tuple[int, int, int], ImagePlacement]] = []
        virtual: dict[tuple[int, int], _Virtual] = {}
        before, self._kept = self._kept, {}
        for number, placement, image in self._each():
            is_virtual = self._of_placement("IS_VIRTUAL")
            if not is_virtual and not self._info.viewport_visible:
                continue
            pixels = self._pixels(number, image, before)
            if pixels is None:
                continue
            if is_virtual:
                info = self._info
                virtual[number, placement] = _Virtual(info.grid_cols, info.grid_rows, pixels)
            elif len(found) < _MOST_SHOWN:
                placed = self._placement(pixels)
                found.append(((placed.layer, number, placement), placed))
        found.sort(key=lambda item: item[0])
        in_text = _in_text(shown, virtual, cell) if virtual else ()
        return [*(placed for _, placed in found), *in_text]

    def outlines(self) -> list[tuple[int, int, int, int, int]]:
        """Return of each image, seen or not, its row, column, columns, rows and layer."""
        return [
            (
                self._info.viewport_row,
                self._info.viewport_col,
                self._info.grid_cols,
                self._info.grid_rows,
                self._layer(),
            )
            for _ in self._each()
            if not self._of_placement("IS_VIRTUAL")
        ]

    def count(self, most: int) -> int:
        """Return how many placements there are, seen or not; stops counting at `most`."""
        iterator = self._restarted()[1]
        return 0 if not iterator else sum(1 for _ in range(most) if self._next(iterator))

    def _each(self) -> Iterator[tuple[int, int, int]]:
        """Return image id, placement id and the image's address; the info is that of each."""
        graphics, iterator = self._restarted()
        for _ in range(MOST_PLACED):
            if not (iterator and self._next(iterator)):
                return
            number = self._of_placement("IMAGE_ID")
            image = self._image(graphics, number)
            if image and not self._render_info(iterator, image, self._terminal, self._at_info):
                yield number, self._of_placement("PLACEMENT_ID"), image

    def _restarted(self) -> tuple[int, int]:
        """Return the addresses of all images and of an iterator before the first, or zeros."""
        lib = self._lib
        what = lib.GHOSTTY_TERMINAL_DATA_KITTY_GRAPHICS
        self._graphics[0] = self._ffi.NULL
        if self._terminal_get(self._terminal, what, self._at_graphics):
            return 0, 0
        graphics = int(self._ffi.cast("uintptr_t", self._graphics[0]))
        what = lib.GHOSTTY_KITTY_GRAPHICS_DATA_PLACEMENT_ITERATOR
        if not graphics or self._get(graphics, what, self._at_iterator):
            return 0, 0
        return graphics, int(self._ffi.cast("uintptr_t", self._iterator[0]))

    def _placement(self, image: TerminalImage) -> ImagePlacement:
        info = self._info
        return ImagePlacement(
            image=image,
            row=info.viewport_row,
            column=info.viewport_col,
            left=self._of_placement("X_OFFSET"),
            top=self._of_placement("Y_OFFSET"),
            width=info.pixel_width,
            height=info.pixel_height,
            source=(info.source_x, info.source_y, info.source_width, info.source_height),
            layer=self._layer(),
        )

    def _layer(self) -> int:
        layer = self._of_placement("Z")
        return layer - (1 << 32) if layer >> 31 else layer

    def _pixels(
        self, number: int, image: int, before: Mapping[tuple[int, int], TerminalImage]
    ) -> TerminalImage | None:
        """Return an image with its pixels; None when they are not what it says."""
        generation = self._of_image(image, "GENERATION", 64)
        key = (number, generation)
        kept = self._kept.get(key) or before.get(key)
        if kept is None:
            width, height = self._of_image(image, "WIDTH"), self._of_image(image, "HEIGHT")
            channels = self._channels(self._of_image(image, "FORMAT"))
            address = self._of_image(image, "DATA_PTR", 64)
            length = self._of_image(image, "DATA_LEN", 64)
            if not address or length != width * height * channels or not length:
                return None
            kept = TerminalImage(width, height, channels, ctypes.string_at(address, length))
        self._kept[key] = kept
        return kept

    def _channels(self, form: int) -> int:
        lib = self._lib
        return {
            lib.GHOSTTY_KITTY_IMAGE_FORMAT_GRAY: 1,
            lib.GHOSTTY_KITTY_IMAGE_FORMAT_GRAY_ALPHA: 2,
            lib.GHOSTTY_KITTY_IMAGE_FORMAT_RGB: 3,
            lib.GHOSTTY_KITTY_IMAGE_FORMAT_RGBA: 4,
        }.get(form, 0)

    def _of_placement(self, what: str) -> int:
        self._number[0] = 0
        key = getattr(self._lib, f"GHOSTTY_KITTY_GRAPHICS_PLACEMENT_DATA_{what}")
        iterator = int(self._ffi.cast("uintptr_t", self._iterator[0]))
        self._placed(iterator, key, self._at_number)
        return int(self._number[0]) & _MASK_32

    def _of_image(self, image: int, what: str, bits: int = 32) -> int:
        self._number[0] = 0
        key = getattr(self._lib, f"GHOSTTY_KITTY_IMAGE_DATA_{what}")
        self._image_get(image, key, self._at_number)
        return int(self._number[0]) & (1 << bits) - 1


def _in_text(
    shown: Mapping[int, Row], virtual: Mapping[tuple[int, int], _Virtual], cell: tuple[int, int]
) -> Iterator[ImagePlacement]:
    """Return the pieces of images that stand in the text."""
    for number, row in shown.items():
        for run in placeholders_in(row):
            found = _named(virtual, run.image, run.placement)
            if found is not None:
                yield from _piece(number, run, found, cell)


def _named(
    virtual: Mapping[tuple[int, int], _Virtual], image: int, placement: int
) -> _Virtual | None:
    """Return the placement that a cell names; any of its image when it names none."""
    if placement:
        return virtual.get((image, placement))
    return next((each for (number, _), each in virtual.items() if number == image), None)


def _piece(
    row: int, run: PlaceholderRun, found: _Virtual, cell: tuple[int, int]
) -> Iterator[ImagePlacement]:
    """Return what cells show of an image that is fitted into its own columns and rows."""
    image, (width, height) = found.image, cell
    room = found.columns * width, found.rows * height
    scale = min(room[0] / image.width, room[1] / image.height)
    # All in pixels from the corner of the image as it is shown.
    left = run.image_column * width - (room[0] - image.width * scale) / 2
    top = run.image_row * height - (room[1] - image.height * scale) / 2
    start_x, start_y = max(left, 0.0), max(top, 0.0)
    end_x = min(left + run.cells * width, image.width * scale)
    end_y = min(top + height, image.height * scale)
    if end_x <= start_x or end_y <= start_y:
        return
    yield ImagePlacement(
        image=image,
        row=row,
        column=run.column,
        left=round(start_x - left),
        top=round(start_y - top),
        width=max(round(end_x - start_x), 1),
        height=max(round(end_y - start_y), 1),
        source=(
            round(start_x / scale),
            round(start_y / scale),
            max(round((end_x - start_x) / scale), 1),
            max(round((end_y - start_y) / scale), 1),
        ),
    )
