"""The engine's line to the keeper: requests, their answers, descriptors and events."""

import asyncio
import itertools
import os
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from idea.domain.errors import ProcessError
from idea.infrastructure.pty.keeper_protocol import (
    LONGEST_LINE,
    NEWEST_VERSION,
    OLDEST_VERSION,
    BadMessageError,
    Lines,
    Message,
    decode,
    encode,
)

_ANSWER_LIMIT_S = 15.0
_MOST_DESCRIPTORS = 64
_LOST = "The keeper, which holds the terminals, stopped."


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSession:
    """A session the keeper holds, found when connecting."""

    session: str
    pid: int
    code: int | None
    descriptor: int | None


class _Waiting:
    """A request whose answer has not come."""

    __slots__ = ("answered", "held")

    def __init__(self, answered: asyncio.Future[tuple[Message, int | None]]) -> None:
        self.answered = answered
        self.held: list[HeldSession] = []

    def fail(self, sentence: str) -> None:
        """Answer with an error; nobody may be waiting, and that is no accident."""
        if not self.answered.done():
            self.answered.set_exception(ProcessError(sentence))
            self.answered.exception()


class KeeperConnection:
    """One connection, greeted; everything on the event loop's thread."""

    def __init__(
        self,
        connected: socket.socket,
        exited: Callable[[str, int], None],
        lost: Callable[[], None],
    ) -> None:
        """Take a connected socket; `lost` is called once unless `close` was called before."""
        connected.setblocking(False)  # noqa: FBT003 # Its only argument.
        self._socket = connected
        self._exited = exited
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._lines = Lines()
        self._descriptors: deque[int] = deque()
        self._waiting: dict[int, _Waiting] = {}
        self._numbers = itertools.count(1)
        self._unsent = bytearray()
        self._is_closed = False
        self.keeper_pid = 0
        self._loop.add_reader(connected, self._on_readable)

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be asked any more."""
        return self._is_closed

    async def greet(self) -> int:
        """Say hello; returns how many sessions the keeper holds.

        Raises:
            ProcessError: The keeper refuses, or speaks another version.
        """
        answer, _ = await self.ask(op="hello", versions=[OLDEST_VERSION, NEWEST_VERSION])
        self.keeper_pid = _number(answer, "pid")
        return _number(answer, "sessions")

    async def ask(self, **message: object) -> tuple[Message, int | None]:
        """Return the answer to a message and the descriptor that came with it.

        Cancelling forgets the answer, not the deed; its descriptor is closed.

        Raises:
            ProcessError: The keeper refuses, does not answer or is gone.
        """
        return await self._answer_to(self._send(message))

    async def list(self) -> list[HeldSession]:
        """Return what the keeper holds; the descriptors belong to the caller.

        Raises:
            ProcessError: The keeper does not answer or is gone.
        """
        waiting = self._send({"op": "list"})
        await self._answer_to(waiting)
        return waiting.held

    def tell(self, **message: object) -> None:
        """Send a message whose answer does not matter; nothing happens once closed."""
        if not self._is_closed:
            self._send(message)

    def close(self) -> None:
        """End the connection; requests under way fail."""
        if self._is_closed:
            return
        self._is_closed = True
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())
        for waiting in self._waiting.values():
            waiting.fail(_LOST)
        self._waiting.clear()

    def _send(self, message: Message) -> _Waiting:
        number = next(self._numbers)
        line = encode({"id": number, **message})
        if len(line) > LONGEST_LINE:
            raise ProcessError("The command and its environment are too long.")
        if self._is_closed:
            raise ProcessError(_LOST)
        waiting = self._waiting[number] = _Waiting(self._loop.create_future())
        self._unsent += line
        self._flush()
        return waiting

    async def _answer_to(self, waiting: _Waiting) -> tuple[Message, int | None]:
        try:
            async with asyncio.timeout(_ANSWER_LIMIT_S):
                return await waiting.answered
        except TimeoutError:
            raise ProcessError("The keeper does not answer; restart IdeA's engine.") from None

    def _flush(self) -> None:
        try:
            sent = self._socket.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._end()
            return
        del self._unsent[:sent]
        if self._unsent:
            self._loop.add_writer(self._socket, self._flush)
        else:
            self._loop.remove_writer(self._socket)

    def _on_readable(self) -> None:
        try:
            received, descriptors, _, _ = socket.recv_fds(
                self._socket, 262144, _MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
            )
        except BlockingIOError:
            return
        except OSError:
            received, descriptors = b"", []
        self._descriptors.extend(descriptors)
        if not received:
            self._end()
            return
        try:
            for line in self._lines.feed(received):
                self._receive(decode(line))
        except BadMessageError:
            self._end()

    def _receive(self, message: Message) -> None:
        descriptor = self._descriptors.popleft() if message.get("fds") else None
        if message.get("event") == "exited":
            self._exited(str(message.get("session")), _number(message, "code"))
            return
        waiting = self._waiting.get(_number(message, "id"))
        held = message.get("held")
        if waiting is None or waiting.answered.done():
            if descriptor is not None:
                os.close(descriptor)
        elif isinstance(held, dict):
            code = held.get("code")
            waiting.held.append(
                HeldSession(
                    session=str(held.get("session")),
                    pid=_number(held, "pid"),
                    code=code if isinstance(code, int) else None,
                    descriptor=descriptor,
                )
            )
            return
        elif message.get("ok"):
            waiting.answered.set_result((message, descriptor))
        else:
            waiting.fail(str(message.get("error")))
        self._waiting.pop(_number(message, "id"), None)

    def _end(self) -> None:
        if not self._is_closed:
            self.close()
            self._lost()


def _number(message: Message, key: str) -> int:
    value = message.get(key)
    return value if isinstance(value, int) else -1
