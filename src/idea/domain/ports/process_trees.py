"""What programs use, with all they started."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeUse:
    """What a process and everything it started use now."""

    processes: int
    memory_bytes: int
    """Each process's share, so that the figures may be added up."""
    cpu_s: float
    """Seconds of processor time that the living ones have taken since each began."""


class ProcessTrees(Protocol):
    """Looks at processes of this machine."""

    async def measure(self, roots: Sequence[int]) -> Mapping[int, TreeUse]:
        """Return what the processes with these ids use, each with all it started.

        Those that are gone, or that the person may not look at, are left out. Takes some
        milliseconds a process, off the loop; cancelling is safe.
        """
        ...
