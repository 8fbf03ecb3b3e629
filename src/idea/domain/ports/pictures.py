"""Where pictures go that a person pastes into a program that takes only text."""

from typing import Protocol


class Pictures(Protocol):
    """Keeps pictures as files that only this person can read."""

    def keep(self, png: bytes) -> str:
        """Write a picture to a new file; returns its absolute path.

        Raises:
            StoreError: It could not be written.
        """
        ...
