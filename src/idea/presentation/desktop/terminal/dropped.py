"""What was dropped or copied elsewhere, as text to paste: paths of files, pictures as files."""

import threading
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

from idea.domain.errors import StoreError
from idea.domain.paste import quoted_paths
from idea.domain.ports.pictures import Pictures
from idea.presentation.desktop.bridge.main_thread import Poster

LARGEST_PIXELS = 64_000_000


def takes(content: QMimeData) -> bool:
    """Return whether something of a drop can be pasted."""
    return content.hasUrls() or content.hasText() or content.hasImage()


def pasted_text(content: QMimeData) -> str:
    """Return the text to paste: quoted paths of files, else the text; empty for a picture."""
    paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
    if paths and len(paths) == len(content.urls()):
        return quoted_paths(paths)
    return content.text()


class PicturePaste:
    """Turns pictures into files on a thread of their own: a large one takes half a second."""

    def __init__(
        self,
        pictures: Pictures,
        main: Poster,
        kept: Callable[[str], None],
        refused: Callable[[str], None],
    ) -> None:
        """`kept` hears the path of a file, `refused` why there is none; both on the main thread."""
        self._pictures = pictures
        self._main = main
        self._kept = kept
        self._refused = refused

    def take(self, content: QMimeData) -> None:
        """Keep a picture, if there is one."""
        picture = QImage(content.imageData()) if content.hasImage() else QImage()
        width, height = picture.width(), picture.height()
        if width * height > LARGEST_PIXELS:
            shown = f"This picture of {width:,} × {height:,} pixels"
            self._refused(f"{shown} is too large to paste; save it as a file.")
        elif not picture.isNull():
            keep = partial(self._keep, picture)
            threading.Thread(target=keep, name="keep a picture", daemon=True).start()

    def _keep(self, picture: QImage) -> None:
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        # The stubs want bytes for the name of the format, the function a text.
        picture.save(buffer, "PNG")  # type: ignore[call-overload]
        try:
            path = self._pictures.keep(bytes(data.data()))
        except StoreError as error:
            self._main.post(partial(self._refused, error.sentence))
        else:
            self._main.post(partial(self._kept, path))
