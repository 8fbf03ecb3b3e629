"""One value that outlives the process: a registry, the settings, the workspace."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Loaded[T]:
    """What was kept, or the default, and what the person should know about it."""

    value: T
    notices: tuple[str, ...] = ()
    """One sentence for each thing that could not be used as it was."""


class StoredValue[T](Protocol):
    """Keeps the newest state of one value; used on the event loop's thread."""

    async def load(self) -> Loaded[T]:
        """Read what was kept; never fails, what cannot be used becomes a notice.

        Called once, before the first `save`. Cancelling is safe.
        """
        ...

    async def reload(self) -> Loaded[T] | None:
        """Read what somebody else wrote meanwhile; None when there is nothing new.

        What cannot be used stays as it is until something is saved, which sets it aside; the
        answer is then the value that was known before, with a notice. Cancelling is safe.
        """
        ...

    def save(self, value: T) -> None:
        """Keep `value` instead; returns at once, the last of several values wins.

        A failing write is announced by `NotSaved` and tried again. What could not be read when it
        was loaded is never overwritten: then nothing is kept.
        """
        ...

    async def flush(self) -> None:
        """Wait until the last value is kept, or one attempt at it failed. Cancelling is safe."""
        ...

    async def close(self) -> None:
        """Flush and end; nothing is kept afterwards."""
        ...
