"""Fresh identifiers, so that tests own randomness."""

from typing import Protocol


class IdFactory(Protocol):
    """Makes identifiers nobody had before."""

    def fresh(self) -> str:
        """Return a new UUID, lower case, with dashes."""
        ...
