"""Short-lived programs whose output somebody waits for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Output:
    """What a program said, and how it ended."""

    code: int
    """Exit code; minus the signal's number when a signal ended it."""
    text: str
    """Of its standard output and, behind that, of its errors; both cut off when very long."""


class ProcessRunner(Protocol):
    """Runs a program without a terminal and without input."""

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: str,
        environment: Mapping[str, str],
        limit_s: float,
    ) -> Output:
        """Run a program to its end; cancelling ends it, and what it started, at once.

        Raises:
            ProcessError: It could not be started, or took longer than `limit_s` and was ended.
        """
        ...
