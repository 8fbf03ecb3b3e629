"""Real programs that a session left behind, found by what they inherited."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import override

import psutil
import pytest

from contracts.marked_processes import ONE, MarkedProcessesContract
from idea.domain.ids import SessionId
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.marked_processes import LocalMarkedProcesses
from support.running import becomes, on_a_loop

pytestmark = pytest.mark.posix

PATH = "/usr/bin:/bin"


class Nursery:
    """Starts programs that are nobody's children, and ends them with the test."""

    def __init__(self, home: Path) -> None:
        self.home = str(home)
        self.started: list[int] = []

    def leave(self, script: str, session: str = ONE.value, **variables: str) -> list[int]:
        """Run a shell script in a session of its own; it prints the ids of what it leaves."""
        environment = {"PATH": PATH, "IDEA_SESSION": session, "IDEA_HOME": self.home}
        ran = subprocess.run(
            ["sh", "-c", script],
            env=environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=True,
        )
        left = [int(word) for word in ran.stdout.split()]
        self.started += left
        return left

    def end(self) -> None:
        """End what still runs."""
        for pid in self.started:
            try:
                process = psutil.Process(pid)
                for each in (*process.children(recursive=True), process):
                    each.kill()
            except psutil.Error:
                continue


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    one = Nursery(tmp_path / "idea")
    yield one
    one.end()


@pytest.fixture
def marked(nursery: Nursery) -> LocalMarkedProcesses:
    return LocalMarkedProcesses(LocalProcesses(), nursery.home)


LEAVE_SLEEP = "sleep 1000 >/dev/null & echo $!"


@pytest.mark.slow
class TestLocalMarkedProcesses(MarkedProcessesContract):
    @pytest.fixture
    @override
    def marked(self, nursery: Nursery) -> LocalMarkedProcesses:
        self._nursery = nursery
        return LocalMarkedProcesses(LocalProcesses(), nursery.home)

    @override
    def leave(self, session: SessionId, *, stubborn: bool = False) -> None:
        trap = "trap '' HUP; " if stubborn else ""
        family = f"{trap}sleep 1000 >/dev/null & echo $$ $!; exec >/dev/null; wait"
        self._nursery.leave('sh -c "$FAMILY" & exec >/dev/null', session.value, FAMILY=family)


async def pids(marked: LocalMarkedProcesses) -> list[int]:
    return sorted(each.process.pid for each in await marked.find())


@on_a_loop
async def test_a_program_is_told_as_the_system_does(
    nursery: Nursery, marked: LocalMarkedProcesses
) -> None:
    [pid] = nursery.leave("sleep 1000 >/dev/null & echo $!")
    await becomes(lambda: psutil.Process(pid).name() == "sleep", "the program")

    [found] = await marked.find()

    assert (found.program, found.arguments) == ("sleep", ("1000",))
    assert found.process == LocalProcesses().identify(pid)
    assert 0 < found.memory_bytes <= psutil.Process(pid).memory_info().rss


@on_a_loop
async def test_daemons_and_nohup_jobs_are_found(
    nursery: Nursery, marked: LocalMarkedProcesses
) -> None:
    nohup = nursery.leave("nohup sleep 1000 >/dev/null & echo $!")
    daemon = nursery.leave(
        "(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' &)"  # Its parent ends at once.
    )
    await becomes(
        lambda: [psutil.Process(pid).name() for pid in (*nohup, *daemon)] == ["sleep"] * 2, "both"
    )

    assert await pids(marked) == sorted([*nohup, *daemon])


@on_a_loop
async def test_what_cleared_its_environment_belongs_to_its_parent(
    nursery: Nursery, marked: LocalMarkedProcesses
) -> None:
    script = "sh -c 'echo $$; env -i sleep 1000 >/dev/null & echo $!; exec >/dev/null; wait' &"
    both = nursery.leave(script)
    await becomes(lambda: psutil.Process(both[1]).environ() == {}, "an empty environment")

    found = await marked.find()

    assert sorted(each.process.pid for each in found) == sorted(both)
    assert {each.session for each in found} == {ONE}


@on_a_loop
async def test_another_instances_sessions_are_not_ours(
    nursery: Nursery, marked: LocalMarkedProcesses, tmp_path: Path
) -> None:
    nursery.leave(LEAVE_SLEEP, IDEA_HOME=str(tmp_path / "other"))
    nursery.leave(LEAVE_SLEEP, IDEA_HOME="")
    ours = nursery.leave(LEAVE_SLEEP, IDEA_HOME=f"{nursery.home}/")

    assert await pids(marked) == ours


@on_a_loop
async def test_what_runs_below_a_keeper_or_below_us_is_held(
    nursery: Nursery, marked: LocalMarkedProcesses
) -> None:
    keeper = "import subprocess, sys; subprocess.run(['sleep', '1000'])"
    held = nursery.leave(
        f'{sys.executable} -c "{keeper}" idea.bootstrap.keeper >/dev/null & echo $!'
    )
    environment = {"PATH": PATH, "IDEA_SESSION": ONE.value, "IDEA_HOME": nursery.home}
    child = await asyncio.create_subprocess_exec("sleep", "1000", env=environment)
    try:
        await becomes(lambda: psutil.Process(held[0]).children(), "the program in the keeper")

        assert await pids(marked) == []
    finally:
        child.kill()
        await child.wait()


@on_a_loop
async def test_a_mark_that_names_no_session_is_none(
    nursery: Nursery, marked: LocalMarkedProcesses
) -> None:
    nursery.leave(LEAVE_SLEEP, "../../etc")

    assert await pids(marked) == []


@on_a_loop
async def test_sixty_levels_are_no_matter(nursery: Nursery, marked: LocalMarkedProcesses) -> None:
    deeper = '[ "$1" = 0 ] && exec sleep 1000; sh -c "$DEEPER" sh $(($1 - 1)) & wait'
    [top] = nursery.leave('sh -c "$DEEPER" sh 60 >/dev/null & echo $!', DEEPER=deeper)
    await becomes(lambda: len(psutil.Process(top).children(recursive=True)) == 60, "all of them")
    found = {each.process.pid: each.process for each in await marked.find()}
    assert len(found) == 61

    assert list(await marked.end([found[top]])) == []

    assert await pids(marked) == []
    assert os.getpid() not in found
