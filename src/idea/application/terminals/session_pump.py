"""What a session's registry needs from whatever moves its bytes."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from idea.application.terminals.client_channel import ClientChannel
from idea.domain.ids import ClientId
from idea.domain.ports.pty import Pty
from idea.domain.ports.session_log import LogReader
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import AttachAsked, ClientMessage, Seq
from idea.domain.terminal import Exited, Lost, Size, TerminalSession

type Admission = Callable[[], AbstractAsyncContextManager[str]]
"""Whoever is admitted learns the name of the worker's core, and leaves once its start was sent."""


class SessionPump(Protocol):
    """What the registry, and whoever attaches clients, ask of a pump; nothing here waits."""

    @property
    def log(self) -> LogReader:
        """What is kept of the session's stream."""
        ...

    def attach(self, channel: ClientChannel, asked: AttachAsked) -> ClientId:
        """Begin to serve a client; everything it is told arrives on its channel."""
        ...

    def attach_worker(self, channel: ClientChannel, admission: Admission) -> ClientId:
        """Begin to serve the screen worker, which holds the session while no view does.

        Until it is admitted it is sent nothing, and what the program asks is kept for it.
        """
        ...

    def set_apart(self, seq: Seq) -> Seq:
        """Let only the worker hold it, and views see only what the worker survived.

        Nobody is sent what stands behind `seq` before `start_anew`; never once it is over. What a
        holder survived stands before it in any case: returns where that ends.
        """
        ...

    def start_anew(self, fresh: FreshStart) -> Seq:
        """Let every screen start here, marked with the reason; nothing once it is over.

        Returns where that is.
        """
        ...

    def receive(self, client: ClientId, message: ClientMessage) -> None:
        """Take a client's message; one that breaks the rules is cut off, unknown ones ignored."""
        ...

    def detach(self, client: ClientId) -> None:
        """Forget a client whose channel has ended; unknown ones are ignored."""
        ...

    def send_text(self, text: str, *, enter: bool) -> None:
        """Let the holder encode text and type it."""
        ...

    async def rest(self) -> None:
        """Read no more, and wait until what was read is answered and what was typed is written.

        For the end of the engine; `close` follows. Cancelling is safe.
        """
        ...

    async def ended(self, status: Exited | Lost) -> None:
        """Read what the program still left, record its exit, and release the pseudo-terminal."""
        ...

    async def close(self) -> None:
        """Cut off every view and close the log."""
        ...


class SessionPumps(Protocol):
    """Makes the pumps that move a session's bytes between program, log and views."""

    def start(
        self,
        session: TerminalSession,
        pty: Pty,
        resized: Callable[[Size], None],
        earlier: bytes = b"",
    ) -> SessionPump:
        """Return a pump that reads the program's output from now on, behind what is `earlier`.

        `resized` is called, on the loop, when the holder gave the session another size.
        """
        ...

    def revive(self, session: TerminalSession) -> SessionPump:
        """Return a pump that serves the log of a session whose program is gone."""
        ...

    def adopt(
        self, session: TerminalSession, pty: Pty, resized: Callable[[Size], None]
    ) -> SessionPump:
        """Return a pump that goes on with a session another engine began, as `start` does."""
        ...
