"""Transcripts in memory."""

from datetime import datetime
from fnmatch import fnmatchcase
from typing import override

from idea.domain.ports.transcripts import Transcripts


class FakeTranscripts(Transcripts):
    """Texts by path, with the time of their writing; a later entry is the newer one."""

    def __init__(self) -> None:
        self.texts: dict[str, tuple[datetime, str]] = {}

    @override
    async def hold(self, pattern: str, text: str) -> bool:
        return any(
            text in said for path, (_, said) in self.texts.items() if fnmatchcase(path, pattern)
        )

    @override
    async def first_lines(self, pattern: str, since: datetime) -> tuple[str, ...]:
        found = [
            (written, said.partition("\n")[0])
            for path, (written, said) in self.texts.items()
            if fnmatchcase(path, pattern) and written >= since
        ]
        return tuple(line for _, line in reversed(found))

    @override
    async def ending(self, pattern: str) -> str:
        found = [said for path, (_, said) in self.texts.items() if fnmatchcase(path, pattern)]
        return found[-1] if found else ""

    @override
    async def beginnings(self, pattern: str) -> tuple[tuple[str, str], ...]:
        found = [
            (path, said) for path, (_, said) in self.texts.items() if fnmatchcase(path, pattern)
        ]
        return tuple(reversed(found))
