"""The keeper: owns the sessions' terminals and programs, so that the engine may die.

One small single-threaded process per user-data folder. It starts programs, reaps them and hands
terminals' descriptors to the engine; it never reads a terminal and has no other feature, ever.

How it ends: without engine and sessions at once. As long as a program lives it waits for an engine
that lists and claims the sessions, for ever if need be: it reads nothing, so programs that print
more than their terminal takes block, and memory stays as it is. When the last program ends while
nobody is connected, it keeps the exit codes for a grace time and leaves. SIGTERM, which a logout or
a shutdown sends, ends all: every session gets a hang-up, 2 seconds later a kill.
"""

import contextlib
import os
import selectors
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterable

from idea.infrastructure.pty.keeper_children import Child, Children, RefusedError
from idea.infrastructure.pty.keeper_link import KeeperLink, LinkClosedError
from idea.infrastructure.pty.keeper_protocol import (
    BadMessageError,
    LineTooLongError,
    Message,
    decode,
)
from idea.infrastructure.pty.keeper_requests import Answer, KeeperRequests, common_version

_GREETING_S = 2.0
"""How long a connection may stay silent before its hello."""
_MOST_LINKS = 16
_KILL_AFTER_S = 2.0
_GIVE_UP_AFTER_S = 4.0
_LOOK_AGAIN_S = 0.05

type _Log = Callable[[str], None]


class Keeper:
    """Serves one engine at a time until it is not needed any more."""

    def __init__(
        self,
        listener: socket.socket,
        children: Children,
        *,
        grace_s: float,
        left: Callable[[], None],
        log: _Log,
    ) -> None:
        """Take a listening socket; `left` is called once nobody new can be served."""
        self._listener = listener
        self._children = children
        self._grace_s = grace_s
        self._left = left
        self._log = log
        self._selector = selectors.DefaultSelector()
        self._links: list[KeeperLink] = []
        self._engine: KeeperLink | None = None
        self._alone_since = time.monotonic()
        self._leaving_since: float | None = None
        self._killed = False
        self._terminated = False
        self._served = False
        self._requests = KeeperRequests(children, started=self._started, log=log)

    def run(self) -> None:
        """Serve until there is nothing left to do."""
        woken, wake = socket.socketpair()
        for one in (woken, wake, self._listener):
            one.setblocking(False)  # noqa: FBT003 # Its only argument.
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        if not self._children.uses_pidfds:
            signal.signal(signal.SIGCHLD, lambda *_: None)  # Without a handler nothing wakes us.
        signal.signal(signal.SIGTERM, self._terminate)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(woken, selectors.EVENT_READ, lambda: self._woken(woken))
        while not self._is_finished():
            for key, events in self._selector.select(self._wait_s()):
                if isinstance(key.data, KeeperLink):
                    self._serve(key.data, events)
                else:
                    key.data()
            self._tick()

    def _terminate(self, *_: object) -> None:
        self._terminated = True

    def _woken(self, woken: socket.socket) -> None:
        with contextlib.suppress(BlockingIOError):
            woken.recv(4096)
        for child in self._children.living():
            if child.pidfd < 0:
                self._reap(child)

    # Coming and going.

    def _accept(self) -> None:
        try:
            connected, _ = self._listener.accept()
        except OSError as error:
            self._log(f"A connection could not be accepted: {error.strerror}.")
            return
        if not _is_same_user(connected) or len(self._links) >= _MOST_LINKS:
            connected.close()
            return
        link = KeeperLink(connected, time.monotonic())
        self._links.append(link)
        self._selector.register(connected, selectors.EVENT_READ, link)

    def _drop(self, link: KeeperLink) -> None:
        if link not in self._links:
            return
        self._links.remove(link)
        self._selector.unregister(link.socket)
        link.close()
        if link is self._engine:
            self._engine = None
            self._alone_since = time.monotonic()

    def _tick(self) -> None:
        """Do what time asks for."""
        now = time.monotonic()
        for link in list(self._links):
            if not link.greeted and now - link.since > _GREETING_S:
                self._drop(link)
            else:
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if link.has_unsent else 0)
                if self._selector.get_key(link.socket).events != wanted:
                    self._selector.modify(link.socket, wanted, link)
        if self._leaving_since is None and self._should_leave(now):
            self._leave(now)
        elif self._leaving_since is not None and now - self._leaving_since > _KILL_AFTER_S:
            self._leave_nobody()

    def _should_leave(self, now: float) -> bool:
        if self._terminated:
            return True
        if self._links or self._children.living():
            return False
        unneeded = self._served and not len(self._children)
        return unneeded or now - self._alone_since > self._grace_s

    def _leave(self, now: float) -> None:
        """Hang up everything; nobody new is served from here on."""
        self._leaving_since = now
        self._selector.unregister(self._listener)
        self._listener.close()
        self._left()
        living = len(self._children.living())
        if living:
            self._log(f"Told to end; {living} session(s) are hung up.")
        self._signal_all(signal.SIGHUP)
        self._signal_all(signal.SIGCONT)
        for child in self._children.all():
            child.terminal.close()

    def _leave_nobody(self) -> None:
        if not self._killed:
            self._killed = True
            self._signal_all(signal.SIGKILL)

    def _signal_all(self, number: int) -> None:
        for child in self._children.living():
            self._children.signal(child.session, number)

    def _is_finished(self) -> bool:
        if self._leaving_since is None:
            return False
        waited = time.monotonic() - self._leaving_since
        return not self._children.living() or waited > _GIVE_UP_AFTER_S

    def _wait_s(self) -> float | None:
        """Return how long nothing has to be done, None for as long as nothing happens."""
        if self._leaving_since is not None:
            return _LOOK_AGAIN_S
        due = [link.since + _GREETING_S for link in self._links if not link.greeted]
        if not self._links and not self._children.living():
            due.append(self._alone_since + self._grace_s)
        return max(0.0, min(due) - time.monotonic()) + _LOOK_AGAIN_S if due else None

    # Programs.

    def _started(self, child: Child) -> None:
        if child.pidfd >= 0:
            self._selector.register(child.pidfd, selectors.EVENT_READ, lambda: self._reap(child))

    def _reap(self, child: Child) -> None:
        if child.pidfd >= 0:
            self._selector.unregister(child.pidfd)
        if not self._children.reap(child):
            self._started(child)  # A pidfd that spoke too early; watch on.
        elif self._engine is None:
            self._alone_since = time.monotonic()
        else:
            self._send(
                self._engine, {"event": "exited", "session": child.session, "code": child.code}
            )

    # Messages.

    def _serve(self, link: KeeperLink, events: int) -> None:
        try:
            if events & selectors.EVENT_WRITE:
                link.flush()
            if events & selectors.EVENT_READ:
                for line in link.lines.feed(link.receive()):
                    self._answer(link, line)
        except LineTooLongError as error:
            self._send(link, {"id": None, "ok": False, "error": str(error)})
            self._drop(link)
        except LinkClosedError:
            self._drop(link)

    def _send(self, link: KeeperLink, message: Message, descriptors: tuple[int, ...] = ()) -> None:
        try:
            link.send(message, descriptors)
        except LinkClosedError:
            self._drop(link)

    def _answer(self, link: KeeperLink, line: bytes) -> None:
        """Answer one line; whatever it holds, the sessions live on."""
        identity: object = None
        try:
            message = decode(line)
            identity = message.get("id")
            for answer, master in self._answers(link, message):
                sent = {"id": identity, **answer, "fds": int(master is not None)}
                self._send(link, sent, () if master is None else (master,))
        except (RefusedError, BadMessageError) as error:
            self._send(link, {"id": identity, "ok": False, "error": str(error)})

    def _answers(self, link: KeeperLink, message: Message) -> Iterable[Answer]:
        if message.get("op") == "hello":
            return [(self._greet(link, message), None)]
        if link is not self._engine:
            raise RefusedError("Say hello first.")
        return self._requests.answers(message)

    def _greet(self, link: KeeperLink, message: Message) -> dict[str, object]:
        if self._leaving_since is not None:
            raise RefusedError("This keeper is leaving.")
        version = common_version(message.get("versions"))
        if self._engine not in (None, link):
            raise RefusedError("Another engine is connected.")
        self._engine = link
        self._served = link.greeted = True
        known = {"version": version, "pid": os.getpid(), "sessions": len(self._children)}
        return {"ok": True, **known}


def _is_same_user(connected: socket.socket) -> bool:
    """Return whether the other side runs as the same user, where the system tells."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True  # The socket's folder is closed to others.
    _, user, _ = struct.unpack("3i", connected.getsockopt(socket.SOL_SOCKET, option, 12))
    return bool(user == os.getuid())
