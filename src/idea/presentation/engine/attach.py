"""One attached terminal on `/attach/SESSION`: hello as text, then binary messages both ways.

The client's socket is always read, whatever waits to be sent: acknowledgements must get through.
What is sent is bounded by the credit the session gives; the queue's own bound is a last resort.
"""

import asyncio
import logging
import os
from collections.abc import Mapping
from typing import Final, Protocol, override

from pydantic_core import from_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from idea import __version__
from idea.application.engine.protocol import (
    CLOSE_LEAVING,
    CLOSE_REFUSED,
    CLOSE_TOO_SLOW,
    CODES,
    PROTOCOLS,
    ProtocolRange,
    hello_range,
    negotiate,
)
from idea.application.terminals.client_channel import ClientChannel
from idea.application.use_case import Caller
from idea.domain.errors import IdeaError, InvalidError
from idea.domain.stream.messages import AttachAsked, ClientMessage, EngineMessage
from idea.domain.stream.wire import decode_client, encode
from idea.presentation.engine.clients import Clients
from idea.presentation.engine.door import HELLO_WITHIN_S, dumps, hello_answer
from idea.presentation.engine.outgoing import OutgoingQueue

_log = logging.getLogger(__name__)

MOST_WAITING_BYTES: Final = 64 * 1024 * 1024
MOST_WAITING_MESSAGES: Final = 16 * 1024
FLUSH_WITHIN_S: Final = 2.0
_LONGEST_REASON_BYTES: Final = 120
"""A close frame holds 123 bytes of reason."""


class Attachment(Protocol):
    """One client's place at a session; used on the event loop's thread, never waits."""

    def receive(self, message: ClientMessage) -> None:
        """Take a message of the client."""
        ...

    def detach(self) -> None:
        """The client has gone; called exactly once."""
        ...


class Attachments(Protocol):
    """Attaches clients to sessions."""

    def attach(self, session: str, asked: AttachAsked, channel: ClientChannel) -> Attachment:
        """Begin to serve a client.

        Raises:
            NotFoundError: There is no such session.
        """
        ...


class AttachDoor:
    """Serves all connections on `/attach/SESSION`."""

    def __init__(
        self,
        attachments: Attachments,
        clients: Clients,
        protocols: ProtocolRange = PROTOCOLS,
    ) -> None:
        self.attachments = attachments
        self.clients = clients
        self.protocols = protocols

    async def serve(self, socket: WebSocket, session: str, caller: Caller) -> None:
        """Serve one client until it, the session or the engine leaves."""
        del caller  # Whoever may call may attach; the seam for stricter rules is here.
        await socket.accept()
        with self.clients.attached():
            await _AttachedClient(self, socket, session).run()


class _AttachedClient(ClientChannel):
    """The state of one channel."""

    def __init__(self, door: AttachDoor, socket: WebSocket, session: str) -> None:
        self._door = door
        self._socket = socket
        self._session = session
        self._outgoing: OutgoingQueue[bytes] = OutgoingQueue(
            most_items=MOST_WAITING_MESSAGES, most_bytes=MOST_WAITING_BYTES
        )
        self._reason = ""

    @override
    def send(self, message: EngineMessage) -> None:
        self._outgoing.put(encode(message))

    @override
    def close(self, sentence: str) -> None:
        self._reason = sentence
        self._outgoing.end()

    async def run(self) -> None:
        """Serve the client."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        leaving = asyncio.create_task(self._door.clients.leaving())
        tasks = (reader, writer, leaving)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            self._outgoing.end()
            await asyncio.wait((writer,), timeout=FLUSH_WITHIN_S)
            await self._close(leaving=leaving.done())
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    _log.error("A channel failed", exc_info=result)

    async def _read(self) -> None:
        try:
            await self._greet()
            asked = self._decode(await self._receive())
            if not isinstance(asked, AttachAsked):
                raise InvalidError("A channel begins with the wish to attach.")
            attachment = self._door.attachments.attach(self._session, asked, self)
            try:
                while True:
                    attachment.receive(self._decode(await self._receive()))
            finally:
                attachment.detach()
        except IdeaError as error:
            await self._refuse(error)
        except (WebSocketDisconnect, TimeoutError):
            return

    async def _greet(self) -> None:
        """Exchange hellos.

        Raises:
            InvalidError: That was no hello.
            ConflictError: There is no common protocol.
            WebSocketDisconnect: The client has gone.
            TimeoutError: The client says nothing.
        """
        async with asyncio.timeout(HELLO_WITHIN_S):
            text = await self._receive()
        try:
            hello = from_json(text)
        except ValueError:
            hello = None
        if not isinstance(text, str) or not isinstance(hello, Mapping):
            raise InvalidError("The first message must be a hello, as JSON text.")
        protocol = negotiate(hello_range(hello.get("protocol")), self._door.protocols)
        await self._socket.send_text(dumps(hello_answer(protocol, __version__, os.getpid())))

    async def _receive(self) -> str | bytes:
        """Return the next message.

        Raises:
            WebSocketDisconnect: The client has gone.
        """
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(int(message.get("code") or 1006))
        text: str | None = message.get("text")
        return text if text is not None else bytes(message.get("bytes") or b"")

    @staticmethod
    def _decode(message: str | bytes) -> ClientMessage:
        """Return what a binary message says.

        Raises:
            InvalidError: It is text, or says nothing.
        """
        if isinstance(message, str):
            raise InvalidError("After the hello a channel carries binary messages only.")
        return decode_client(message)

    async def _refuse(self, error: IdeaError) -> None:
        """Say why as text, since binary messages are the session's."""
        self._reason = error.sentence
        refusal = {"error": {"code": CODES[error.kind], "message": error.sentence}}
        try:
            await self._socket.send_text(dumps(refusal))
        except (RuntimeError, WebSocketDisconnect, OSError):
            return  # The client has gone; nobody is left to tell.

    async def _write(self) -> None:
        while (message := await self._outgoing.take()) is not None:
            try:
                await self._socket.send_bytes(message)
            except (RuntimeError, WebSocketDisconnect, OSError):
                self._outgoing.end()
                return

    async def _close(self, *, leaving: bool) -> None:
        code, reason = CLOSE_REFUSED, self._reason
        if self._outgoing.overflowed:
            code, reason = CLOSE_TOO_SLOW, "This view did not keep up; attach it again."
        elif leaving:
            code, reason = CLOSE_LEAVING, reason or "The engine stops."
        cut = reason.encode()[:_LONGEST_REASON_BYTES].decode(errors="ignore")
        try:
            await self._socket.close(code, cut)
        except (RuntimeError, WebSocketDisconnect):
            return  # The client closed first.
