"""Attached terminals: one WebSocket each, all on one loop, used from any thread."""

import asyncio
import contextlib
import json
import logging
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, override

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from idea.application.engine.protocol import ATTACH_PATH
from idea.domain.errors import IdeaError, ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.messages import AttachAsked, ClientMessage, EngineMessage, Seq
from idea.domain.stream.wire import decode_engine, encode
from idea.domain.terminal import Size
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.websocket import (
    GREET_WITHIN_S,
    check_greeting,
    hello,
    leave_websocket,
    open_websocket,
)

_log = logging.getLogger(__name__)

_LOST: Final = "The engine stopped answering."

type Receive = Callable[[EngineMessage | LinkLost], None]


class EngineTerminalLinks(TerminalLinks):
    """Attaches views over the engine's socket; `loop` must run in some thread."""

    def __init__(
        self,
        find_address: Callable[[], Awaitable[EngineAddress]],
        *,
        client: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._find_address = find_address
        self._client = client
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()

    @override
    def attach(
        self,
        session: SessionId,
        *,
        have: Seq | None,
        size: Size | None,
        shown: bool,
        core: str,
        receive: Receive,
    ) -> TerminalLink:
        first = AttachAsked(have=have, size=size, shown=shown, core=core)
        link = _Link(self._loop, receive)
        self._loop.call_soon_threadsafe(self._start, link, session, first)
        return link

    async def close(self) -> None:
        """End every link; called on the loop."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, link: "_Link", session: SessionId, first: AttachAsked) -> None:
        task = self._loop.create_task(
            link.run(self._open(session), first), name=f"link {session.short}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, session: SessionId) -> ClientConnection:
        """Return a channel whose hello was answered.

        Raises:
            IdeaError: The engine refuses.
            OSError: The engine is gone.
        """
        socket = await open_websocket(await self._find_address(), f"{ATTACH_PATH}{session}")
        try:
            async with asyncio.timeout(GREET_WITHIN_S):
                await socket.send(json.dumps(hello(self._client)))
                check_greeting(await socket.recv())
        except BaseException:
            await leave_websocket(socket)
            raise
        return socket


class _Link(TerminalLink):
    """One channel; `send` and `close` from any thread, everything else on the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, receive: Receive) -> None:
        self._loop = loop
        self._receive = receive
        self._waiting: deque[ClientMessage] = deque()
        self._lock = threading.Lock()
        self._woken = False
        self._ended = False
        self._wake = asyncio.Event()

    @override
    def send(self, message: ClientMessage) -> None:
        with self._lock:
            if self._ended:
                return
            self._waiting.append(message)
            if self._woken:
                return
            self._woken = True
        self._rouse()

    @override
    def close(self) -> None:
        with self._lock:
            if self._ended:
                return
            self._ended = True
        self._rouse()

    def _rouse(self) -> None:
        # The loop may have ended with the program; then there is nobody to tell.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._wake.set)

    async def run(self, opening: Awaitable[ClientConnection], first: AttachAsked) -> None:
        """Open the channel, move messages both ways until it ends, and say why it ended."""
        sentence = ""
        try:
            socket = await opening
            try:
                sentence = await self._exchange(socket, first)
            finally:
                await leave_websocket(socket)
        except IdeaError as error:
            sentence = error.sentence
        except (OSError, WebSocketException, TimeoutError, ValueError) as error:
            _log.info("Link lost: %r", error)
            sentence = _LOST
        finally:
            self._finish(sentence or _LOST)

    async def _exchange(self, socket: ClientConnection, first: AttachAsked) -> str:
        """Return why the engine ended the channel; empty when this side did.

        Raises:
            IdeaError: A message cannot be understood or sent.
        """
        await socket.send(encode(first))
        reader = asyncio.create_task(self._read(socket))
        writer = asyncio.create_task(self._write(socket))
        try:
            done, _ = await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
        return socket.close_reason or ""

    async def _read(self, socket: ClientConnection) -> None:
        """Hand over what arrives.

        Raises:
            ProcessError: The engine sent text, or something that is no message.
        """
        try:
            while True:
                piece = await socket.recv()
                if isinstance(piece, str):
                    raise ProcessError(_refusal(piece))
                message = decode_engine(piece)
                if self._ended:
                    return
                self._receive(message)
        except ConnectionClosed:
            return

    async def _write(self, socket: ClientConnection) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            with self._lock:
                self._woken = False
                waiting = tuple(self._waiting)
                self._waiting.clear()
                ended = self._ended
            for message in waiting:
                await socket.send(encode(message))
            if ended:
                return

    def _finish(self, sentence: str) -> None:
        """Tell the view why the channel ended, unless the view ended it."""
        with self._lock:
            ended, self._ended = self._ended, True
            self._waiting.clear()
        if not ended:
            self._receive(LinkLost(sentence))


def _refusal(text: str) -> str:
    """Return the sentence of a text message, which the engine sends only to refuse."""
    try:
        return str(json.loads(text)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return _LOST
