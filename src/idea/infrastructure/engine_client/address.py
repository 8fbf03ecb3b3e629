"""Where the running engine is reached: a small file it keeps in the user's state folder.

It is blanked instead of removed, for an engine must start on a full disk as well: without one
nobody could forget what fills it. What a file has, a disk need not give again.

Standard library only, because the command line reads it at every start.
"""

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from socket import AF_INET, AF_UNIX, SOCK_STREAM
from socket import socket as Socket  # noqa: N812 # `socket` is a field here.
from typing import override

from idea.domain.errors import NotSavedError
from idea.infrastructure.descriptors import (
    BINARY,
    CLOSE_ON_EXEC,
    NO_FOLLOW,
    NO_WAITING,
    write_all,
)
from idea.infrastructure.stores.atomic import atomic_write
from idea.infrastructure.stores.json_load import read_regular

_CONNECT_WITHIN_S = 5.0
_RESERVED_BYTES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAddress:
    """A socket's path, or a port of 127.0.0.1 with its token, and who listens there."""

    pid: int
    socket: str = ""
    port: int = 0
    token: str = field(default="", repr=False)
    """A secret, so no log may show it."""
    oldest_protocol: int = 1
    newest_protocol: int = 1
    version: str = ""

    @override
    def __str__(self) -> str:
        return self.socket or f"127.0.0.1:{self.port}"

    def connect(self, timeout_s: float = _CONNECT_WITHIN_S) -> Socket:
        """Return a connected socket with this time limit; the caller closes it.

        Raises:
            OSError: Nobody listens there.
        """
        opened = Socket(AF_UNIX, SOCK_STREAM) if self.socket else Socket(AF_INET, SOCK_STREAM)
        try:
            opened.settimeout(timeout_s)
            opened.connect(self.socket or ("127.0.0.1", self.port))
        except BaseException:
            opened.close()
            raise
        return opened

    def answers(self) -> bool:
        """Whether something listens there."""
        try:
            self.connect().close()
        except OSError:
            return False
        return True


def read_address(file: Path) -> EngineAddress | None:
    """Return the address in a file; None when there is none that can be understood."""
    try:
        found = json.loads(read_regular(file) or b"")
        return EngineAddress(
            pid=int(found["pid"]),
            socket=str(found.get("socket", "")),
            port=int(found.get("port", 0)),
            token=str(found.get("token", "")),
            oldest_protocol=int(found.get("oldest_protocol", 1)),
            newest_protocol=int(found.get("newest_protocol", 1)),
            version=str(found.get("program", "")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_address(file: Path, address: EngineAddress) -> None:
    """Give the address file new content, readable by this user alone.

    Raises:
        StoreError: It cannot be written.
    """
    fields = asdict(address)
    document = {"version": 1, "program": fields.pop("version"), **fields}
    content = json.dumps(document, indent=2).encode().ljust(_RESERVED_BYTES)
    try:
        atomic_write(file, content)
    except NotSavedError:
        # Whoever reads it half written takes it for none, and the engine's lock decides.
        try:
            _overwrite(file, content)
        except OSError:
            pass
        else:
            return
        raise


def remove_address(file: Path, pid: int) -> None:
    """Blank the address file if it still names this process.

    Where that cannot be done it names a process that answers no more, which is as good.
    """
    found = read_address(file)
    if found is not None and found.pid == pid:
        with contextlib.suppress(OSError):
            _overwrite(file, b" " * _RESERVED_BYTES)


def _overwrite(file: Path, content: bytes) -> None:
    """Put content in the place of what a file has.

    Raises:
        OSError: There is no such file, or it has too little room.
    """
    descriptor = os.open(file, os.O_WRONLY | NO_FOLLOW | NO_WAITING | CLOSE_ON_EXEC | BINARY)
    try:
        write_all(descriptor, content)
        os.ftruncate(descriptor, len(content))
    finally:
        os.close(descriptor)
