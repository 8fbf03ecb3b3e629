"""A disk that refuses the operating system's calls below one folder: full, read-only, broken.

It patches what `os` offers, so that every way through our own code is the real one. Reading and
removing go on, as they do on a full disk.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class FailingDisk:
    """Counts the calls that change the disk below a folder, and refuses them from one on."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = str(folder)
        self.calls: list[str] = []
        """What was called, in order, since `watch`."""
        self._fail_at: int | None = None
        self._number = 0
        self._stays = True
        self._descriptors: set[int] = set()
        for name in ("mkdir", "replace", "rename", "link"):
            monkeypatch.setattr(os, name, self._by_path(name, getattr(os, name)))
        for name in ("fsync", "fchmod", "ftruncate"):
            monkeypatch.setattr(os, name, self._by_descriptor(name, getattr(os, name)))
        monkeypatch.setattr(os, "symlink", self._symlink(os.symlink))
        monkeypatch.setattr(os, "open", self._open(os.open))
        monkeypatch.setattr(os, "write", self._write(os.write))
        monkeypatch.setattr(os, "close", self._close(os.close))

    def watch(self) -> None:
        """Refuse nothing, and count from nought."""
        self._fail_at = None
        self.calls.clear()

    def fail(self, at: int, number: int, *, stays: bool = True) -> None:
        """Refuse the call with this place, and those after it if it `stays`, with an error."""
        self.watch()
        self._fail_at, self._number, self._stays = at, number, stays

    def _refuses(self, name: str) -> bool:
        self.calls.append(name)
        if self._fail_at is None:
            return False
        place = len(self.calls) - 1
        return place >= self._fail_at if self._stays else place == self._fail_at

    def _error(self) -> OSError:
        return OSError(self._number, os.strerror(self._number))

    def _is_below(self, path: object) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self.folder)

    def _by_path(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: object, *arguments: Any, **options: Any) -> Any:
            if self._is_below(path) and self._refuses(name):
                raise self._error()
            return real(path, *arguments, **options)

        return call

    def _by_descriptor(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(descriptor: int, *arguments: Any) -> Any:
            if descriptor in self._descriptors and self._refuses(name):
                raise self._error()
            return real(descriptor, *arguments)

        return call

    def _symlink(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(target: object, path: object, *arguments: Any, **options: Any) -> None:
            if self._is_below(path) and self._refuses("symlink"):
                raise self._error()
            real(target, path, *arguments, **options)

        return call

    def _open(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(path: object, flags: int, *arguments: Any, **options: Any) -> int:
            is_changing = self._is_below(path) and bool(flags & _WRITES)
            if is_changing and self._refuses("open"):
                raise self._error()
            descriptor = real(path, flags, *arguments, **options)
            if is_changing or (self._is_below(path) and Path(str(path)).is_dir()):
                self._descriptors.add(descriptor)
            return descriptor

        return call

    def _write(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(descriptor: int, data: memoryview) -> int:
            if descriptor in self._descriptors and self._refuses("write"):
                real(descriptor, data[: len(data) // 2])  # Half of it is there.
                raise self._error()
            return real(descriptor, data)

        return call

    def _close(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def call(descriptor: int) -> None:
            is_ours = descriptor in self._descriptors
            self._descriptors.discard(descriptor)
            real(descriptor)
            # Network disks tell of what they could not keep only here.
            if is_ours and self._refuses("close"):
                raise self._error()

        return call
