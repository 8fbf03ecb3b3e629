"""Starts programs through the keeper and learns from it how they end."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import override

import psutil

from idea.application.terminals.tell_look import Wardrobe
from idea.domain.errors import IdeaError, InvalidError, ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import HeldProgram, Pty, PtySpawner, SpawnSpec
from idea.domain.ports.session_folder import FrontProgram, SessionFolder
from idea.domain.screen_look import ScreenLook
from idea.domain.session_record import TERMINAL_LOST, ProcessIdentity
from idea.domain.terminal import UNSEEN_SIZE, Exited, Lost, Size
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.foreground import folder_of, front_program, name_of
from idea.infrastructure.pty.keeper_connection import HeldSession, KeeperConnection
from idea.infrastructure.pty.keeper_start import connect_to_keeper, connect_to_running
from idea.infrastructure.pty.posix_pty import PosixPty
from idea.infrastructure.pty.process_tree import end_trees, hang_up_trees, process_tree
from idea.infrastructure.pty.reading_turns import ReadingTurns

_LOST = Lost(TERMINAL_LOST)
_CONNECT_WITHIN_S = 10.0
"""How long an engine waits for its predecessor, or for a keeper that leaves."""


class _Held:
    """A session of this engine, started or adopted, whose end it waits for."""

    __slots__ = ("closed", "ended", "is_over", "leader", "pty")

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
        self.closed = asyncio.Event()


class KeeperPtySpawner(PtySpawner, SessionFolder, Wardrobe):
    """The POSIX way: terminals and programs belong to the keeper, started on first need.

    What a former engine left in the keeper is found on connecting and waits to be adopted. When the
    keeper dies, every session is lost, for nobody could tell any more how it ends: its processes
    are hung up, as the system does without an engine, too. What goes on then is a survivor.
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
        self._found: dict[str, HeldSession] = {}
        """What former engines left and nobody has adopted yet; their descriptors are ours."""
        self._starting: dict[str, int | None] = {}
        """Sessions asked for, with their exit code if that came before the asker ran again."""
        self._hanging_up: set[asyncio.Task[None]] = set()
        self._turns = ReadingTurns()
        self._cell_pixels = (0, 0)

    @override
    def dress(self, look: ScreenLook) -> None:
        # Who was told before hears of it with its next size: pixels alone are worth no redrawing.
        self._cell_pixels = look.cell_pixels
        for held in self._held.values():
            held.pty.tell_first_pixels()

    @override
    async def spawn(self, spec: SpawnSpec, ended: Callable[[Exited | Lost], None]) -> Pty:
        connection = await self._connected()
        session = spec.session.value
        self._starting[session] = None
        try:
            pid, descriptor = await _spawn(connection, spec)
        finally:
            code = self._starting.pop(session)
        pty = self._pty(descriptor, pid, spec.size, session)
        pty.tell_size()
        self._held[session] = _Held(pty, self._processes.identify(pid), ended)
        if code is not None:
            self._finish(session, Exited(code))
        elif connection.is_closed:
            self._lose(session)
        return pty

    def _pty(self, descriptor: int, pid: int, size: Size, session: str) -> PosixPty:
        return PosixPty(
            descriptor,
            pid,
            size,
            lambda: self._released(session),
            turns=self._turns,
            cell_pixels=lambda: self._cell_pixels,
        )

    async def get_ready(self) -> None:
        """Start the keeper before a session needs it; if it fails, that session will tell why."""
        with contextlib.suppress(IdeaError, OSError):
            await self._connected()

    @override
    async def claim(self) -> Sequence[HeldProgram]:
        async with self._turn:
            if self._connection is None or self._connection.is_closed:
                self._connection = await self._connect(start=False)
        return [_program(one, self._processes) for one in self._found.values()]

    @override
    def adopt(self, session: SessionId, ended: Callable[[Exited | Lost], None]) -> Pty:
        found = self._found.pop(session.value, None)
        if found is None or found.descriptor is None:
            raise ProcessError(f"The keeper holds no session {session.short} to go on with.")
        size = _size_of(found.descriptor)
        pty = self._pty(found.descriptor, found.pid, size, session.value)
        leader = self._processes.identify(found.pid) if found.code is None else None
        self._held[session.value] = _Held(pty, leader, ended)
        loop = asyncio.get_running_loop()
        if found.code is not None:
            loop.call_soon(self._finish, session.value, Exited(found.code))
        elif self._connection is None or self._connection.is_closed:
            loop.call_soon(self._lose, session.value)
        return pty

    @override
    async def stop(self, session: SessionId, *, force: bool) -> None:
        held = self._held.get(session.value)
        if held is not None and held.leader is not None:
            await end_trees([held.leader], self._processes, force=force)

    @override
    def current(self, session: SessionId) -> str | None:
        held = self._in_use(session)
        if held is None:
            return None
        return folder_of(_foreground(held)) or folder_of(held.pty.pid)

    @override
    def program(self, session: SessionId) -> str | None:
        held = self._in_use(session)
        foreground = 0 if held is None else _foreground(held)
        if held is None or foreground == held.pty.pid:
            return None
        return name_of(foreground)

    @override
    def front(self, session: SessionId) -> FrontProgram | None:
        held = self._in_use(session)
        foreground = 0 if held is None else _foreground(held)
        if held is None or foreground == held.pty.pid:
            return None
        return front_program(foreground)

    def _in_use(self, session: SessionId) -> _Held | None:
        held = self._held.get(session.value)
        if held is None or held.is_over or held.pty.descriptor < 0:
            return None
        return held

    async def close(self) -> None:
        """Let go of the keeper; what it does with the sessions is its rule."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        for held in list(self._held.values()):
            held.pty.close()
        for found in self._found.values():
            _let_go(found)
        self._found.clear()
        while self._hanging_up:
            await asyncio.wait(self._hanging_up)

    async def _connected(self) -> KeeperConnection:
        async with self._turn:
            connection = self._connection
            if connection is None or connection.is_closed:
                connection = self._connection = await self._connect(start=True)
            if connection is None:
                raise ProcessError("The keeper did not start; try again.")
            return connection

    async def _connect(self, *, start: bool) -> KeeperConnection | None:
        """Return a greeted connection; None when no keeper runs and none is to be started.

        Raises:
            ProcessError: The keeper refuses, does not answer or does not start.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _CONNECT_WITHIN_S
        while True:
            if start:
                connected = await connect_to_keeper(self._places, grace_s=self._grace_s)
            else:
                running = connect_to_running(self._places)
                if running is None:
                    return None
                connected = running
            connection = KeeperConnection(connected, self._exited, self._lost)
            try:
                if await connection.greet():
                    self._find(connection, await connection.list())
            except ProcessError:
                connection.close()
                if loop.time() > deadline:
                    raise
                await asyncio.sleep(0.05)  # It may be leaving, or not have missed the last engine.
            except BaseException:
                connection.close()
                raise
            else:
                return connection

    def _find(self, connection: KeeperConnection, listed: Sequence[HeldSession]) -> None:
        """Keep what former engines left; what they let go of already is not theirs to give."""
        for found in self._found.values():
            _let_go(found)
        self._found = {one.session: one for one in listed if one.descriptor is not None}
        for one in listed:
            if one.descriptor is None and one.code is not None:
                connection.tell(op="forget", session=one.session)

    def _exited(self, session: str, code: int) -> None:
        found = self._found.get(session)
        if session in self._held:
            self._finish(session, Exited(code))
        elif found is not None:
            self._found[session] = replace(found, code=code)
        elif session in self._starting:
            self._starting[session] = code

    def _lost(self) -> None:
        for session in list(self._held):
            self._lose(session)

    def _lose(self, session: str) -> None:
        """Tell soon that a session is lost, and hang it up once its terminal is closed."""
        held = self._held.get(session)
        if held is not None and not held.is_over:
            task = asyncio.create_task(self._hang_up(session, held))
            self._hanging_up.add(task)
            task.add_done_callback(self._hanging_up.discard)

    async def _hang_up(self, session: str, held: _Held) -> None:
        """Look who is of a lost session, tell its end, and hang it up when all output was read.

        A full-screen program clears its last screen when it hears of a hang-up; and the system
        hangs up the leader when the terminal is closed, after which its tree falls apart.
        """
        leaders = [] if held.leader is None else [held.leader]
        tree = await asyncio.to_thread(process_tree, leaders, self._processes)
        if not held.is_over:
            self._finish(session, _LOST)
        await held.closed.wait()
        await hang_up_trees([*leaders, *tree], self._processes)

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
        held.closed.set()
        if held.is_over:
            del self._held[session]


def _let_go(found: HeldSession) -> None:
    if found.descriptor is not None:
        os.close(found.descriptor)


def _size_of(descriptor: int) -> Size:
    try:
        columns, rows = os.get_terminal_size(descriptor)
        return Size(columns, rows)
    except (OSError, InvalidError):
        return UNSEEN_SIZE


def _program(found: HeldSession, processes: LocalProcesses) -> HeldProgram:
    """Tell what the system knows about a program."""
    command: tuple[str, ...] = ()
    with contextlib.suppress(psutil.Error):
        command = tuple(psutil.Process(found.pid).cmdline())
    return HeldProgram(
        session=SessionId(found.session),
        pid=found.pid,
        size=UNSEEN_SIZE if found.descriptor is None else _size_of(found.descriptor),
        process=processes.identify(found.pid) if found.code is None else None,
        command=command,
        cwd=folder_of(found.pid) or "",
    )


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


def _foreground(held: _Held) -> int:
    """Return the process group in front; 0 when there is none."""
    try:
        return os.tcgetpgrp(held.pty.descriptor)
    except OSError:
        return 0
