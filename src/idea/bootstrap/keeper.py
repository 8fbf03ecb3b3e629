"""The keeper process: `python -m idea.bootstrap.keeper SOCKET LOCK`.

The process that was started returns once the keeper can be connected to; the keeper itself is its
child and nobody's business but init's. A second keeper leaves with `ALREADY_RUNNING`. Standard
library and ptyprocess only.
"""

import contextlib
import fcntl
import json
import os
import signal
import socket
import sys
import time

import idea
from idea.infrastructure.pty.keeper import Keeper
from idea.infrastructure.pty.keeper_children import Children
from idea.infrastructure.pty.keeper_protocol import ALREADY_RUNNING

_GRACE_S = 60.0
"""How long a keeper without living sessions waits for an engine that wants to know their ends."""
_MOST_LOG_LINES = 1000


class _Log:
    """Writes sentences to standard error, which is the keeper's log file; bounded.

    A disk that takes none costs the sentence: the keeper must not end of it.
    """

    def __init__(self) -> None:
        self._written = 0

    def __call__(self, sentence: str) -> None:
        if self._written < _MOST_LOG_LINES:
            self._written += 1
            now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            with contextlib.suppress(OSError):
                os.write(2, f"{now} keeper {os.getpid()} {sentence}\n".encode())


def main(arguments: list[str]) -> int:
    """Start a keeper at `SOCKET`, the only one that holds `LOCK`; return an exit code."""
    path, lock_path, *options = arguments
    grace_s = float(options[0]) if options else _GRACE_S
    try:
        lock = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        sys.stdout.write(f"{lock_path} could not be opened: {error.strerror}.\n")
        return 1
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return ALREADY_RUNNING
    _restore_signals()
    try:
        listener = _listen(path)
    except OSError as error:
        sys.stdout.write(f"The keeper cannot listen at {path}: {error.strerror}.\n")
        return 1
    keeper = os.fork()
    if keeper:
        return _announced(lock, keeper, path, lock_path)
    return _keep(listener, path, lock, grace_s)


def _announced(lock: int, keeper: int, path: str, lock_path: str) -> int:
    """Write into the lock where the keeper is; one that nobody could find is ended."""
    try:
        os.ftruncate(lock, 0)
        os.pwrite(
            lock,
            json.dumps({"pid": keeper, "socket": path, "version": idea.__version__}).encode(),
            0,
        )
    except OSError as error:
        os.kill(keeper, signal.SIGKILL)
        os.unlink(path)
        sys.stdout.write(f"{lock_path} could not be written: {error.strerror}.\n")
        return 1
    return 0


def _keep(listener: socket.socket, path: str, lock: int, grace_s: float) -> int:
    """Be the keeper until it is not needed any more."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    os.chdir("/")
    bound = os.stat(path).st_ino

    def left() -> None:
        if os.path.exists(path) and os.stat(path).st_ino == bound:
            os.unlink(path)
        os.ftruncate(lock, 0)
        os.close(lock)

    Keeper(listener, Children(), grace_s=grace_s, left=left, log=_Log()).run()
    return 0


def _restore_signals() -> None:
    """Undo what whoever started us ignored or blocked; sessions would inherit it."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _listen(path: str) -> socket.socket:
    """Return a socket at `path` that nobody else may connect to."""
    if os.path.lexists(path):
        os.unlink(path)  # We hold the lock: whoever made it is gone.
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(path)
    finally:
        os.umask(before)
    listener.listen(16)
    return listener


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
