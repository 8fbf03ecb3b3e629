"""Kept texts in a list."""

from pathlib import Path
from typing import override

from idea.domain.ports.kept_texts import KeptTexts


class FakeKeptTexts(KeptTexts):
    """`texts` holds names and texts in the order they were kept."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []
        self._told = 0

    @property
    @override
    def folder(self) -> Path:
        return Path("/home/me/state/unsaved")

    @override
    def keep(self, name: str, text: str) -> None:
        self.texts.append((name, text))

    @override
    async def untold(self) -> tuple[str, ...]:
        fresh, self._told = self.texts[self._told :], len(self.texts)
        return tuple(name for name, _ in fresh)
