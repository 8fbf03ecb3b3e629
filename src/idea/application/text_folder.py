"""Texts in a folder that people edit too: roles, skills, templates, a project's context."""

from idea.domain.errors import NotFoundError, StoreError
from idea.domain.paths import PathRules
from idea.domain.ports.file_system import FileKind, FileSystem

LARGEST_TEXT_BYTES = 1024 * 1024
TRASH = "trash"


class TextFolder:
    """Whole texts by their path below one folder, with `/` between names; UTF-8."""

    def __init__(self, files: FileSystem, folder: str, rules: PathRules) -> None:
        self._files = files
        self._folder = folder
        self._rules = rules

    def path(self, name: str) -> str:
        """Return the absolute path of a text or folder below this one."""
        return self._rules.join(self._folder, *name.split("/"))

    async def read(self, name: str) -> str | None:
        """Return a text, None when there is none.

        Raises:
            StoreError: It cannot be read, is no text, or very long.
        """
        try:
            content = await self._files.read(self.path(name), limit_bytes=LARGEST_TEXT_BYTES)
        except NotFoundError:
            return None
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise StoreError(f"{self.path(name)} is not UTF-8 text.") from error

    async def write(self, name: str, text: str) -> None:
        """Make a text what it should be, with the folders above it.

        Raises:
            StoreError: It could not be written; the old text is still there.
        """
        path = self.path(name)
        await self._files.create_folders(self._rules.parent(path))
        await self._files.write(path, text.encode())

    async def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a folder below this one, none when it is not there.

        Raises:
            StoreError: It cannot be read.
        """
        try:
            found = await self._files.list(self.path(folder))
        except NotFoundError:
            return ()
        return tuple(entry.name for entry in found if entry.kind is FileKind.FILE)

    async def remove(self, name: str) -> None:
        """Take a text away; nothing there is no failure.

        Raises:
            StoreError: It may not be removed.
        """
        await self._files.remove(self.path(name))

    async def discard(self, name: str, stamp: str) -> str:
        """Move a text into the trash, under its name behind `stamp`; returns its name there.

        A text that is not there leaves nothing to be moved.

        Raises:
            StoreError: It could not be moved; it is still where it was.
        """
        kept = f"{TRASH}/{stamp}-{name.replace('/', '-')}"
        text = await self.read(name)
        if text is not None:
            await self.write(kept, text)
            await self.remove(name)
        return kept
