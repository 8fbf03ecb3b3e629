"""Serves a session that another engine began: what its log holds, then what goes on."""

import asyncio
import logging
from collections.abc import Callable
from typing import override

from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.session_pump import Admission, SessionPump
from idea.application.terminals.stream_pump import LEAVING, StreamPump
from idea.domain.errors import ConflictError, IdeaError
from idea.domain.ids import ClientId
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.session_log import LogContents, LogReader, SessionLog
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import AttachAsked, ClientMessage, Seq
from idea.domain.terminal import Exited, Lost

_log = logging.getLogger(__name__)

_UNREADABLE_FROM = 1 << 40
"""Beyond every number a log that cannot be read may hold."""


class RevivedPump(SessionPump):
    """Reads what the log holds when it is opened, by the first attach at the latest."""

    def __init__(
        self,
        *,
        name: str,
        log: SessionLog,
        ids: IdFactory,
        pump: Callable[[LogContents], StreamPump],
        is_live: bool = False,
    ) -> None:
        """Prepare; `pump` makes the pump that serves what the log holds, `name` is for messages.

        `is_live` says that the program runs; whoever adopts it calls `open` at once.
        """
        self._name = name
        self._log = log
        self._ids = ids
        self._make_pump = pump
        self._is_live = is_live
        self._pump: StreamPump | None = None
        self._waiting: dict[ClientId, tuple[ClientChannel, Callable[[StreamPump], None]]] = {}
        self._texts: list[tuple[str, bool]] = []
        self._apart_at: Seq | None = None
        self._opening: asyncio.Task[None] | None = None
        self._is_closed = False

    def open(self) -> None:
        """Begin to read the log now."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open(), name=f"{self._name} log")

    @property
    @override
    def log(self) -> LogReader:
        return self._log

    @override
    def attach(self, channel: ClientChannel, asked: AttachAsked) -> ClientId:
        client = ClientId(self._ids.fresh())
        self._enter(client, channel, lambda pump: pump.attach_as(client, channel, asked))
        return client

    @override
    def attach_worker(self, channel: ClientChannel, admission: Admission) -> ClientId:
        client = ClientId(self._ids.fresh())
        self._enter(client, channel, lambda pump: pump.attach_worker_as(client, channel, admission))
        return client

    def _enter(
        self, client: ClientId, channel: ClientChannel, attach: Callable[[StreamPump], None]
    ) -> None:
        if self._is_closed:
            channel.close(LEAVING)
        elif self._pump is not None:
            attach(self._pump)
        else:
            self._waiting[client] = (channel, attach)
            self.open()

    @override
    def set_apart(self, seq: Seq) -> Seq:
        self._apart_at = seq
        return seq if self._pump is None else self._pump.set_apart(seq)

    @override
    def start_anew(self, fresh: FreshStart) -> Seq:
        return 0 if self._pump is None else self._pump.start_anew(fresh)

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
        if self._pump is not None:
            self._pump.send_text(text, enter=enter)
        elif self._is_live:
            self._texts.append((text, enter))
        else:
            raise ConflictError("The session has ended; nothing can be sent to it.")

    @override
    async def rest(self) -> None:
        if self._pump is not None:
            await self._pump.rest()

    @override
    async def ended(self, status: Exited | Lost) -> None:
        self.open()
        if self._opening is not None:
            await asyncio.wait((self._opening,))
        if self._pump is not None:
            await self._pump.ended(status)

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
        try:
            contents = await self._log.contents()
        except IdeaError as error:
            _log.warning("%s: its log cannot be read: %s", self._name, error.sentence)
            contents = LogContents(end=_UNREADABLE_FROM, used=_UNREADABLE_FROM)
        pump = self._pump = self._make_pump(contents)
        pump.begin()
        if self._apart_at is not None:
            pump.set_apart(self._apart_at)
        for _, attach in self._waiting.values():
            attach(pump)
        self._waiting.clear()
        for text, enter in self._texts:
            pump.send_text(text, enter=enter)
        self._texts.clear()
