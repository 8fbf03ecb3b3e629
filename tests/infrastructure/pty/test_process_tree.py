"""What a stop ends and what it leaves, with real programs that do all they can to be missed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from contracts.pty_spawner import Reader
from idea.domain.ids import SessionId
from idea.domain.ports.pty import Pty, SpawnSpec
from idea.domain.session_record import TERMINAL_LOST
from idea.domain.terminal import Exited, Lost, Size
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from idea.infrastructure.pty.marked_processes import LocalMarkedProcesses
from support.keepers import a_spawner, is_alive, keeper_pid
from support.running import becomes, on_a_loop

pytestmark = [pytest.mark.posix, pytest.mark.slow]

SESSION = SessionId("one")
JOB, NOHUP, DEAF, DEEP, ORPHAN, LEADER, INNER, DAEMON = map(str, range(1001, 1009))
TREE = {JOB, NOHUP, DEAF, DEEP, ORPHAN, LEADER, INNER}
STARTS = f"""
sleep {JOB} &
nohup sleep {NOHUP} >/dev/null 2>&1 &
(trap '' HUP; exec sleep {DEAF}) &
( ( ( (sleep {DEEP}) & wait ) & wait ) & wait ) &
(sleep {ORPHAN} &)
sh -c 'setsid sh -c "(sleep {INNER} &); trap : HUP; sleep {LEADER} & wait; wait" & wait' &
setsid sleep {DAEMON} &
"""


@dataclass
class Shell:
    """An interactive shell in a session, and the programs it left in many ways."""

    spawner: KeeperPtySpawner
    places: Places
    pty: Pty
    ends: list[Exited | Lost]
    home: str

    def sleepers(self) -> Mapping[str, int]:
        """Return the living programs by what they were asked to sleep."""
        found: dict[str, int] = {}
        for process in psutil.process_iter():
            try:
                if process.environ().get("IDEA_HOME") == self.home and is_alive(process.pid):
                    name, *rest = process.cmdline()
                    found |= {rest[0]: process.pid} if name == "sleep" else {}
            except (psutil.Error, ValueError):
                continue
        return found

    async def left(self) -> dict[str, SessionId]:
        """Return what is found by its mark, outside every tree."""
        marked = LocalMarkedProcesses(LocalProcesses(), self.home)
        return {
            each.arguments[0]: each.session
            for each in await marked.find()
            if each.program == "sleep"
        }


@asynccontextmanager
async def a_shell(home: Path) -> AsyncIterator[Shell]:
    """Give the shell once all of its programs run; whatever is left of them ends with the test."""
    async with a_spawner() as (spawner, places):
        ends: list[Exited | Lost] = []
        spec = SpawnSpec(
            session=SESSION,
            command=("bash", "--norc", "-i"),
            cwd="/",
            environment={
                "PATH": "/usr/bin:/bin",
                "TERM": "xterm",
                "HOME": "/",
                "IDEA_SESSION": SESSION.value,
                "IDEA_HOME": str(home),
            },
            size=Size(columns=80, rows=24),
        )
        pty = await spawner.spawn(spec, ends.append)
        Reader(pty)
        shell = Shell(spawner, places, pty, ends, str(home))
        try:
            await pty.write(STARTS.encode())
            await becomes(lambda: shell.sleepers().keys() == {*TREE, DAEMON}, "all programs")
            yield shell
        finally:
            pty.close()
            for pid in shell.sleepers().values():
                os.kill(pid, signal.SIGKILL)


@on_a_loop
async def test_a_stop_ends_the_whole_tree_and_leaves_daemons(tmp_path: Path) -> None:
    bystander = await asyncio.create_subprocess_exec("sleep", "1000")
    async with a_shell(tmp_path) as shell:
        await shell.spawner.stop(SESSION, force=False)

        await becomes(lambda: shell.ends, "the end")
        assert shell.sleepers().keys() == {DAEMON}
        assert await shell.left() == {DAEMON: SESSION}
        assert bystander.returncode is None
    bystander.kill()
    await bystander.wait()


@on_a_loop
async def test_a_shell_that_ends_by_itself_leaves_its_jobs_as_in_any_terminal(
    tmp_path: Path,
) -> None:
    async with a_shell(tmp_path) as shell:
        await shell.pty.write(b"exit\n")
        await shell.pty.write(b"exit\n")  # The first one asks about the jobs.

        await becomes(lambda: shell.ends == [Exited(0)], "the end")
        shell.pty.close()
        assert (await shell.left()).keys() == {*TREE, DAEMON}


@on_a_loop
async def test_a_lost_keeper_ends_nothing_that_ignores_a_hang_up(tmp_path: Path) -> None:
    async with a_shell(tmp_path) as shell:
        keeper = keeper_pid(shell.places)
        assert keeper is not None
        os.kill(keeper, signal.SIGKILL)

        await becomes(lambda: shell.ends == [Lost(TERMINAL_LOST)], "the loss")
        shell.pty.close()
        deaf = {NOHUP, DEAF, DAEMON}
        await becomes(lambda: shell.sleepers().keys() == deaf, "the hang-up")
        await shell.spawner.close()
        assert (await shell.left()).keys() == shell.sleepers().keys() == deaf
