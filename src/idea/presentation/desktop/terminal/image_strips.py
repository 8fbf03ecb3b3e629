"""Images cut along the rows of text, so that damage, scrolling and clipping are those of rows."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple
from weakref import ReferenceType, ref

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from idea.domain.image_placeholders import PLACEHOLDER
from idea.domain.ports.terminal_images import ImagePlacement, TerminalImage
from idea.presentation.desktop.terminal.batches import Piece
from idea.presentation.desktop.terminal.glyphs import CALM

BEHIND_GROUNDS = -(1 << 30)
"""Images of a lower layer are behind the backgrounds that programs set."""
_MOST_BYTES = 64 << 20
_LARGEST_BYTES = 16 << 20
"""Larger pictures are scaled strip by strip, and not kept."""
_BYTES_PER_PIXEL = 4
_FORMATS = {
    1: QImage.Format.Format_Grayscale8,
    3: QImage.Format.Format_RGB888,
    4: QImage.Format.Format_RGBA8888,
}
_CALM_LINE = QColor(128, 128, 128, 110)


type _Key = tuple[int, int, int, tuple[int, int, int, int]]
"""Which object an image is, how large it is shown, and which part of it."""


class Strip(NamedTuple):
    """What of an image lies in one row of text."""

    placed: ImagePlacement
    """Its own row is left out, so that a strip that scrolled is still the same."""
    line: int
    """How many rows of text are between the image's first row and this one."""


def strips_by_row(
    images: Iterable[ImagePlacement], rows: int, height: int
) -> Mapping[int, tuple[Strip, ...]]:
    """Return the strips in each of so many rows, which are `height` pixels high."""
    found: dict[int, tuple[Strip, ...]] = {}
    for placed in images:
        last = placed.row + (placed.top + placed.height - 1) // height
        same = placed._replace(row=0)
        for row in range(max(placed.row, 0), min(last + 1, rows)):
            found[row] = (*found.get(row, ()), Strip(same, row - placed.row))
    return found


class StripPainter:
    """Draws strips; keeps what it scaled, for all views together and never without bound."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._scaled: dict[_Key, tuple[ReferenceType[TerminalImage], QImage]] = {}
        """The one used last is the last; an image that is gone everywhere else is not kept here."""
        self.kept_bytes = 0
        """What the scaled pictures take."""

    def draw(
        self, painter: QPainter, strips: Iterable[Strip], top: int, cell: tuple[int, int]
    ) -> None:
        """Draw strips into the row that begins at pixel line `top`, in their order."""
        for strip in strips:
            placed, (width, height) = strip.placed, cell
            # Which lines of the shown picture these are.
            start = max(strip.line * height - placed.top, 0)
            end = min((strip.line + 1) * height - placed.top, placed.height)
            if end <= start or placed.width <= 0:
                continue
            x = placed.column * width + placed.left
            y = top + max(placed.top - strip.line * height, 0)
            target = QRect(x, y, placed.width, end - start)
            image = placed.image
            if image is None or not image.pixels:
                _draw_calm(painter, target, is_first=start == 0, is_last=end == placed.height)
            elif min(placed.source[2:]) <= 0:
                continue
            elif _shown_bytes(placed) > _LARGEST_BYTES:
                left, upper, across, down = placed.source
                scale = down / placed.height
                source = QRectF(left, upper + start * scale, across, (end - start) * scale)
                painter.drawImage(QRectF(target), _pixels(image), source)
            else:
                part = QRect(0, start, placed.width, end - start)
                painter.drawImage(QPoint(x, y), self._picture(placed, image), part)

    def _picture(self, placed: ImagePlacement, image: TerminalImage) -> QImage:
        """Return an image as large as it is shown."""
        key = (id(image), placed.width, placed.height, placed.source)
        found = self._scaled.pop(key, None)
        if found is not None and found[0]() is image:
            self._scaled[key] = found
            return found[1]
        if found is not None:
            self.kept_bytes -= found[1].sizeInBytes()
        picture = _scaled(placed, image)
        self.kept_bytes += picture.sizeInBytes()
        self._scaled[key] = (ref(image), picture)
        while self.kept_bytes > self._most_bytes and len(self._scaled) > 1:
            _, oldest = self._scaled.pop(next(iter(self._scaled)))
            self.kept_bytes -= oldest.sizeInBytes()
        return picture


def _shown_bytes(placed: ImagePlacement) -> int:
    return placed.width * placed.height * _BYTES_PER_PIXEL


def _pixels(image: TerminalImage) -> QImage:
    """Return a picture that looks into the image's own memory."""
    pixels, channels = image.pixels, image.channels
    if channels == 2:
        spread = bytearray(4 * image.width * image.height)
        for channel in range(3):
            spread[channel::4] = pixels[0::2]
        spread[3::4] = pixels[1::2]
        pixels, channels = bytes(spread), 4
        stride = channels * image.width
        return QImage(pixels, image.width, image.height, stride, _FORMATS[channels]).copy()
    return QImage(pixels, image.width, image.height, channels * image.width, _FORMATS[channels])


def _scaled(placed: ImagePlacement, image: TerminalImage) -> QImage:
    part, source = _pixels(image), QRect(*placed.source)
    if source != part.rect():
        part = part.copy(source)
    form = QImage.Format.Format_ARGB32_Premultiplied
    if (part.width(), part.height()) != (placed.width, placed.height):
        part = part.convertToFormat(form).scaled(
            placed.width,
            placed.height,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    return part.convertToFormat(form)


def _draw_calm(painter: QPainter, target: QRect, *, is_first: bool, is_last: bool) -> None:
    """Draw a frame where an image was."""
    inner = target.adjusted(1, int(is_first), -1, -int(is_last))
    painter.fillRect(inner, CALM)
    painter.fillRect(target.left(), inner.top(), 1, inner.height(), _CALM_LINE)
    painter.fillRect(target.right(), inner.top(), 1, inner.height(), _CALM_LINE)
    if is_first:
        painter.fillRect(target.left(), target.top(), target.width(), 1, _CALM_LINE)
    if is_last:
        painter.fillRect(target.left(), target.bottom(), target.width(), 1, _CALM_LINE)


STRIPS = StripPainter()
"""The one of the window; main thread only."""


def _without_placeholders(text: str, cells: int) -> str:
    if PLACEHOLDER not in text:
        return text
    return text.replace(PLACEHOLDER, " ") if len(text) == cells else " " * cells


class Layers:
    """The strips of rows that are painted together, by what is drawn between them."""

    def __init__(self, height: int, width: int) -> None:
        """Collect strips of rows that are `height` pixels high, in cells `width` pixels wide."""
        self._cell = (width, height)
        self.rows: dict[int, tuple[Strip, ...]] = {}
        """The strips of each row collected."""

    def add(self, strips: tuple[Strip, ...], row: int, pieces: Iterable[Piece]) -> list[Piece]:
        """Collect a row's strips; returns its pieces without the text that stands for images."""
        self.rows[row] = strips
        return [
            (column, cells, _without_placeholders(text, cells), ink)
            for column, cells, text, ink in pieces
        ]

    def draw_behind_grounds(self, painter: QPainter) -> None:
        """Draw the lowest images, which only the screen's own ground lets through."""
        self._draw(painter, lambda layer: layer < BEHIND_GROUNDS)

    def draw_behind_text(self, painter: QPainter) -> None:
        """Draw images over backgrounds."""
        self._draw(painter, lambda layer: BEHIND_GROUNDS <= layer < 0)

    def draw_over_text(self, painter: QPainter) -> None:
        """Draw images over everything."""
        self._draw(painter, lambda layer: layer >= 0)

    def _draw(self, painter: QPainter, wanted: Callable[[int], bool]) -> None:
        for row, strips in self.rows.items():
            some = [strip for strip in strips if wanted(strip.placed.layer)]
            STRIPS.draw(painter, some, row * self._cell[1], self._cell)
