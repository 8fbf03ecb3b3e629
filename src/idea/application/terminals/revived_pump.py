"""Serves the log of a session whose program is gone, from the first time anybody asks for it."""

import asyncio
from collections.abc import Callable
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.sessions import SessionPump
from idea.application.terminals.stream_pump import LEAVING, StreamPump
from idea.domain.errors import ConflictError
from idea.domain.ids import ClientId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.session_log import LogContents, SessionLog
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.messages import AttachAsked, ClientMessage
from idea.domain.terminal import Exited, Lost, Size


def origin_of(contents: LogContents, size: Size, status: Exited | Lost) -> StreamOrigin:
    """Return where the stream of an ended session goes on, for those who look at it."""
    return StreamOrigin(
        size=contents.size or size,
        seq=contents.end,
        epoch=contents.epoch,
        logged_end=contents.end,
        base=contents.base or 0,
        base_size=contents.base_size,
        checkpoints=contents.checkpoints,
        over=contents.over or status,
        over_is_logged=contents.over is not None,
    )


class RevivedPump(SessionPump):
    """Reads what the log holds at the first attach, then serves it like any other session."""

    def __init__(
        self,
        *,
        log: SessionLog,
        ids: IdFactory,
        pump: Callable[[LogContents], StreamPump],
    ) -> None:
        """Prepare; `pump` makes the pump that serves what the log holds."""
        self._log = log
        self._ids = ids
        self._make_pump = pump
        self._pump: StreamPump | None = None
        self._waiting: dict[ClientId, tuple[ClientChannel, AttachAsked]] = {}
        self._opening: asyncio.Task[None] | None = None
        self._is_closed = False

    @override
    def attach(self, channel: ClientChannel, asked: AttachAsked) -> ClientId:
        client = ClientId(self._ids.fresh())
        if self._is_closed:
            channel.close(LEAVING)
        elif self._pump is not None:
            self._pump.attach_as(client, channel, asked)
        else:
            self._waiting[client] = (channel, asked)
            if self._opening is None:
                self._opening = asyncio.create_task(self._open(), name="opening a log")
        return client

    @override
    def receive(self, client: ClientId, message: ClientMessage) -> None:
        if self._pump is not None:
            self._pump.receive(client, message)

    @override
    def detach(self, client: ClientId) -> None:
        self._waiting.pop(client, None)
        if self._pump is not None:
            self._pump.detach(client)

    @override
    def send_text(self, text: str, *, enter: bool) -> None:
        raise ConflictError("The session has ended; nothing can be sent to it.")

    @override
    async def ended(self, status: Exited | Lost) -> None:
        return

    @override
    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait((self._opening,))
        for channel, _ in self._waiting.values():
            channel.close(LEAVING)
        self._waiting.clear()
        if self._pump is not None:
            await self._pump.close()
        else:
            await self._log.close()

    async def _open(self) -> None:
        contents = await self._log.contents()
        self._pump = self._make_pump(contents)
        self._pump.begin()
        for client, (channel, asked) in self._waiting.items():
            self._pump.attach_as(client, channel, asked)
        self._waiting.clear()
