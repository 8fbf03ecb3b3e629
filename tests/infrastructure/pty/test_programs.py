"""Real programs in real terminals, through a real keeper."""

import asyncio
import hashlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from contracts.pty_spawner import Reader
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import SpawnSpec
from idea.domain.screen_look import DARK_LOOK, ScreenLook
from idea.domain.session_record import TERMINAL_LOST
from idea.domain.terminal import Exited, Lost, Size
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from idea.infrastructure.pty.posix_pty import PosixPty
from support.keepers import a_spawner, is_alive, keeper_pid
from support.running import becomes, on_a_loop

pytestmark = pytest.mark.posix

_VARIABLES = {"PATH": "/usr/bin:/bin", "TERM": "xterm", "PS1": "$ ", "HOME": "/"}


BLIND = DARK_LOOK._replace(cell_pixels=(0, 0))
"""What an engine knows of pixels that no window told."""


class Program:
    """One running program with everything it printed."""

    def __init__(self) -> None:
        self.ends: list[Exited | Lost] = []
        self.pty: PosixPty
        self.spawner: KeeperPtySpawner
        self.reader: Reader

    @property
    def output(self) -> str:
        return self.reader.output.decode(errors="replace")

    async def types(self, text: str) -> None:
        await self.pty.write(text.encode())

    async def is_at_work(self, name: str) -> None:
        """Wait until a program is in the foreground and has become itself."""
        await becomes(lambda: self._foreground() == name, f"{name} in the foreground")

    def _foreground(self) -> str:
        try:
            return str(psutil.Process(os.tcgetpgrp(self.pty.descriptor)).name())
        except psutil.Error:
            return ""

    async def prints(self, text: str) -> None:
        await becomes(lambda: text in self.output, f"{text!r} in {self.output[-500:]!r}")

    async def ends_with(self, status: Exited | Lost) -> None:
        await becomes(lambda: self.ends, f"the end after {self.output[-500:]!r}")
        assert self.ends == [status]


@asynccontextmanager
async def running(
    *command: str, cwd: str = "/", look: ScreenLook = BLIND
) -> AsyncIterator[Program]:
    async with a_spawner() as (spawner, _):
        spawner.dress(look)
        program = Program()
        program.spawner = spawner
        spec = SpawnSpec(
            session=SessionId("one"),
            command=command,
            cwd=cwd,
            environment=_VARIABLES,
            size=Size(columns=100, rows=30),
        )
        pty = await spawner.spawn(spec, program.ends.append)
        assert isinstance(pty, PosixPty)
        program.pty = pty
        program.reader = Reader(pty)
        try:
            yield program
        finally:
            pty.close()


@on_a_loop
async def test_a_megabyte_comes_through_whole() -> None:
    async with running("sh", "-c", "stty -opost; head -c 1048576 /dev/zero | tr '\\0' x") as it:
        await it.ends_with(Exited(0))
        await becomes(lambda: it.reader.is_over, "the end of output")

        assert hashlib.sha256(b"x" * 1048576).digest() == hashlib.sha256(it.reader.output).digest()
        assert max(map(len, it.reader.bursts)) <= 256 * 1024


@on_a_loop
async def test_a_megabyte_goes_in_whole() -> None:
    async with running("sh", "-c", "stty raw -echo; echo ready; head -c 1048576 | cksum") as it:
        await it.prints("ready")
        await it.pty.write(b"y" * 1048576)

        await it.prints(" 1048576")


@on_a_loop
async def test_a_write_that_waits_is_refused_when_the_terminal_is_closed() -> None:
    async with running("sh", "-c", "stty raw -echo; echo ready; sleep 1000") as it:
        await it.prints("ready")
        writing = asyncio.create_task(it.pty.write(b"z" * 1048576))
        await asyncio.sleep(0)
        await becomes(lambda: it.pty._writable is not None, "a full terminal")

        it.pty.close()

        with pytest.raises(ProcessError, match="is gone"):
            await writing


@on_a_loop
async def test_the_size_is_right_from_the_first_moment_and_after_each_change() -> None:
    counts = (
        "trap 'echo \"winch $(stty size)\"' WINCH; stty size; sleep 1000 & while :; do wait; done"
    )
    async with running("bash", "-c", counts) as it:
        await it.prints("30 100")
        it.pty.resize(Size(columns=100, rows=30))
        it.pty.resize(Size(columns=77, rows=20))
        await it.prints("winch 20 77")
        it.pty.resize(Size(columns=77, rows=20))
        it.pty.resize(Size(columns=78, rows=21))
        await it.prints("winch 21 78")

        assert it.output.count("winch") == 2


@on_a_loop
async def test_a_program_is_told_its_size_in_pixels() -> None:
    asks = (
        "import array, fcntl, signal, termios\n"
        "def tell():\n"
        "    size = array.array('H', [0] * 4)\n"
        "    fcntl.ioctl(0, termios.TIOCGWINSZ, size)\n"
        "    print('size', *size, flush=True)\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH}); tell()\n"
        "while signal.sigwait({signal.SIGWINCH}): tell()\n"
    )
    async with running(sys.executable, "-c", asks) as it:
        await it.prints("size 30 100 0 0")
        it.spawner.dress(DARK_LOOK._replace(cell_pixels=(9, 3000)))
        await it.prints("size 30 100 900 65535")
        it.spawner.dress(DARK_LOOK._replace(cell_pixels=(8, 18)))
        it.pty.resize(Size(columns=77, rows=20))
        await it.prints("size 20 77 616 360")
        assert it.output.count("size") == 3


@on_a_loop
async def test_a_program_knows_its_pixels_from_its_start() -> None:
    look = DARK_LOOK._replace(cell_pixels=(9, 20))
    asks = "import fcntl, termios; print(*fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8)))"
    async with running(
        "sh", "-c", f"while :; do {sys.executable} -c '{asks}'; done", look=look
    ) as it:
        await it.prints("30 0 100 0 132 3 88 2")


@on_a_loop
async def test_control_c_interrupts_what_runs_and_not_the_shell() -> None:
    async with running("bash", "--norc", "-i") as it:
        await it.prints("$ ")
        await it.types("sleep 1000; echo code $?\n")
        await it.is_at_work("sleep")
        await it.types("\x03")
        await it.is_at_work("bash")
        await it.types("echo still here $((1 + 1))\n")

        await it.prints("still here 2")


@on_a_loop
async def test_job_control_works() -> None:
    async with running("bash", "--norc", "-i") as it:
        await it.prints("$ ")
        await it.types("sleep 1000\n")
        await it.is_at_work("sleep")
        await it.types("\x1a")
        await it.prints("Stopped")
        await it.types("bg; jobs; kill %1; wait; echo done $((2 + 2))\n")

        await it.prints("Running")
        await it.prints("done 4")
        assert "no job control" not in it.output


@on_a_loop
async def test_a_program_owns_its_terminal_and_nothing_of_ours() -> None:
    looks = (
        "echo $(ls -1 /proc/self/fd); grep -E 'Sig(Ign|Blk)' /proc/self/status; tty; pwd;"
        "read -r _ _ _ _ _ leader _ foreground _ < /proc/$$/stat;"
        "echo foreground $foreground; echo leader $leader"
    )
    async with running("sh", "-c", looks, cwd="/usr") as it:
        await it.ends_with(Exited(0))
        await becomes(lambda: it.reader.is_over, "the end of output")
        open_files, ignored, blocked, terminal, *rest = it.output.splitlines()

        assert open_files == "0 1 2 3"  # 3 is the listing's own.
        # 32 and 33 belong to the C library, which lets nobody restore them.
        of_the_library = 1 << 31 | 1 << 32
        assert {int(mask[8:], 16) & ~of_the_library for mask in (ignored, blocked)} == {0}
        assert terminal.startswith("/dev/pts/")
        assert rest == ["/usr", f"foreground {it.pty.pid}", f"leader {it.pty.pid}"]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (("sh", "-c", "exit 0"), Exited(0)),
        (("sh", "-c", "exit 255"), Exited(255)),
        (("sh", "-c", "kill -TERM $$"), Exited(-15)),
        (("sh", "-c", "kill -KILL $$"), Exited(-9)),
        (("sh", "-c", "kill -PIPE $$"), Exited(-13)),
    ],
)
def test_how_it_ended_is_known(command: tuple[str, ...], status: Exited) -> None:
    async def scenario() -> None:
        async with running(*command) as it:
            await it.ends_with(status)

    on_a_loop(scenario)()


@pytest.fixture
def odd_files(tmp_path: Path) -> Path:
    (tmp_path / "plain").write_text("")
    script = tmp_path / "no-shebang"
    script.write_text("\x7fnothing")
    script.chmod(0o755)
    gone = tmp_path / "no-interpreter"
    gone.write_text("#!/does/not/exist\n")
    gone.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "cwd", "sentence"),
    [
        ("/does/not/exist", "/", "The program /does/not/exist does not exist."),
        ("nowhere-to-be-found", "/", "The program nowhere-to-be-found was not found in PATH."),
        ("/usr", "/", "/usr is a folder, not a program."),
        ("{tmp}/plain", "/", "You may not run {tmp}/plain."),
        ("./plain", "{tmp}", "You may not run {tmp}/./plain."),
        ("{tmp}/no-shebang", "/", "{tmp}/no-shebang could not be started: Exec format error."),
        (
            "{tmp}/no-interpreter",
            "/",
            "{tmp}/no-interpreter could not be started: No such file or directory.",
        ),
        ("true", "/does/not/exist", "The folder /does/not/exist does not exist."),
        ("true", "{tmp}/plain", "{tmp}/plain is not a folder."),
        ("true", "relative", "The folder relative is not an absolute path."),
        ("zero\0byte", "/", "The command, its folder or its environment contains a zero byte."),
        ("", "/", "There is no command to run."),
    ],
)
def test_what_cannot_start_is_one_sentence(
    odd_files: Path, command: str, cwd: str, sentence: str
) -> None:
    async def scenario() -> None:
        with pytest.raises(ProcessError) as caught:
            async with running(command.format(tmp=odd_files), cwd=cwd.format(tmp=odd_files)):
                raise AssertionError("it started")
        assert sentence.format(tmp=odd_files) == caught.value.sentence

    on_a_loop(scenario)()


@on_a_loop
async def test_bytes_that_are_no_text_reach_the_program() -> None:
    odd = os.fsdecode(b"caf\xe9\xff")
    async with running("sh", "-c", 'printf %s "$1" | od -An -tx1', "sh", odd) as it:
        await it.prints("63 61 66 e9 ff")


@on_a_loop
async def test_the_foreground_program_and_its_folder_are_known(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    async with a_spawner() as (spawner, _):
        session = SessionId("one")
        spec = SpawnSpec(
            session=session,
            command=("bash", "--norc", "-i"),
            cwd=str(tmp_path),
            environment=_VARIABLES,
            size=Size(columns=80, rows=24),
        )
        ends: list[Exited | Lost] = []
        pty = await spawner.spawn(spec, ends.append)
        Reader(pty)
        assert (spawner.current(session), spawner.program(session)) == (str(tmp_path), None)

        await pty.write(b"cd sub\n")
        await becomes(lambda: spawner.current(session) == str(tmp_path / "sub"), "the new folder")
        await pty.write(b"(cd /usr; exec sleep 1000)\n")
        await becomes(lambda: spawner.current(session) == "/usr", "the foreground's folder")
        assert spawner.program(session) == "sleep"

        await spawner.stop(session, force=False)
        await becomes(lambda: ends, "the end")
        assert (spawner.current(session), spawner.program(session)) == (None, None)
        assert spawner.current(SessionId("stranger")) is None
        pty.close()


@on_a_loop
async def test_a_keeper_that_dies_loses_its_sessions_and_another_serves_on() -> None:
    async with a_spawner() as (spawner, places):
        ends: list[Exited | Lost] = []
        spec = SpawnSpec(
            session=SessionId("one"),
            command=("sleep", "1000"),
            cwd="/",
            environment=_VARIABLES,
            size=Size(columns=80, rows=24),
        )
        pty = await spawner.spawn(spec, ends.append)
        keeper = keeper_pid(places)
        assert keeper is not None

        os.kill(keeper, signal.SIGKILL)

        await becomes(lambda: ends, "the loss")
        assert ends == [Lost(TERMINAL_LOST)]
        assert is_alive(pty.pid)  # Until all it printed was read, it hears of nothing.
        pty.close()
        await becomes(lambda: not is_alive(pty.pid), "the end of the orphan")
        again = await spawner.spawn(spec, ends.append)
        assert keeper_pid(places) not in (None, keeper)
        again.close()


@pytest.mark.slow
@on_a_loop
async def test_two_hundred_sessions_leave_nothing_in_the_keeper() -> None:
    async with a_spawner() as (spawner, places):

        async def one(number: int) -> None:
            ends: list[Exited | Lost] = []
            spec = SpawnSpec(
                session=SessionId(f"s{number}"),
                command=("true",),
                cwd="/",
                environment=_VARIABLES,
                size=Size(columns=80, rows=24),
            )
            pty = await spawner.spawn(spec, ends.append)
            Reader(pty)
            await becomes(lambda: ends, "the end")
            pty.close()

        await one(0)
        pid = keeper_pid(places)
        assert pid is not None
        keeper = psutil.Process(pid)
        before = (keeper.num_fds(), psutil.Process().num_fds())
        memory = keeper.memory_info().rss
        for batch in range(20):
            await asyncio.gather(*(one(1 + batch * 10 + number) for number in range(10)))

        await becomes(lambda: keeper.num_fds() <= before[0], "the keeper's descriptors")
        assert keeper.children() == []
        assert psutil.Process().num_fds() == before[1]
        assert keeper.memory_info().rss - memory < 2_000_000
        assert keeper.num_threads() == 1
