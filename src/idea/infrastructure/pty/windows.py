"""The Windows way: a pseudo-console (ConPTY, through pywinpty) per session, owned by the engine.

Written against pywinpty's documentation and tried only against a stand-in for it; nobody has run
it on Windows yet. There is no keeper there: sessions end with the engine. One thread per session
reads, because a console cannot be watched by the event loop.
"""

import asyncio
import importlib
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast, override

import psutil

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import HeldProgram, Pty, PtySpawner, SpawnSpec
from idea.domain.ports.session_folder import FrontProgram, SessionFolder
from idea.domain.terminal import Exited, Lost, Size

_LARGEST_BURST = 256 * 1024
_STOP_AFTER_S = 2.0
_GONE = "The program is gone; nothing can be typed into it."


class Console(Protocol):
    """What is used of `winpty.PTY`."""

    @property
    def pid(self) -> int | None:
        """The program's process id."""
        ...

    def spawn(self, program: str, line: str, cwd: str, block: str) -> bool:
        """Start a program; `block` is its environment."""
        ...

    def read(self) -> str:
        """Wait for output; raises an error at its end."""
        ...

    def write(self, text: str) -> int:
        """Type."""
        ...

    def set_size(self, columns: int, rows: int) -> None:
        """Give the console another size."""
        ...

    def get_exitstatus(self) -> int | None:
        """Return the exit code, None while the program runs."""
        ...

    def close(self) -> None:
        """Close the console, which tells its programs to end."""
        ...


def command_line(arguments: Sequence[str]) -> str:
    """Return arguments as one line that C programs split into the same arguments."""
    return subprocess.list2cmdline(arguments)


def environment_block(variables: Mapping[str, str]) -> str:
    """Return an environment as Windows wants it: sorted, each ended by a zero, and one more.

    Raises:
        ProcessError: A name or value is not possible.
    """
    for name, value in variables.items():
        if not name or "=" in name[1:] or "\0" in name + value:
            raise ProcessError(f"The variable {name!r} of the environment is not possible.")
    ordered = sorted(variables.items(), key=lambda pair: pair[0].upper())
    return "".join(f"{name}={value}\0" for name, value in ordered) + "\0"


def open_console(columns: int, rows: int) -> Console:
    """Return a new pseudo-console.

    Raises:
        ProcessError: pywinpty is not installed.
    """
    try:
        winpty = importlib.import_module("winpty")
    except ImportError as error:
        raise ProcessError("pywinpty is not installed; install IdeA again.") from error
    return _WinptyConsole(winpty.PTY(columns, rows))


class _WinptyConsole(Console):
    """Adapts pywinpty, whose `close` is the end of the object."""

    def __init__(self, pty: object) -> None:
        self._pty: object | None = pty

    @property
    @override
    def pid(self) -> int | None:
        return cast("int | None", getattr(self._pty, "pid", None))

    @override
    def spawn(self, program: str, line: str, cwd: str, block: str) -> bool:
        return bool(self._call("spawn", program, cmdline=line, cwd=cwd, env=block))

    @override
    def read(self) -> str:
        return str(self._call("read", blocking=True))

    @override
    def write(self, text: str) -> int:
        return cast("int", self._call("write", text))

    @override
    def set_size(self, columns: int, rows: int) -> None:
        self._call("set_size", columns, rows)

    @override
    def get_exitstatus(self) -> int | None:
        return cast("int | None", self._call("get_exitstatus"))

    @override
    def close(self) -> None:
        self._pty = None

    def _call(self, name: str, *args: object, **options: object) -> object:
        if self._pty is None:
            raise ProcessError(_GONE)
        return getattr(self._pty, name)(*args, **options)


class WindowsPty(Pty):
    """A pseudo-console; used on the event loop's thread, read by a thread of its own."""

    def __init__(
        self, console: Console, size: Size, ended: Callable[[Exited | Lost], None]
    ) -> None:
        self._console = console
        self._size = size
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._receive: Callable[[bytes], None] | None = None
        self._may_read = threading.Event()
        self._is_closed = False
        self._is_over = False
        self._unread = bytearray()
        self._turn = asyncio.Lock()
        self._reader = threading.Thread(target=self._read, name="console reader", daemon=True)
        self._reader.start()

    @property
    @override
    def pid(self) -> int:
        return self._console.pid or 0

    @property
    def is_over(self) -> bool:
        """Whether the program has ended."""
        return self._is_over

    @override
    def start_reading(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._may_read.set()
        self._loop.call_soon(self._pass_on)

    @override
    def pause_reading(self) -> None:
        self._receive = None
        self._may_read.clear()

    @override
    async def write(self, data: bytes) -> None:
        async with self._turn:
            if self._is_closed or self._is_over:
                raise ProcessError(_GONE)
            text = data.decode("utf-8", "replace")
            try:
                await asyncio.to_thread(self._console.write, text)
            except Exception as error:  # pywinpty raises an error class of its own.
                raise ProcessError(_GONE) from error

    @override
    def resize(self, size: Size) -> None:
        if size != self._size and not self._is_closed:
            self._size = size
            self._console.set_size(size.columns, size.rows)

    @override
    def drain(self) -> bytes:
        unread = bytes(self._unread[:_LARGEST_BURST])
        del self._unread[:_LARGEST_BURST]
        return unread

    @override
    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._receive = None
            self._may_read.set()
            self._console.close()

    def _read(self) -> None:
        """Read on this thread until the end, one burst ahead of whoever takes them."""
        while not self._is_closed:
            try:
                text = self._console.read()
            except Exception:  # noqa: BLE001 # pywinpty says the end of output with an error.
                break
            if text:
                self._tell(self._arrived, text.encode("utf-8", "replace"))
                self._may_read.wait()
        self._tell(self._finish)

    def _tell(self, what: Callable[..., None], *args: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *args)

    def _arrived(self, burst: bytes) -> None:
        self._unread += burst
        self._pass_on()

    def _finish(self) -> None:
        self._is_over = True
        try:
            code = self._console.get_exitstatus()
        except Exception:  # noqa: BLE001 # As above.
            code = None
        self._pass_on()
        self._ended(Lost("The console was closed.") if code is None else Exited(code))

    def _pass_on(self) -> None:
        while self._receive is not None and self._unread:
            self._receive(self.drain())
        if self._receive is not None and self._is_over:
            receive, self._receive = self._receive, None
            receive(b"")


class WindowsPtySpawner(PtySpawner, SessionFolder):
    """Starts programs in pseudo-consoles of this process."""

    def __init__(self, open_console: Callable[[int, int], Console] = open_console) -> None:
        self._open = open_console
        self._ptys: dict[str, WindowsPty] = {}

    @override
    async def spawn(self, spec: SpawnSpec, ended: Callable[[Exited | Lost], None]) -> Pty:
        session = spec.session.value
        if session in self._ptys:
            raise ProcessError(f"The session {session} exists already.")
        if not await asyncio.to_thread(Path(spec.cwd).is_dir):
            raise ProcessError(f"The folder {spec.cwd} does not exist.")
        block = environment_block(spec.environment)
        program = spec.command[0]
        console = self._open(spec.size.columns, spec.size.rows)
        try:
            line = command_line(spec.command[1:])
            started = await asyncio.to_thread(console.spawn, program, line, spec.cwd, block)
        except Exception as error:  # pywinpty raises an error class of its own.
            raise ProcessError(f"The program {program} could not be started: {error}") from error
        if not started:
            raise ProcessError(f"The program {program} was not found.")

        def over(status: Exited | Lost) -> None:
            self._ptys.pop(session, None)
            ended(status)

        pty = self._ptys[session] = WindowsPty(console, spec.size, over)
        return pty

    @override
    async def claim(self) -> Sequence[HeldProgram]:
        return ()  # Consoles end with the engine that opened them.

    @override
    def adopt(self, session: SessionId, ended: Callable[[Exited | Lost], None]) -> Pty:
        raise ProcessError(f"There is no session {session.short} to go on with.")

    @override
    async def stop(self, session: SessionId, *, force: bool) -> None:
        pty = self._ptys.get(session.value)
        if pty is None:
            return
        tree = await asyncio.to_thread(_tree_of, pty.pid)
        if not force:
            pty.close()
            loop = asyncio.get_running_loop()
            deadline = loop.time() + _STOP_AFTER_S
            while not pty.is_over and loop.time() < deadline:  # noqa: ASYNC110 # Rare, and short.
                await asyncio.sleep(0.02)
        await asyncio.to_thread(_kill, tree)

    @override
    def current(self, session: SessionId) -> str | None:
        pty = self._ptys.get(session.value)
        try:
            return None if pty is None else psutil.Process(pty.pid).cwd() or None
        except psutil.Error:
            return None

    @override
    def program(self, session: SessionId) -> str | None:
        return None  # A console has no program in front of the others.

    @override
    def front(self, session: SessionId) -> FrontProgram | None:
        del session
        return None


def _tree_of(pid: int) -> list[psutil.Process]:
    if pid <= 0:
        return []
    try:
        leader = psutil.Process(pid)
        return [leader, *leader.children(recursive=True)]
    except psutil.Error:
        return []


def _kill(tree: list[psutil.Process]) -> None:
    for process in tree:
        try:
            process.kill()  # psutil compares the start time first.
        except psutil.Error:
            continue
