"""Who is on the other end of a connection, decided before a byte of it is read.

On a Unix socket the kernel says which user connected; anyone else is cut off at once. A loopback
port has no such knowledge, so there every request carries the token of the address file.
"""

import asyncio
import logging
import os
import socket
import struct
import sys
from typing import Final, override

from uvicorn.protocols.http.h11_impl import H11Protocol

_log = logging.getLogger(__name__)

_CREDENTIALS = struct.Struct("iii")
_LOCAL_PEERCRED: Final = 1
"""macOS and FreeBSD: option name of level 0 that answers with a `struct xucred`."""
_XUCRED_HEAD = struct.Struct("II")

_SEND_BYTES: Final = 1024 * 1024
"""What may be under way to a client. With the usual 208 KiB a flood's burst is sent in two parts,
and the second waits until the client, busy with what it has, comes round to reading the first."""
FIRST_REQUEST_WITHIN_S: Final = 10.0
"""How long a connection may stay without a complete request."""


def peer_uid(connection: socket.socket) -> int | None:
    """Return the user id behind a connected Unix socket, None when the system does not say."""
    if sys.platform == "win32" or connection.family != socket.AF_UNIX:
        return None
    try:
        if sys.platform == "linux":
            raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
            return int(_CREDENTIALS.unpack(raw)[1])
        raw = connection.getsockopt(0, _LOCAL_PEERCRED, 128)
        return int(_XUCRED_HEAD.unpack_from(raw)[1])
    except OSError:
        return None


def is_own_user(connection: socket.socket) -> bool:
    """Whether this process's user (or root) is on the other end of a Unix socket."""
    uid = peer_uid(connection)
    return uid is not None and uid in {os.geteuid(), 0}


class OwnUserProtocol(H11Protocol):
    """uvicorn's HTTP protocol for connections of one's own user, and of nobody who dawdles."""

    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # As in uvicorn.
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family == getattr(socket, "AF_UNIX", None):
            inner = getattr(connection, "_sock", connection)
            if not is_own_user(inner):
                _log.warning("Refused a connection of another user")
                transport.abort()
                return
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BYTES)
        self._deadline = self.loop.call_later(FIRST_REQUEST_WITHIN_S, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)
