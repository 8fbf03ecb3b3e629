"""Unsaved texts as files: new ones in a folder of their own until the person was told of them."""

import asyncio
import contextlib
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, override

from idea.domain.errors import IdeaError
from idea.domain.ports.kept_texts import KeptTexts
from idea.infrastructure.files.new_file import write_new_file

MOST_TEXTS: Final = 50
_LONGEST_NAME: Final = 60
_FILE = re.compile(r"\d{8}-\d{12} (.*)\.md")


class FileKeptTexts(KeptTexts):
    """`folder/new` holds what the person has not heard of, `folder` the rest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new = folder / "new"

    @property
    @override
    def folder(self) -> Path:
        return self._folder

    @override
    def keep(self, name: str, text: str) -> None:
        plain = re.sub(r"[^\w -]+", "_", name).strip()[:_LONGEST_NAME] or "text"
        file = f"{datetime.now(UTC):%Y%m%d-%H%M%S%f} {plain}.md"
        with contextlib.suppress(OSError, IdeaError):
            self._new.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_new_file(self._new / file, (text.encode(errors="replace"),))

    @override
    async def untold(self) -> tuple[str, ...]:
        return await asyncio.to_thread(self._take)

    def _take(self) -> tuple[str, ...]:
        names = []
        for path, name in _texts(self._new):
            with contextlib.suppress(OSError):
                path.rename(self._folder / path.name)
                names.append(name)
        for path, _ in _texts(self._folder)[:-MOST_TEXTS]:
            with contextlib.suppress(OSError):
                path.unlink()
        return tuple(names)


def _texts(folder: Path) -> list[tuple[Path, str]]:
    """Return files and the names of their texts, the oldest first."""
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return []
    found = [(path, _FILE.fullmatch(path.name)) for path in paths]
    return [(path, match[1]) for path, match in found if match is not None]
