"""Texts that were typed and not saved when the system ended the person's session."""

from pathlib import Path
from typing import Protocol


class KeptTexts(Protocol):
    """Keeps few texts for the person alone; the oldest go first."""

    @property
    def folder(self) -> Path:
        """Where they are."""
        ...

    def keep(self, name: str, text: str) -> None:
        """Keep a text at once, as a file of its own; a disk that takes none costs the text."""
        ...

    async def untold(self) -> tuple[str, ...]:
        """Return the names of texts the person has not heard of; they count as told from then on.

        Cancelling is safe.
        """
        ...
