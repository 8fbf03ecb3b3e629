"""What the command line needs from the outside; the composition root provides it.

What only some commands use is typed `object` here and named where it is used: importing the
modules of those types alone takes a sixth of the time a command has.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol


class Doors(Protocol):
    """The ways out of this process; each is opened only when a command needs it."""

    def call(self, name: str, request: Mapping[str, object]) -> object:
        """Execute a use case by its registered name, starting the engine if there is none.

        Raises:
            IdeaError: The use case failed, or no engine could be started.
        """
        ...

    def call_running(self, name: str, request: Mapping[str, object]) -> object | None:
        """Execute a use case if an engine runs; None when none does.

        Raises:
            IdeaError: The use case failed.
        """
        ...

    def programs_wait(self) -> bool:
        """Return whether no engine runs but programs of a former one do."""
        ...

    def terminals(self) -> tuple[object, Callable[[], None]]:
        """Return `TerminalLinks`, a way to attach terminals, and the function that ends it."""
        ...

    def screens(self, core: str | None) -> object:
        """Return the `ScreenFactory` of the named terminal core, or the best there is.

        Raises:
            InvalidError: There is no core of that name here.
        """
        ...

    def replay(self, recordings: Iterable[str], core: str | None) -> Iterator[str]:
        """Feed recordings, JSON lines {name, cols, rows, hex}, to a core; yield what it showed.

        Raises:
            InvalidError: A line is no recording, or there is no core of that name here.
        """
        ...

    def save_new(self, path: str, pieces: Iterable[bytes]) -> None:
        """Write a file for the person alone, as its pieces come; nothing is left if that fails.

        Raises:
            ConflictError: There is such a file already.
            StoreError: It cannot be written.
        """
        ...

    def diagnose(self) -> Sequence[object]:
        """Look at everything IdeA depends on and return each `Finding`."""
        ...

    def bundle(self, path: str) -> str:
        """Pack what `diagnose` found, logs, versions and settings into a new file; returns where.

        A folder gets a file with a name of its own.

        Raises:
            ConflictError: There is such a file already.
            StoreError: It cannot be written.
        """
        ...

    def open_window(self, paths: Sequence[str]) -> int:
        """Show the projects in the window, starting one if none runs; returns the exit code."""
        ...
