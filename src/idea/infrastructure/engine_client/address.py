"""Where the running engine is reached: a small file it keeps in the user's state folder.

Standard library only, because the command line reads it at every start.
"""

import contextlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from socket import AF_INET, AF_UNIX, SOCK_STREAM
from socket import socket as Socket  # noqa: N812 # `socket` is a field here.
from typing import override

from idea.infrastructure.stores.atomic import atomic_write
from idea.infrastructure.stores.json_load import read_regular

_CONNECT_WITHIN_S = 5.0


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
    """Replace the address file, readable by this user alone.

    Raises:
        StoreError: It cannot be written; the old content is still there.
    """
    fields = asdict(address)
    document = {"version": 1, "program": fields.pop("version"), **fields}
    atomic_write(file, json.dumps(document, indent=2).encode())


def remove_address(file: Path, pid: int) -> None:
    """Remove the address file if it still names this process.

    Where that cannot be done it names a process that answers no more, which is as good.
    """
    found = read_address(file)
    if found is not None and found.pid == pid:
        with contextlib.suppress(OSError):
            file.unlink()
