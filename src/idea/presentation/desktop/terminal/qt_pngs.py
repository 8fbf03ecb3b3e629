"""Decodes PNG files for cores whose screens are shown, on the threads that feed them."""

from typing import override

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageReader

from idea.domain.ports.terminal_images import PngDecoder, TerminalImage

_CHANNELS = 4


class QtPngs(PngDecoder):
    """Looks at a file's head first, so that no hostile one makes it take memory."""

    @override
    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        buffer = QBuffer()
        buffer.setData(QByteArray(png))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer, QByteArray(b"png"))
        reader.setAutoDetectImageFormat(False)
        size = reader.size()
        if size.isEmpty() or size.width() * size.height() * _CHANNELS > most_bytes:
            return None
        picture = reader.read().convertToFormat(QImage.Format.Format_RGBA8888)
        if picture.isNull():
            return None
        width, height = picture.width(), picture.height()
        return TerminalImage(width, height, _CHANNELS, bytes(picture.constBits()))
