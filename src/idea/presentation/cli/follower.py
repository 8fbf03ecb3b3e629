"""Follows a session's stream with a core of this process.

Belongs to the thread that calls it; the link's thread only fills the queue.
"""

import queue
import time
from collections.abc import Callable, Iterator

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.ports.terminal_link import LinkLost, TerminalLinks
from idea.domain.stream.client import (
    CheckpointWanted,
    ClientStream,
    Ended,
    GoLive,
    InputAllowed,
    Send,
    Step,
)
from idea.domain.stream.client_input import ClientInput
from idea.domain.stream.messages import Attached, EngineMessage, InputKind
from idea.domain.stream.screen_checkpoint import screen_parts
from idea.domain.terminal import Size
from idea.presentation.cli.stepped_screen import SteppedScreen

_PATIENCE_S = 30.0
_SCROLLBACK_LINES = 10_000


class Follower:
    """One attached session: its steps as they come, and a muted core that has done them."""

    def __init__(
        self,
        links: TerminalLinks,
        screens: ScreenFactory,
        session: SessionId,
        size: Size | None,
        arrived: Callable[[], None],
    ) -> None:
        self._core_name = screens.name
        self._stepped = SteppedScreen(screens, _SCROLLBACK_LINES)
        self._rouse = arrived
        self._stream = ClientStream()
        self._input = ClientInput()
        self._arrived: queue.SimpleQueue[EngineMessage | LinkLost] = queue.SimpleQueue()
        self.link = links.attach(
            session,
            have=None,
            size=size,
            shown=size is not None,
            core=screens.name,
            receive=self._receive,
        )

    def _receive(self, message: EngineMessage | LinkLost) -> None:
        self._arrived.put(message)
        self._rouse()

    @property
    def screen(self) -> Screen:
        """The core, once the first step brought one.

        Raises:
            ProcessError: The session has shown nothing yet.
        """
        return self._stepped.screen

    def steps(self, timeout_s: float = 0.0) -> Iterator[Step]:
        """Yield the steps that arrived, each after the core's part of it is done.

        Waits for the first message, at most for the time limit.

        Raises:
            ProcessError: The link is lost.
        """
        try:
            message = self._arrived.get(block=timeout_s > 0, timeout=timeout_s)
            while True:
                if isinstance(message, LinkLost):
                    raise ProcessError(message.sentence)
                if isinstance(message, Attached):
                    self._input.restart()
                for step in self._stream.receive(message):
                    self._do(step)
                    yield step
                message = self._arrived.get_nowait()
        except queue.Empty:
            return

    def type(self, kind: InputKind, data: bytes) -> None:
        """Send input as the engine's credit allows; what must wait is sent later, in order.

        Raises:
            ConflictError: The program has not read for too long.
        """
        for message in self._input.send(kind, data):
            self.link.send(message)

    def until_live(self) -> None:
        """Follow until the screen is what the session shows now, or showed last.

        Raises:
            ProcessError: The link is lost, or the engine does not send the screen.
        """
        for step in self._until(time.monotonic() + _PATIENCE_S):
            if isinstance(step, GoLive | Ended):
                return

    def close(self) -> None:
        """Detach and free the core."""
        self.link.close()
        self._stepped.close()

    def _until(self, deadline: float) -> Iterator[Step]:
        while time.monotonic() < deadline:
            yield from self.steps(deadline - time.monotonic())
        raise ProcessError("The engine did not send this session's screen in time.")

    def _do(self, step: Step) -> None:
        self._stepped.do(step)
        match step:
            case CheckpointWanted(seq):
                for part in screen_parts(self.screen, self._core_name, self._stepped.size, seq):
                    self.link.send(part)
            case InputAllowed(bytes_allowed):
                for message in self._input.allow(bytes_allowed):
                    self.link.send(message)
            case Send(message):
                self.link.send(message)
            case _:
                pass
