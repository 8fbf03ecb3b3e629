"""Finds programs in PATH and in the folders of the tools that install them for one person."""

import asyncio
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, override

from idea.domain.ports.program_search import ProgramFound, ProgramSearch

TOOL_FOLDERS: Final[tuple[tuple[str, str], ...]] = (
    ("your own folder", "~/.local/bin"),
    ("your own folder", "~/bin"),
    ("nvm", "~/.nvm/versions/node/*/bin"),
    ("fnm", "~/.local/share/fnm/node-versions/*/installation/bin"),
    ("fnm", "~/Library/Application Support/fnm/node-versions/*/installation/bin"),
    ("volta", "~/.volta/bin"),
    ("asdf", "~/.asdf/shims"),
    ("mise", "~/.local/share/mise/shims"),
    ("bun", "~/.bun/bin"),
    ("npm", "~/.npm-global/bin"),
    ("npm", "~/.npm-packages/bin"),
    ("npm", "~/.node_modules/bin"),
    ("pnpm", "~/.local/share/pnpm"),
    ("yarn", "~/.yarn/bin"),
    ("deno", "~/.deno/bin"),
    ("uv", "~/.local/share/uv/tools/*/bin"),
    ("pipx", "~/.local/share/pipx/venvs/*/bin"),
    ("cargo", "~/.cargo/bin"),
    ("go", "~/go/bin"),
    ("Homebrew", "/opt/homebrew/bin"),
    ("Homebrew", "/home/linuxbrew/.linuxbrew/bin"),
    ("Homebrew", "~/.linuxbrew/bin"),
    ("this machine", "/usr/local/bin"),
    ("this machine", "/snap/bin"),
)
"""Whose folder it is, and where; a star stands for versions, of which the newest comes first."""

_NUMBER: Final = re.compile(r"\d+")


class LocalProgramSearch(ProgramSearch):
    """Programs of the person with this home."""

    def __init__(
        self,
        own: Mapping[str, str] | None = None,
        *,
        folders: tuple[tuple[str, str], ...] = TOOL_FOLDERS,
    ) -> None:
        self._own = os.environ if own is None else own
        self._folders = folders

    @override
    async def find(
        self, command: str, environment: Mapping[str, str] | None = None
    ) -> ProgramFound | None:
        login = self._own if environment is None else environment
        return await asyncio.to_thread(self._find, command, login)

    def _find(self, command: str, login: Mapping[str, str]) -> ProgramFound | None:
        if Path(command).is_absolute():
            found = ProgramFound(path=command, where="where its profile says", is_on_path=True)
            return found if _is_program(Path(command)) else None
        if os.sep in command:
            return None
        for where, folder, is_on_path in self._places(login):
            path = folder / command
            if _is_program(path):
                return ProgramFound(path=str(path), where=where, is_on_path=is_on_path)
        return None

    def _places(self, login: Mapping[str, str]) -> Iterator[tuple[str, Path, bool]]:
        for entry in login.get("PATH", "").split(os.pathsep):
            if Path(entry).is_absolute():
                yield "your PATH", Path(entry), True
        home = Path(login.get("HOME") or self._own.get("HOME") or Path.home())
        for where, pattern in self._folders:
            for folder in _matching(pattern, home):
                yield where, folder, False


def _matching(pattern: str, home: Path) -> list[Path]:
    """Return the folders of a pattern, that of the newest version first."""
    base = home if pattern.startswith("~/") else Path("/")
    below = pattern.removeprefix("~/").removeprefix("/")
    if "*" not in below:
        return [base / below]
    return sorted(base.glob(below), key=_version, reverse=True)


def _version(folder: Path) -> list[int]:
    return [int(number) for number in _NUMBER.findall(str(folder))]


def _is_program(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False
