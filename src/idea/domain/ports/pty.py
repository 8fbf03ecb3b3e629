"""Pseudo-terminals with the programs in them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from idea.domain.ids import SessionId
from idea.domain.session_record import ProcessIdentity
from idea.domain.terminal import Exited, Lost, Size


@dataclass(frozen=True, slots=True, kw_only=True)
class SpawnSpec:
    """What to start, where, and in which environment (complete, nothing is inherited)."""

    session: SessionId
    command: Sequence[str]
    cwd: str
    environment: Mapping[str, str]
    size: Size


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldProgram:
    """A program that outlived the engine that started it."""

    session: SessionId
    pid: int
    size: Size
    process: ProcessIdentity | None
    """None when it has ended meanwhile."""
    command: tuple[str, ...] = ()
    """As the system tells; empty when it does not."""
    cwd: str = ""


class Pty(Protocol):
    """One pseudo-terminal; used on the event loop's thread."""

    @property
    def pid(self) -> int:
        """The program's process id."""
        ...

    def start_reading(self, receive: Callable[[bytes], None]) -> None:
        """Read when there is output; each call of `receive` gets one burst (at most 256 KiB).

        An empty burst says that no output will ever follow.
        """
        ...

    def pause_reading(self) -> None:
        """Let the program block on its output until `start_reading` is called again."""
        ...

    async def write(self, data: bytes) -> None:
        """Write all of `data`, waiting while the program does not read.

        Cancelling may leave a part written. Raises:
            ProcessError: The program is gone.
        """
        ...

    def resize(self, size: Size) -> None:
        """Tell the program another size; nothing happens when it is the same."""
        ...

    def drain(self) -> bytes:
        """Return what can be read right now, at most 256 KiB, without waiting.

        Empty for nothing now or nothing ever again; what a program wrote last may take some
        milliseconds to arrive, so whoever needs all of it reads until the empty burst.
        """
        ...

    def close(self) -> None:
        """Close the descriptor; a program that still runs gets a hang-up."""
        ...


class PtySpawner(Protocol):
    """Starts programs in pseudo-terminals and learns how they end."""

    async def spawn(self, spec: SpawnSpec, ended: Callable[[Exited | Lost], None]) -> Pty:
        """Start a program; `ended` is called once, on the loop's thread, when it is reaped.

        Raises:
            ProcessError: The program or folder does not exist or may not be used.
        """
        ...

    async def claim(self) -> Sequence[HeldProgram]:
        """Return the programs former engines started, oldest first; starts nothing.

        They belong to this engine from here on, and block on their output until they are adopted.
        Cancelling is safe. Raises:
            ProcessError: Whether there are any cannot be told, because another engine has them
                or their keeper does not answer.
        """
        ...

    def adopt(self, session: SessionId, ended: Callable[[Exited | Lost], None]) -> Pty:
        """Go on with a claimed program, once; nothing of it is touched.

        `ended` is called once, as for a program started here, also when it has ended meanwhile.

        Raises:
            ProcessError: No such program was claimed.
        """
        ...

    def stop(self, session: SessionId, *, force: bool) -> Awaitable[None]:
        """End a session's whole process tree: hang up, after 2 s kill; `force` kills at once.

        Done when every process was told; unknown sessions are ignored. Cancelling leaves what was
        not told yet.
        """
        ...
