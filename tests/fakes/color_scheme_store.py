"""Colour schemes in memory."""

from pathlib import PurePosixPath
from typing import override

from idea.domain.color_scheme import ColorScheme
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ports.color_scheme_store import ColorSchemeStore


class FakeColorSchemeStore(ColorSchemeStore):
    """Takes schemes from `files`, by path; None stands for a file that is no scheme."""

    def __init__(self) -> None:
        self.files: dict[str, ColorScheme | None] = {}
        self.kept: dict[str, ColorScheme] = {}
        self.notices: tuple[str, ...] = ()

    @override
    async def all(self) -> tuple[tuple[ColorScheme, ...], tuple[str, ...]]:
        return tuple(self.kept[name] for name in sorted(self.kept)), self.notices

    @override
    async def find(self, name: str) -> ColorScheme:
        if name not in self.kept:
            raise NotFoundError(f"There is no colour scheme {name!r}.")
        return self.kept[name]

    @override
    async def take(self, path: str, name: str = "") -> ColorScheme:
        name = name or PurePosixPath(path).stem
        if "/" in name or name.startswith("."):
            raise InvalidError(f"{name!r} cannot be the name of a colour scheme.")
        if path not in self.files:
            raise NotFoundError(f"There is no file {path}.")
        found = self.files[path]
        if found is None:
            raise InvalidError(f"{name} is no colour scheme of a terminal that IdeA knows.")
        scheme = ColorScheme(
            name=name,
            foreground=found.foreground,
            background=found.background,
            ansi=found.ansi,
        )
        if self.kept.get(name, scheme) != scheme:
            raise ConflictError(f"Another colour scheme {name!r} is kept already, as {name}.conf.")
        self.kept[name] = scheme
        return scheme
