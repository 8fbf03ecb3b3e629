"""What AI programs wrote about their conversations."""

from datetime import datetime
from typing import Protocol


class Transcripts(Protocol):
    """Looks into files by patterns of absolute paths; a file may be large.

    Of a pattern `*`, `**`, `?` and `[…]` have a meaning; `[*]`, `[?]` and `[[]` are these signs.
    """

    async def hold(self, pattern: str, text: str) -> bool:
        """Return whether a file of the pattern has the text; an empty text is in every file.

        What cannot be read has nothing. Cancelling is safe.
        """
        ...

    async def first_lines(self, pattern: str, since: datetime) -> tuple[str, ...]:
        """Return the first line of each file written since a time, the newest file first.

        Lines are cut off where they are very long. Cancelling is safe.
        """
        ...

    async def beginnings(self, pattern: str) -> tuple[tuple[str, str], ...]:
        """Return path and first 64 KiB of each file of the pattern, the newest file first.

        Cancelling is safe.
        """
        ...

    async def ending(self, pattern: str) -> str:
        """Return the last whole lines of the newest file of the pattern, at most 512 KiB of them.

        Empty when there is none, or it cannot be read. Cancelling is safe.
        """
        ...
