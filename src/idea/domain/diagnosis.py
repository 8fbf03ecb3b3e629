"""What the doctor finds: one fact a line, and how to mend what is wrong."""

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How a finding stands."""

    FINE = "fine"
    NOTE = "note"
    """Worth knowing, nothing is broken."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    id: str
    """A short, stable name, such as `core` or `engine`."""
    health: Health
    fact: str
    remedy: str = ""
    """What to do about it; empty when there is nothing to do."""
