"""What was dropped or copied elsewhere, as text to paste: paths of files, pictures as files."""

import os
import tempfile
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from idea.domain.paste import quoted_paths
from idea.presentation.desktop.bridge.main_thread import Poster

_LARGEST_PIXELS = 64_000_000


def takes(content: QMimeData) -> bool:
    """Return whether something of a drop can be pasted."""
    return content.hasUrls() or content.hasText() or content.hasImage()


def pasted_text(content: QMimeData) -> str:
    """Return the text to paste: quoted paths of files, else the text; empty for a picture."""
    paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
    if paths and len(paths) == len(content.urls()):
        return quoted_paths(paths)
    return content.text()


def keep_picture(content: QMimeData, main: Poster, kept: Callable[[str], None]) -> bool:
    """Write a picture to a file; `kept` hears its path. Returns whether there is a picture."""
    picture = QImage(content.imageData()) if content.hasImage() else QImage()
    if picture.isNull() or picture.width() * picture.height() > _LARGEST_PIXELS:
        return False

    def write() -> None:
        handle, path = tempfile.mkstemp(".png", "picture-", _folder())
        os.close(handle)
        if picture.save(path):
            main.post(partial(kept, path))
        else:
            Path(path).unlink(missing_ok=True)

    threading.Thread(target=write, name="keep a picture", daemon=True).start()
    return True


@cache
def _folder() -> str:
    """Return this process's own folder; the system clears it, for a program may read it later."""
    return tempfile.mkdtemp(prefix="idea-pictures-")
