"""Leaving an engine that does not say goodbye."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, unix_serve

from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.websocket import leave_websocket, open_websocket
from support.running import becomes, on_a_loop


@asynccontextmanager
async def a_silent_engine() -> AsyncIterator[ClientConnection]:
    """Give a WebSocket whose other side accepted it and reads nothing more."""
    over = asyncio.Event()

    async def hold(connection: ServerConnection) -> None:
        connection.transport.pause_reading()
        await over.wait()
        connection.transport.abort()

    with tempfile.TemporaryDirectory(prefix="idea-") as folder:
        path = str(Path(folder) / "socket")
        async with unix_serve(hold, path):
            address = EngineAddress(
                pid=1, socket=path, port=0, token="", oldest_protocol=1, newest_protocol=1,
                version="",
            )  # fmt: skip
            yield await open_websocket(address, "/")
            over.set()


@on_a_loop
async def test_a_silent_engine_is_left_after_a_while() -> None:
    async with a_silent_engine() as socket:
        await leave_websocket(socket, within_s=0.05)
        assert socket.transport.is_closing()


@on_a_loop
async def test_who_is_cancelled_while_leaving_leaves_no_socket_open() -> None:
    async with a_silent_engine() as socket:
        leaving = asyncio.create_task(leave_websocket(socket, within_s=20))
        await becomes(lambda: socket.state.name == "CLOSING", "the goodbye")
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        assert leaving.cancelled()
        assert socket.transport.is_closing()
