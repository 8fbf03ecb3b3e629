"""Where the person's colour schemes are kept."""

from typing import Protocol

from idea.domain.color_scheme import ColorScheme


class ColorSchemeStore(Protocol):
    """A folder of schemes, which a person may fill by hand as well."""

    async def all(self) -> tuple[tuple[ColorScheme, ...], tuple[str, ...]]:
        """Return the schemes by name, and a sentence about each file that is none."""
        ...

    async def find(self, name: str) -> ColorScheme:
        """Return a scheme.

        Raises:
            NotFoundError: There is none of that name.
            InvalidError: Its file is no scheme.
        """
        ...

    async def take(self, path: str, name: str = "") -> ColorScheme:
        """Keep a copy of a scheme's file; the name is that of the file unless one is given.

        Raises:
            NotFoundError: There is no such file.
            InvalidError: It is no scheme that can be read.
            ConflictError: Another scheme of that name is kept already.
            StoreError: The file cannot be read, or the copy not be written.
        """
        ...
