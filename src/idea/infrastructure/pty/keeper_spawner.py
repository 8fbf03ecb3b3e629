"""Starts programs through the keeper and learns from it how they end."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import override

import psutil

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import Pty, PtySpawner, SpawnSpec
from idea.domain.ports.session_folder import SessionFolder
from idea.domain.session_record import ProcessIdentity
from idea.domain.terminal import Exited, Lost
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_connection import KeeperConnection
from idea.infrastructure.pty.keeper_start import connect_to_keeper
from idea.infrastructure.pty.posix_pty import PosixPty
from idea.infrastructure.pty.process_tree import end_tree

_LOST = Lost("The keeper stopped.")


class _Held:
    """A session this engine started and whose end it waits for."""

    __slots__ = ("ended", "is_over", "leader", "pty")

    def __init__(
        self,
        pty: PosixPty,
        leader: ProcessIdentity | None,
        ended: Callable[[Exited | Lost], None],
    ) -> None:
        self.pty = pty
        self.leader = leader
        self.ended = ended
        self.is_over = False


class KeeperPtySpawner(PtySpawner, SessionFolder):
    """The POSIX way: terminals and programs belong to the keeper, started on first need.

    When the keeper dies, every session is lost: its processes are ended, for nobody could tell any
    more how they end. Sessions a former engine left in the keeper are hung up on connecting; that
    a new engine takes them over is not built yet.
    """

    def __init__(
        self, places: Places, processes: LocalProcesses, *, grace_s: float | None = None
    ) -> None:
        self._places = places
        self._processes = processes
        self._grace_s = grace_s
        self._connection: KeeperConnection | None = None
        self._turn = asyncio.Lock()
        self._held: dict[str, _Held] = {}
        self._starting: dict[str, int | None] = {}
        """Sessions asked for, with their exit code if that came before the asker ran again."""
        self._ending: set[asyncio.Task[None]] = set()

    @override
    async def spawn(self, spec: SpawnSpec, ended: Callable[[Exited | Lost], None]) -> Pty:
        connection = await self._connected()
        session = spec.session.value
        self._starting[session] = None
        try:
            pid, descriptor = await _spawn(connection, spec)
        finally:
            code = self._starting.pop(session)
        pty = PosixPty(descriptor, pid, spec.size, lambda: self._released(session))
        self._held[session] = _Held(pty, self._processes.identify(pid), ended)
        if code is not None:
            self._finish(session, Exited(code))
        elif connection.is_closed:
            self._finish(session, _LOST)
        return pty

    @override
    async def stop(self, session: SessionId, *, force: bool) -> None:
        held = self._held.get(session.value)
        if held is not None and held.leader is not None:
            await end_tree(held.leader, self._processes, force=force)

    @override
    def current(self, session: SessionId) -> str | None:
        held = self._held.get(session.value)
        if held is None or held.is_over or held.pty.descriptor < 0:
            return None
        try:
            foreground = os.tcgetpgrp(held.pty.descriptor)
        except OSError:
            foreground = 0
        return _folder_of(foreground) or _folder_of(held.pty.pid)

    async def close(self) -> None:
        """Let go of the keeper; what it does with the sessions is its rule."""
        while self._ending:
            await asyncio.wait(self._ending)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        for held in list(self._held.values()):
            held.pty.close()

    async def _connected(self) -> KeeperConnection:
        async with self._turn:
            if self._connection is None or self._connection.is_closed:
                self._connection = await self._connect()
            return self._connection

    async def _connect(self) -> KeeperConnection:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + 10
        while True:
            connected = await connect_to_keeper(self._places, grace_s=self._grace_s)
            connection = KeeperConnection(connected, self._exited, self._lost)
            try:
                if await connection.greet():
                    await self._hang_up_strangers(connection)
            except ProcessError:
                connection.close()
                if loop.time() > deadline:
                    raise
                await asyncio.sleep(0.05)  # It may be leaving, or not have missed us yet.
            except BaseException:
                connection.close()
                raise
            else:
                return connection

    async def _hang_up_strangers(self, connection: KeeperConnection) -> None:
        """End what a former engine left behind."""
        for found in await connection.list():
            if found.descriptor is not None:
                os.close(found.descriptor)
            leader = self._processes.identify(found.pid) if found.code is None else None
            if leader is not None:
                self._end_later(leader)
            connection.tell(op="forget", session=found.session)

    def _exited(self, session: str, code: int) -> None:
        if session in self._held:
            self._finish(session, Exited(code))
        elif session in self._starting:
            self._starting[session] = code

    def _lost(self) -> None:
        for session, held in list(self._held.items()):
            if held.leader is not None and not held.is_over:
                self._end_later(held.leader)
            self._finish(session, _LOST)

    def _finish(self, session: str, status: Exited | Lost) -> None:
        held = self._held[session]
        if held.is_over:
            return
        held.is_over = True
        if held.pty.descriptor < 0:
            del self._held[session]
        held.ended(status)

    def _released(self, session: str) -> None:
        """The engine's descriptor is closed: the keeper's follows, which hangs up the program."""
        held = self._held[session]
        if self._connection is not None:
            self._connection.tell(op="forget", session=session)
        if held.is_over:
            del self._held[session]

    def _end_later(self, leader: ProcessIdentity) -> None:
        task = asyncio.create_task(end_tree(leader, self._processes, force=False))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


async def _spawn(connection: KeeperConnection, spec: SpawnSpec) -> tuple[int, int]:
    """Return process id and master descriptor of a program started now.

    Raises:
        ProcessError: The keeper refuses or is gone.
        CancelledError: The program, if it was started, is hung up.
    """
    try:
        answer, descriptor = await connection.ask(
            op="spawn",
            session=spec.session.value,
            argv=list(spec.command),
            cwd=spec.cwd,
            env=dict(spec.environment),
            columns=spec.size.columns,
            rows=spec.size.rows,
        )
    except asyncio.CancelledError:
        connection.tell(op="forget", session=spec.session.value)
        raise
    pid = answer.get("pid")
    if descriptor is None or not isinstance(pid, int):
        raise ProcessError("The keeper gave no terminal; restart IdeA's engine.")
    return pid, descriptor


def _folder_of(pid: int) -> str | None:
    """Return where a process works; None when there is none or it is not the person's."""
    if pid <= 0:
        return None
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink())
    except OSError:
        pass
    try:
        return psutil.Process(pid).cwd() or None
    except psutil.Error:
        return None
