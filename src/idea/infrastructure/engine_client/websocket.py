"""Opens WebSockets to the engine, the same way over a Unix socket and a loopback port."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import WebSocketException

from idea import __version__
from idea.application.engine.protocol import (
    LARGEST_ANSWER_BYTES,
    PROTOCOLS,
    TOKEN_HEADER,
    error_of,
)
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.call_once import session_headers

GREET_WITHIN_S: Final = 10.0
"""How long an engine may take to answer a hello."""
_OPTIONS: Final[Mapping[str, Any]] = {
    "compression": None,
    "ping_interval": None,
    "open_timeout": 10.0,
    "close_timeout": 1.0,
    "max_size": LARGEST_ANSWER_BYTES,
    "write_limit": 256 * 1024,
}


def hello(client: str) -> dict[str, object]:
    """Return how a client of this build introduces itself."""
    return {
        "protocol": [PROTOCOLS.oldest, PROTOCOLS.newest],
        "client": client,
        "version": __version__,
    }


def check_greeting(answer: str | bytes) -> None:
    """Look at the engine's answer to a hello.

    Raises:
        IdeaError: The engine refuses; the sentence says why.
        ValueError: That is no answer.
        KeyError: Nor that.
    """
    error = json.loads(answer).get("error")
    if error is not None:
        refusal = error_of(int(error["code"]), str(error["message"]))
        raise refusal


async def open_websocket(address: EngineAddress, path: str) -> ClientConnection:
    """Return an open WebSocket; no compression, no pings, no proxy.

    Cancelling is safe. Raises:
        OSError: Nobody listens there.
        TimeoutError: Somebody listens but does not answer.
        WebSocketException: The engine refused.
    """
    headers = session_headers()
    if address.token:
        headers[TOKEN_HEADER] = address.token
    if address.socket:
        return await unix_connect(
            address.socket, f"ws://idea{path}", additional_headers=headers, **_OPTIONS
        )
    return await connect(
        f"ws://127.0.0.1:{address.port}{path}",
        additional_headers=headers,
        proxy=None,
        **_OPTIONS,
    )


async def leave_websocket(socket: ClientConnection, *, within_s: float = 1.0) -> None:
    """Say goodbye; whether it is answered, or the caller cancelled, the socket is closed then."""
    try:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with asyncio.timeout(within_s):
                await socket.close()
    finally:
        socket.transport.abort()
