"""Looks into the transcripts of AI programs on this machine."""

import asyncio
import glob
import mmap
import os
from collections.abc import Iterator
from datetime import datetime
from typing import Final, override

from idea.domain.ports.transcripts import Transcripts

_MOST_FILES: Final = 2_000
_LONGEST_LINE: Final = 64 * 1024
_LONGEST_ENDING: Final = 512 * 1024


class LocalTranscripts(Transcripts):
    """Files of this machine; whatever cannot be read is passed over."""

    @override
    async def hold(self, pattern: str, text: str) -> bool:
        return await asyncio.to_thread(_hold, pattern, text.encode())

    @override
    async def first_lines(self, pattern: str, since: datetime) -> tuple[str, ...]:
        return await asyncio.to_thread(_first_lines, pattern, since.timestamp())

    @override
    async def beginnings(self, pattern: str) -> tuple[tuple[str, str], ...]:
        return await asyncio.to_thread(_beginnings, pattern)

    @override
    async def ending(self, pattern: str) -> str:
        return await asyncio.to_thread(_ending, pattern)


def _newest(pattern: str) -> Iterator[tuple[float, str]]:
    """Return the time of writing and the path of each file, the newest first."""
    found = []
    for path in glob.iglob(pattern, recursive=True):  # noqa: PTH207 # Patterns are absolute.
        try:
            found.append((os.stat(path).st_mtime, path))  # noqa: PTH116 # A path of a glob.
        except OSError:
            continue
    yield from sorted(found, reverse=True)[:_MOST_FILES]


def _hold(pattern: str, text: bytes) -> bool:
    return any(_has(path, text) for _, path in _newest(pattern))


def _has(path: str, text: bytes) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 # A path of a glob.
            if not text:
                return True
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return content.find(text) >= 0
    except (OSError, ValueError):  # An empty file cannot be mapped.
        return False


def _first_lines(pattern: str, since: float) -> tuple[str, ...]:
    lines = []
    for written, path in _newest(pattern):
        if written < since:
            break
        try:
            with open(path, "rb") as file:  # noqa: PTH123 # A path of a glob.
                lines.append(file.readline(_LONGEST_LINE).decode(errors="replace"))
        except OSError:
            continue
    return tuple(lines)


def _beginnings(pattern: str) -> tuple[tuple[str, str], ...]:
    found = []
    for _, path in _newest(pattern):
        try:
            with open(path, "rb") as file:  # noqa: PTH123 # A path of a glob.
                found.append((path, file.read(_LONGEST_LINE).decode(errors="replace")))
        except OSError:
            continue
    return tuple(found)


def _ending(pattern: str) -> str:
    for _, path in _newest(pattern):
        try:
            with open(path, "rb") as file:  # noqa: PTH123 # A path of a glob.
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - _LONGEST_ENDING))
                content = file.read(_LONGEST_ENDING)
        except OSError:
            return ""
        whole = content if size <= _LONGEST_ENDING else content.partition(b"\n")[2]
        return whole.decode(errors="replace")
    return ""
