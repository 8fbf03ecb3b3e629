r"""The rules of paths as pure text: POSIX, Windows, and WSL with its mounted drives.

Nothing here looks at a disk. *Normal* means: absolute spelling kept, no empty, `.` or `..` part,
one kind of separator, no separator at the end. `..` is resolved by text, so a path that may
contain links is resolved by the file system first.
"""

import ntpath
import posixpath
import re
from dataclasses import dataclass
from typing import override

from idea.domain.errors import InvalidError

_WINDOWS_FORBIDDEN = re.compile(r'[<>"|?*:\x00-\x1f]')
_WINDOWS_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[1-9]|lpt[1-9])( *\..*)?")
_WINDOWS_START = re.compile(r"[A-Za-z]:|[\\/]{2}|\\")
_WINDOWS_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class PathRules:
    """What one kind of file system calls a path; the base follows POSIX."""

    def check(self, path: str) -> None:
        """Accept an absolute path that can exist.

        Raises:
            InvalidError: The path is relative or holds what no path can hold.
        """
        if "\0" in path:
            raise InvalidError(f"{path!r} is not a path: it contains a NUL character.")
        if not self.is_absolute(path):
            raise InvalidError(f"{path!r} is not an absolute path; give it from {self._start} on.")

    @property
    def _start(self) -> str:
        return "/"

    def is_absolute(self, path: str) -> bool:
        """Whether the path means the same from every folder."""
        return path.startswith("/")

    def normalise(self, path: str) -> str:
        """Return the normal spelling; a relative path stays relative."""
        normal = posixpath.normpath(path)
        return normal[1:] if normal.startswith("//") else normal

    def join(self, folder: str, *parts: str) -> str:
        """Return the normal path of `parts` below `folder`; an absolute part starts afresh."""
        return self.normalise(posixpath.join(folder, *parts))

    def parent(self, path: str) -> str:
        """Return the folder that holds the path; a root is its own parent."""
        return self.normalise(posixpath.dirname(self.normalise(path)))

    def name(self, path: str) -> str:
        """Return the last part; empty for a root."""
        return posixpath.basename(self.normalise(path))

    def key(self, path: str) -> str:
        """Return a text equal for all spellings of one path, for comparing and for maps."""
        return self.normalise(path)

    def same(self, path: str, other: str) -> bool:
        """Whether both spell one path."""
        return self.key(path) == self.key(other)

    def is_inside(self, path: str, folder: str) -> bool:
        """Whether the path is the folder or below it."""
        inner, outer = self.key(path), self.key(folder)
        separator = self._separator
        return inner == outer or inner.startswith(outer.rstrip(separator) + separator)

    @property
    def _separator(self) -> str:
        return "/"


@dataclass(frozen=True, slots=True)
class WindowsRules(PathRules):
    r"""Drives and `\\server\share` roots, both separators, names that differ by more than case."""

    @override
    def check(self, path: str) -> None:
        PathRules.check(self, path)
        if path[:4].replace("/", "\\") in {"\\\\?\\", "\\\\.\\"}:
            raise InvalidError(f"{path!r} is a device path; give the path with its drive letter.")
        _, _, rest = ntpath.splitroot(path)
        for part in rest.replace("/", "\\").split("\\"):
            if part in {"", ".", ".."}:
                continue
            self._check_part(path, part)

    @staticmethod
    def _check_part(path: str, part: str) -> None:
        if forbidden := _WINDOWS_FORBIDDEN.search(part):
            raise InvalidError(
                f"{path!r} is not a Windows path: {forbidden.group()!r} may not be in a name."
            )
        if part[-1] in " .":
            raise InvalidError(
                f"{path!r} is not a Windows path: a name may not end with a space or a dot."
            )
        if _WINDOWS_RESERVED.fullmatch(part):
            raise InvalidError(f"{path!r} is not a Windows path: {part!r} is a device's name.")

    @property
    @override
    def _start(self) -> str:
        return "the drive letter"

    @override
    def is_absolute(self, path: str) -> bool:
        drive, root, _ = ntpath.splitroot(path)
        if _WINDOWS_DRIVE.fullmatch(drive):
            return root != ""
        return len([part for part in re.split(r"[\\/]", drive) if part]) >= 2

    @override
    def normalise(self, path: str) -> str:
        normal = ntpath.normpath(path)
        drive, root, rest = ntpath.splitroot(normal)
        if not _WINDOWS_DRIVE.fullmatch(drive) and rest == "":
            return drive or normal
        return drive[:1].upper() + drive[1:] + root + rest

    @override
    def join(self, folder: str, *parts: str) -> str:
        return self.normalise(ntpath.join(folder, *parts))

    @override
    def parent(self, path: str) -> str:
        return self.normalise(ntpath.dirname(self.normalise(path)))

    @override
    def name(self, path: str) -> str:
        return ntpath.basename(self.normalise(path))

    @override
    def key(self, path: str) -> str:
        return _fold(self.normalise(path))

    @property
    @override
    def _separator(self) -> str:
        return "\\"


@dataclass(frozen=True, slots=True)
class WslRules(PathRules):
    """POSIX paths; below the drives that Windows mounts, case does not tell names apart."""

    automount: str = "/mnt"

    @override
    def key(self, path: str) -> str:
        normal = self.normalise(path)
        return _fold(normal) if self._on_drive(normal) else normal

    def _on_drive(self, normal: str) -> bool:
        return re.match(re.escape(self.automount) + r"/[a-z](/|$)", normal) is not None

    def from_windows(self, path: str, distro: str) -> str:
        r"""Return the path inside the distribution of a Windows path.

        `C:\x` becomes `/mnt/c/x`, `\\wsl.localhost\<distro>\x` becomes `/x`.

        Raises:
            InvalidError: The path belongs to another distribution or to the network.
        """
        WINDOWS.check(path)
        drive, _, rest = ntpath.splitroot(WINDOWS.normalise(path))
        below = rest.replace("\\", "/")
        if _WINDOWS_DRIVE.fullmatch(drive):
            return self.normalise(f"{self.automount}/{drive[0].lower()}/{below}")
        server, _, share = drive.lstrip("\\").partition("\\")
        if server.lower() not in {"wsl.localhost", "wsl$"} or share.lower() != distro.lower():
            raise InvalidError(f"{path!r} cannot be reached from the distribution {distro}.")
        return self.normalise(f"/{below}")


POSIX = PathRules()
WINDOWS = WindowsRules()
WSL = WslRules()


def rules_of(path: str) -> PathRules:
    """Return the rules of a path of this machine, told by how it begins."""
    return WINDOWS if _WINDOWS_START.match(path) and not path.startswith("/") else POSIX


def _fold(text: str) -> str:
    # NTFS folds character by character: "ß" is not "SS" there.
    return "".join(up if len(up := char.upper()) == 1 else char for char in text)
