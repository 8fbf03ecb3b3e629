"""uvicorn, held to the engine's rules: our sockets, our order of leaving, no compression or pings.

Runs on the event loop it was started on. Sockets that vanish are opened again; connections made
through the old one go on.
"""

import asyncio
import logging
import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from idea.application.engine.protocol import LARGEST_MESSAGE_BYTES
from idea.presentation.engine.listener import BACKLOG, Listener
from idea.presentation.engine.peer import OwnUserProtocol

_log = logging.getLogger(__name__)

GRACE_S: Final = 2
MOST_CONNECTIONS: Final = 512


class EngineServer:
    """Listens and serves until stopped."""

    def __init__(self, app: ASGIApp, listener: Listener) -> None:
        self._listener = listener
        self._config = uvicorn.Config(
            app,
            http=OwnUserProtocol,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE_BYTES,
            ws_ping_interval=None,
            ws_ping_timeout=None,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE_S,
        )
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        self._server = uvicorn.Server(self._config)
        self._sockets: list[socket.socket] = []
        self._started = False

    async def start(self) -> socket.socket:
        """Listen and serve; returns the listening socket.

        Raises:
            StoreError: The socket cannot be bound.
            ProcessError: The port cannot be bound.
        """
        opened = self._listener.open()
        self._sockets.append(opened)
        self._config.load()
        self._server.lifespan = self._config.lifespan_class(self._config)
        await self._server.startup(sockets=[opened])
        self._started = True
        return opened

    async def reopen_if_vanished(self) -> bool:
        """Listen again if nobody can reach the socket; whether that was so.

        Raises:
            StoreError: The socket cannot be bound.
        """
        if self._listener.is_reachable():
            return False
        opened = self._listener.open()
        _log.warning("The socket had vanished; listening again")
        for server in self._server.servers:
            server.close()
        self._sockets.append(opened)
        self._server.servers.append(
            await asyncio.get_running_loop().create_server(
                self._protocol, sock=opened, backlog=BACKLOG
            )
        )
        return True

    def accept_no_more(self) -> None:
        """Let nobody in any more and remove the socket; who is in stays."""
        self._listener.remove()
        if self._started:
            for server in self._server.servers:
                server.close()

    async def stop(self) -> None:
        """Accept nothing more, give answers under way two seconds, close every connection."""
        self.accept_no_more()
        if self._started:
            await self._server.shutdown(sockets=self._sockets)

    def _protocol(self) -> asyncio.Protocol:
        return OwnUserProtocol(
            config=self._config,
            server_state=self._server.server_state,
            app_state=self._server.lifespan.state,
        )
