"""The reports of crashes that this machine keeps, for the person alone."""

from pathlib import Path
from typing import Protocol

from idea.domain.crash_report import CrashReport


class CrashReports(Protocol):
    """Keeps few and small reports; the oldest go first. Cancelling is safe everywhere."""

    @property
    def folder(self) -> Path:
        """Where they are."""
        ...

    async def known(self) -> tuple[CrashReport, ...]:
        """Return all reports, the newest first."""
        ...

    async def untold(self) -> CrashReport | None:
        """Return what the person has not heard of yet; it counts as told from then on."""
        ...

    async def read(self, name: str) -> str:
        """Return the text of one report.

        Raises:
            NotFoundError: It is gone.
        """
        ...

    async def delete(self, name: str) -> None:
        """Let a report go, if it is there."""
        ...

    async def save(self, name: str, path: Path) -> None:
        """Copy a report into a new file.

        Raises:
            NotFoundError: It is gone.
            ConflictError: There is such a file already.
            StoreError: It cannot be written.
        """
        ...
