"""The folder of the person's colour schemes: files as other terminals write them."""

import asyncio
from pathlib import Path
from typing import Final, override

from idea.domain.color_scheme import ColorScheme
from idea.domain.errors import (
    ConflictError,
    InvalidError,
    NotFoundError,
    NotSavedError,
    StoreError,
)
from idea.domain.ports.color_scheme_store import ColorSchemeStore
from idea.infrastructure.color_schemes.formats import read_scheme
from idea.infrastructure.stores.atomic import atomic_write, reason_of

_MOST_BYTES: Final = 1 << 20
_MOST_FILES: Final = 1_000


class ColorSchemeFolder(ColorSchemeStore):
    """Reads the folder anew each time, so that files put there by hand count at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @override
    async def all(self) -> tuple[tuple[ColorScheme, ...], tuple[str, ...]]:
        return await asyncio.to_thread(self._all)

    @override
    async def find(self, name: str) -> ColorScheme:
        return await asyncio.to_thread(self._find, name)

    @override
    async def take(self, path: str, name: str = "") -> ColorScheme:
        return await asyncio.to_thread(self._take, Path(path), name.strip())

    def _files(self) -> list[Path]:
        try:
            files = sorted(
                (each for each in self._folder.iterdir() if not each.name.startswith(".")),
                key=lambda each: each.stem.casefold(),
            )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be read: {reason_of(error)}.") from error
        return files[:_MOST_FILES]

    def _all(self) -> tuple[tuple[ColorScheme, ...], tuple[str, ...]]:
        schemes: dict[str, ColorScheme] = {}
        notices: list[str] = []
        for file in self._files():
            try:
                schemes.setdefault(file.stem, read_scheme(file.stem, _read(file)))
            except (InvalidError, NotFoundError, StoreError) as error:
                notices.append(f"{file}: {error}")
        return tuple(schemes.values()), tuple(notices)

    def _find(self, name: str) -> ColorScheme:
        for file in self._files():
            if file.stem == name:
                return read_scheme(name, _read(file))
        raise NotFoundError(f"There is no colour scheme {name!r}.")

    def _take(self, source: Path, name: str) -> ColorScheme:
        name = name or source.stem
        if not name or name.startswith(".") or "/" in name or "\\" in name or "\0" in name:
            raise InvalidError(f"{name!r} cannot be the name of a colour scheme.")
        data = _read(source)
        scheme = read_scheme(name, data)
        kept = next((each for each in self._files() if each.stem == name), None)
        if kept is not None:
            if _read(kept) == data:
                return scheme
            raise ConflictError(f"Another colour scheme {name!r} is kept already, as {kept}.")
        target = self._folder / f"{name}{source.suffix or '.conf'}"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise NotSavedError(str(target), reason_of(error)) from error
        atomic_write(target, data)
        return scheme


def _read(file: Path) -> bytes:
    try:
        if not file.is_file():  # A pipe would be waited for.
            raise NotFoundError(f"There is no file {file}.")
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {reason_of(error)}.") from error
    if len(data) > _MOST_BYTES:
        raise InvalidError(f"{file} is too large for a colour scheme.")
    return data
