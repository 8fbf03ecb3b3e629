"""Where the person's programs are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramFound:
    """One program, and how it was found."""

    path: str
    where: str
    """In words for the person: "your PATH", "nvm"."""
    is_on_path: bool
    """Whether a shell would find it."""

    @property
    def folder_to_add(self) -> str:
        """What PATH lacks for the program to find its runtime, installed beside it."""
        return "" if self.is_on_path else self.path.rpartition("/")[0]


class ProgramSearch(Protocol):
    """Looks for programs by name; asks no shell, so it is quick."""

    async def find(
        self, command: str, environment: Mapping[str, str] | None = None
    ) -> ProgramFound | None:
        """Return the program a command means, None when it is nowhere.

        `environment` is that of a login, whose PATH counts first; without one, the PATH of this
        process does. Then come the folders in which tools install programs for one person. An
        absolute command is looked at where it is. Cancelling is safe.
        """
        ...
