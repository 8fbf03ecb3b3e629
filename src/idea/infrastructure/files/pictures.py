"""Pictures as temporary files: the system clears them, for a program may read them much later."""

import secrets
import tempfile
from pathlib import Path
from typing import override

from idea.domain.errors import StoreError
from idea.domain.ports.pictures import Pictures
from idea.infrastructure.files.new_file import write_new_file
from idea.infrastructure.stores.atomic import reason_of


class TemporaryPictures(Pictures):
    """Files in a folder of their own, made with the first of them."""

    def __init__(self, parent: str | None = None) -> None:
        """Make the folder below `parent`, or where the system has its temporary files."""
        self._parent = parent
        self._folder = ""

    @override
    def keep(self, png: bytes) -> str:
        try:
            if not Path(self._folder or "-").is_dir():
                self._folder = tempfile.mkdtemp(prefix="idea-pictures-", dir=self._parent)
        except OSError as error:
            raise StoreError(f"The picture could not be kept: {reason_of(error)}.") from error
        path = Path(self._folder, f"picture-{secrets.token_hex(4)}.png")
        write_new_file(path, (png,))
        return str(path)
