"""Pseudo-terminals without programs: tests say what is printed and how it ends."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from typing import override

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import HeldProgram, Pty, PtySpawner, SpawnSpec
from idea.domain.session_record import ProcessIdentity
from idea.domain.terminal import Exited, Lost, Size


class FakePty(Pty):
    """Remembers what is typed, prints what it is told."""

    def __init__(self, pid: int, spec: SpawnSpec) -> None:
        self._pid = pid
        self.spec = spec
        self.sizes = [spec.size]
        self.written = b""
        self.is_closed = False
        self.is_over = False
        self.echoes = False
        self.is_full = asyncio.Event()
        """Cleared by a test to let writes wait."""
        self.is_full.set()
        self._unread = b""
        self._receive: Callable[[bytes], None] | None = None

    @property
    @override
    def pid(self) -> int:
        return self._pid

    @property
    def is_read(self) -> bool:
        """Whether someone reads."""
        return self._receive is not None

    def print(self, output: bytes) -> None:
        """Let the program print."""
        self._unread += output
        self._pass_on()

    def end_output(self) -> None:
        """Let nobody have the other side open any more."""
        self.is_over = True
        self._pass_on()

    @override
    def start_reading(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        asyncio.get_running_loop().call_soon(self._pass_on)

    @override
    def pause_reading(self) -> None:
        self._receive = None

    @override
    async def write(self, data: bytes) -> None:
        await self.is_full.wait()
        if self.is_closed or self.is_over:
            raise ProcessError("The program is gone.")
        self.written += data
        if self.echoes:
            self.print(data)

    @override
    def resize(self, size: Size) -> None:
        if size != self.sizes[-1] and not self.is_closed:
            self.sizes.append(size)

    @override
    def drain(self) -> bytes:
        unread, self._unread = self._unread, b""
        return unread

    @override
    def close(self) -> None:
        self.is_closed = True
        self._receive = None

    def _pass_on(self) -> None:
        if self._receive is not None and self._unread:
            self._receive(self.drain())
        if self._receive is not None and self.is_over:
            receive, self._receive = self._receive, None
            receive(b"")


class FakePtySpawner(PtySpawner):
    """Starts `echo`, which echoes, `exit CODE TEXT`, which prints and ends, and `wait`."""

    def __init__(self) -> None:
        self.ptys: dict[SessionId, FakePty] = {}
        self.stopped: list[tuple[SessionId, bool]] = []
        self.ignores_stop = False
        self.fails_with: ProcessError | None = None
        self.left: dict[SessionId, FakePty] = {}
        """What former engines left."""
        self.over: dict[SessionId, Exited | Lost] = {}
        self._ended: dict[SessionId, Callable[[Exited | Lost], None]] = {}

    @override
    async def spawn(self, spec: SpawnSpec, ended: Callable[[Exited | Lost], None]) -> Pty:
        if self.fails_with is not None:
            raise self.fails_with
        program = spec.command[0]
        if program == "missing":
            raise ProcessError("The program missing was not found in PATH.")
        if spec.cwd == "/missing":
            raise ProcessError("The folder /missing does not exist.")
        if spec.session in self.ptys:
            raise ProcessError(f"The session {spec.session} exists already.")
        pty = self.ptys[spec.session] = FakePty(1000 + len(self.ptys), spec)
        self._ended[spec.session] = ended
        if program == "echo":
            pty.echoes = True
        elif program == "exit":
            pty.print(spec.command[2].encode())
            self.end(spec.session, Exited(int(spec.command[1])))
        return pty

    @override
    async def claim(self) -> Sequence[HeldProgram]:
        if self.fails_with is not None:
            raise self.fails_with
        return [
            HeldProgram(
                session=session,
                pid=pty.pid,
                size=pty.sizes[-1],
                process=None
                if session in self.over
                else ProcessIdentity(pid=pty.pid, started="1", boot="boot-1"),
                command=tuple(pty.spec.command),
                cwd=pty.spec.cwd,
            )
            for session, pty in self.left.items()
        ]

    @override
    def adopt(self, session: SessionId, ended: Callable[[Exited | Lost], None]) -> Pty:
        if session not in self.left:
            raise ProcessError(f"There is no session {session} to go on with.")
        pty = self.ptys[session] = self.left.pop(session)
        self._ended[session] = ended
        if session in self.over:
            self.end(session, self.over.pop(session))
        return pty

    def leave(self) -> None:
        """Be the spawner of the next engine: what runs waits to be adopted."""
        for session, pty in self.ptys.items():
            if session in self._ended:
                pty.pause_reading()
                self.left[session] = pty
        self.ptys.clear()
        self._ended.clear()

    def end_unseen(self, session: SessionId, status: Exited | Lost) -> None:
        """Let a program end while no engine is there."""
        self.over[session] = status

    @override
    async def stop(self, session: SessionId, *, force: bool) -> None:
        if session in self._ended:
            self.stopped.append((session, force))
            if not self.ignores_stop:
                self.end(session, Exited(-int(signal.SIGKILL if force else signal.SIGHUP)))

    def end(self, session: SessionId, status: Exited | Lost) -> None:
        """Let a program end."""
        ended = self._ended.pop(session)
        self.ptys[session].end_output()
        asyncio.get_running_loop().call_soon(ended, status)
