"""The socket the engine listens on: bound by us, for this user alone, removed by us."""

import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, override

from idea.domain.errors import ProcessError, StoreError

BACKLOG: Final = 512


class Listener(Protocol):
    """Opens the listening socket and notices when nobody can reach it any more."""

    @property
    def token(self) -> str:
        """What every request must carry; empty where the system names the peer's user."""
        ...

    def open(self) -> socket.socket:
        """Return a bound, listening, non-blocking socket.

        Raises:
            StoreError: It cannot be bound.
        """
        ...

    def is_reachable(self) -> bool:
        """Whether clients can still find the socket opened last."""
        ...

    def remove(self) -> None:
        """Take away what `open` left in the file system."""
        ...


@dataclass(frozen=True, slots=True)
class _FileIdentity:
    device: int
    inode: int


class UnixListener(Listener):
    """A Unix socket of mode 0600; the caller holds the engine's lock, so an old one is a corpse."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bound: _FileIdentity | None = None

    @property
    @override
    def token(self) -> str:
        return ""

    @override
    def open(self) -> socket.socket:
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        mask = os.umask(0o077)
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            opened.bind(str(self._path))
            opened.listen(BACKLOG)
            opened.settimeout(0)
            self._bound = self._identity()
        except OSError as error:
            opened.close()
            raise StoreError(
                f"The engine cannot listen at {self._path}: {error.strerror or error}."
            ) from error
        finally:
            os.umask(mask)
        return opened

    @override
    def is_reachable(self) -> bool:
        return self._bound is not None and self._identity() == self._bound

    @override
    def remove(self) -> None:
        if self.is_reachable():
            self._path.unlink(missing_ok=True)

    def _identity(self) -> _FileIdentity | None:
        try:
            found = self._path.stat(follow_symlinks=False)
        except OSError:
            return None
        return _FileIdentity(found.st_dev, found.st_ino)


class LoopbackListener(Listener):
    """A port of 127.0.0.1 with a secret token, where there are no Unix sockets (Windows)."""

    def __init__(self) -> None:
        self._token = secrets.token_urlsafe(32)

    @property
    @override
    def token(self) -> str:
        return self._token

    @override
    def open(self) -> socket.socket:
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            opened.bind(("127.0.0.1", 0))
            opened.listen(BACKLOG)
            opened.settimeout(0)
        except OSError as error:
            opened.close()
            raise ProcessError(
                f"The engine cannot listen on this machine: {error.strerror or error}."
            ) from error
        return opened

    @override
    def is_reachable(self) -> bool:
        return True

    @override
    def remove(self) -> None:
        return
