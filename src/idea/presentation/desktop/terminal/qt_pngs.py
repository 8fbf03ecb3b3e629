"""Decodes PNG files for cores whose screens are shown, on the threads that feed them."""

from typing import override

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageReader

from idea.domain.png import is_whole_png, png_size
from idea.domain.ports.terminal_images import PngDecoder, TerminalImage

_CHANNELS = 4


class QtPngs(PngDecoder):
    """Looks at head and checksums first.

    So no hostile file makes it take memory, and hardly any makes libpng write complaints.
    """

    @override
    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        size = png_size(png)
        if size is None or size[0] * size[1] * _CHANNELS > most_bytes:
            return None
        if not is_whole_png(png, most_bytes):
            return None
        buffer = QBuffer()
        buffer.setData(QByteArray(png))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer, QByteArray(b"png"))
        reader.setAutoDetectImageFormat(False)
        picture = reader.read().convertToFormat(QImage.Format.Format_RGBA8888)
        if picture.isNull():
            return None
        width, height = picture.width(), picture.height()
        return TerminalImage(width, height, _CHANNELS, bytes(picture.constBits()))
