"""The keeper as a process: whom it serves, what it survives, when it leaves."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.ports.pty import SpawnSpec
from idea.domain.session_record import TERMINAL_LOST
from idea.domain.terminal import Exited, Lost, Size
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_connection import KeeperConnection
from idea.infrastructure.pty.keeper_protocol import LONGEST_LINE
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner
from idea.infrastructure.pty.keeper_start import connect_to_keeper
from support.keepers import a_spawner, end_keeper, is_alive, keeper_pid, short_places
from support.running import becomes, on_a_loop

pytestmark = pytest.mark.posix

_A_SLEEP = {
    "op": "spawn",
    "session": "one",
    "argv": ["sleep", "1000"],
    "cwd": "/",
    "env": {"PATH": "/usr/bin:/bin"},
    "columns": 80,
    "rows": 24,
}


class Talker:
    """Talks to a keeper without any manners."""

    def __init__(self, places: Places) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(30)
        self.socket.connect(str(places.keeper_socket))
        self._rest = b""

    def send(self, line: bytes) -> None:
        self.socket.sendall(line)

    def hears(self) -> dict[str, object]:
        """Return the next line, descriptors closed, empty at the end."""
        while b"\n" not in self._rest:
            try:
                received, descriptors, _, _ = socket.recv_fds(self.socket, 65536, 16)
            except ConnectionError:
                return {}
            for descriptor in descriptors:
                os.close(descriptor)
            if not received:
                return {}
            self._rest += received
        line, _, self._rest = self._rest.partition(b"\n")
        answer: dict[str, object] = json.loads(line)
        return answer

    def asks(self, **message: object) -> dict[str, object]:
        self.send(json.dumps({"id": 1, **message}).encode() + b"\n")
        return self.hears()

    def greets(self) -> dict[str, object]:
        return self.asks(op="hello", versions=[1, 1])


@contextmanager
def a_keeper(*, grace_s: float = 60.0) -> Iterator[Places]:
    """Give a running keeper without an engine."""
    with short_places() as places:

        async def start() -> None:
            (await connect_to_keeper(places, grace_s=grace_s)).close()

        asyncio.run(start())
        yield places


@contextmanager
def talking(places: Places) -> Iterator[Talker]:
    talker = Talker(places)
    try:
        yield talker
    finally:
        talker.socket.close()


def test_it_is_ready_soon_and_small() -> None:
    with short_places() as places:
        places.prepare()
        began = time.monotonic()
        asyncio.run(connect_to_keeper(places)).close()
        took_s = time.monotonic() - began
        pid = keeper_pid(places)

        assert pid is not None
        assert psutil.Process(pid).memory_info().rss < 20_000_000
        assert took_s < 30  # 0.07 s on an idle machine.


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"nonsense\n", "This line is no JSON."),
        (b"\xff\xfe\x00\n", "This line is no JSON."),
        (b"[" * 100_000 + b"\n", "This line is no JSON."),
        (b"[1]\n", "This line is no JSON object."),
        (b"\n", "This line is no JSON."),
        (b"{}\n", "This keeper does not know what is asked."),
        (b'{"op": ["spawn"]}\n', "This keeper does not know what is asked."),
        (b'{"op": "spawn"}\n', "`session` is not text."),
        (b'{"op": "spawn", "session": "a", "argv": "ls"}\n', "`argv` is not a list of text."),
        (
            b'{"op": "spawn", "session": "a", "argv": ["ls"], "cwd": "/", "env": []}\n',
            "`env` is not a mapping of text.",
        ),
        (b'{"op": "signal", "session": "a", "signal": "KILL"}\n', "`signal` is not a number."),
        (b'{"op": "signal", "session": "a", "signal": 9}\n', "There is no session a."),
        (b'{"op": "forget", "session": "a"}\n', "There is no session a."),
        (b'{"op": "hello", "versions": [7, 9]}\n', "Keeper and engine speak no common version."),
        (b'{"op": "hello", "versions": 1}\n', "A hello names the oldest and newest version."),
    ],
)
def test_a_bad_message_is_answered_in_one_sentence(line: bytes, sentence: str) -> None:
    with a_keeper() as places, talking(places) as talker:
        assert talker.greets()["ok"]

        talker.send(line)

        answer = talker.hears()
        assert (False, sentence) == (answer["ok"], answer["error"])
        assert talker.asks(op="list")["count"] == 0


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"columns": 0}, "`columns` is not between 1 and 10000."),
        ({"rows": 10**9}, "`rows` is not between 1 and 10000."),
        ({"argv": []}, "There is no command to run."),
        ({"argv": ["a\0b"]}, "The command, its folder or its environment contains a zero byte."),
        ({"argv": ["\ud800"]}, "The command or its environment is no text."),
        ({"env": {"A=B": "c"}}, "A variable of the environment has no possible name."),
        ({"env": {"": "c"}}, "A variable of the environment has no possible name."),
        ({"env": {"A": "x" * 4_000_000}}, "/bin/sleep could not be started: Arg"),
    ],
)
def test_what_exec_would_choke_on_is_refused(changed: dict[str, object], sentence: str) -> None:
    message = {**_A_SLEEP, **changed}
    with a_keeper() as places, talking(places) as talker:
        talker.greets()

        answer = talker.asks(**message)

        assert answer["ok"] is False
        assert str(answer["error"]).startswith(sentence)
        assert talker.asks(op="list")["count"] == 0
        keeper = keeper_pid(places)
        assert keeper is not None
        assert psutil.Process(keeper).children() == []


def test_an_endless_line_ends_the_connection_and_nothing_else() -> None:
    def send_too_much(talker: Talker) -> None:
        for _ in range(LONGEST_LINE // 65536 + 64):
            talker.send(b"x" * 65536)

    with a_keeper() as places:
        with talking(places) as talker:
            talker.greets()
            pid = talker.asks(**_A_SLEEP)["pid"]
            with pytest.raises(OSError, match=r"reset|Broken pipe"):
                send_too_much(talker)
        with talking(places) as talker:
            assert talker.greets()["sessions"] == 1
            assert isinstance(pid, int)
            assert is_alive(pid)


@pytest.mark.slow
def test_only_one_engine_is_served_and_the_silent_are_dropped() -> None:
    with a_keeper() as places, talking(places) as engine:
        assert engine.greets()["ok"]
        with talking(places) as second, talking(places) as silent:
            assert second.greets()["error"] == "Another engine is connected."
            assert second.asks(op="list")["error"] == "Say hello first."
            assert silent.hears() == {}
        assert engine.asks(op="list")["ok"]


def test_a_thousand_connections_do_not_hurt() -> None:
    with a_keeper() as places, talking(places) as engine:
        engine.greets()
        for _ in range(200):
            crowd = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(5)]
            for one in crowd:
                one.connect(str(places.keeper_socket))
            for one in crowd:
                one.close()

        assert engine.asks(op="list")["ok"]


def test_an_engine_that_comes_back_in_time_finds_its_sessions() -> None:
    with a_keeper() as places:
        with talking(places) as engine:
            engine.greets()
            pid = engine.asks(**_A_SLEEP)["pid"]
        with talking(places) as engine:
            assert engine.greets()["sessions"] == 1
            held = engine.asks(op="list")

            assert held["held"] == {"session": "one", "pid": pid, "code": None}
            assert (held["fds"], engine.hears()["count"]) == (1, 1)
            assert engine.asks(op="signal", session="one", signal=15)["ok"]
            exited = engine.hears()
            assert exited == {"event": "exited", "session": "one", "code": -15}
            assert engine.asks(op="forget", session="one")["ok"]
            assert engine.asks(op="list")["count"] == 0


def test_how_a_session_ended_while_nobody_was_there_is_told_later() -> None:
    with a_keeper() as places:
        with talking(places) as engine:
            engine.greets()
            pid = engine.asks(**_A_SLEEP)["pid"]
            assert isinstance(pid, int)
        os.kill(pid, 9)
        asyncio.run(becomes(lambda: not is_alive(pid), "the end"))
        with talking(places) as engine:
            engine.greets()

            assert engine.asks(op="list")["held"] == {"session": "one", "pid": pid, "code": -9}


def test_it_leaves_when_the_last_engine_left_nothing_behind() -> None:
    with a_keeper() as places:
        pid = keeper_pid(places)
        assert pid is not None
        with talking(places) as engine:
            engine.greets()

        asyncio.run(becomes(lambda: not is_alive(pid), "its leave"))
        assert not places.keeper_socket.exists()


def test_it_leaves_when_no_engine_ever_comes() -> None:
    with a_keeper(grace_s=0.1) as places:
        pid = keeper_pid(places)

        asyncio.run(becomes(lambda: pid is None or not is_alive(pid), "its leave"))


@pytest.mark.slow
def test_it_waits_for_an_engine_as_long_as_a_program_lives_and_a_grace_time_more() -> None:
    with a_keeper(grace_s=0.05) as places:
        keeper = keeper_pid(places)
        assert keeper is not None
        with talking(places) as engine:
            engine.greets()
            pid = engine.asks(**_A_SLEEP)["pid"]
            assert isinstance(pid, int)

        # Many grace times without anybody: nothing tells when something does not happen.
        threading.Event().wait(0.5)
        assert (is_alive(keeper), is_alive(pid)) == (True, True)
        with talking(places) as engine:
            assert engine.greets()["sessions"] == 1
        os.kill(pid, signal.SIGKILL)

        asyncio.run(becomes(lambda: not is_alive(keeper), "its leave"))


@pytest.mark.slow
def test_programs_block_while_no_engine_reads_and_the_keeper_stays_small() -> None:
    flood = {**_A_SLEEP, "argv": ["sh", "-c", "while :; do echo flood; done"]}
    with a_keeper() as places:
        keeper = keeper_pid(places)
        assert keeper is not None
        with talking(places) as engine:
            engine.greets()
            pid = engine.asks(**flood)["pid"]
            assert isinstance(pid, int)
        before = psutil.Process(keeper).memory_info().rss
        program = psutil.Process(pid)
        asyncio.run(becomes(lambda: program.status() == psutil.STATUS_SLEEPING, "its block"))

        worked = program.cpu_times().user
        threading.Event().wait(0.3)
        assert program.cpu_times().user == worked
        assert psutil.Process(keeper).memory_info().rss - before < 1_000_000


def test_without_pidfds_ends_are_noticed_as_well() -> None:
    script = (
        "import os, sys; del os.pidfd_open;"
        "from idea.bootstrap.keeper import main; sys.exit(main(sys.argv[1:]))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with short_places() as places:
        places.prepare()
        where = (str(places.keeper_socket), str(places.keeper_lock), "60")
        subprocess.run([sys.executable, "-c", script, *where], check=True, env=environment)
        with talking(places) as engine:
            engine.greets()
            for session, code in (("one", 3), ("two", 4)):
                argv = ["sh", "-c", f"exit {code}"]
                assert engine.asks(**{**_A_SLEEP, "session": session, "argv": argv})["ok"]
                exited = {"event": "exited", "session": session, "code": code}
                assert engine.hears() == exited


def test_a_keeper_that_is_asked_to_leave_hangs_up_at_once() -> None:
    with a_keeper() as places, talking(places) as engine:
        keeper = keeper_pid(places)
        assert keeper is not None
        engine.greets()
        pid = engine.asks(**_A_SLEEP)["pid"]
        assert isinstance(pid, int)

        os.kill(keeper, 15)

        asyncio.run(becomes(lambda: not is_alive(keeper), "its leave"))
        assert not is_alive(pid)
        assert engine.hears()["code"] == -1


@pytest.mark.slow
def test_what_ignores_the_hang_up_is_killed() -> None:
    stubborn = {**_A_SLEEP, "argv": ["sh", "-c", "trap '' HUP; echo ready; sleep 1000 & wait"]}
    with a_keeper() as places:
        keeper = keeper_pid(places)
        assert keeper is not None
        with talking(places) as engine:
            engine.greets()
            pid = engine.asks(**stubborn)["pid"]
            assert isinstance(pid, int)
            leader = psutil.Process(pid)
            asyncio.run(becomes(leader.children, "its program"))

        os.kill(keeper, signal.SIGTERM)
        asyncio.run(becomes(lambda: not is_alive(keeper), "its leave"))
        assert not is_alive(pid)


@pytest.mark.slow
@on_a_loop
async def test_twenty_engines_at_once_start_one_keeper() -> None:
    with short_places() as places:
        sockets = await asyncio.gather(*(connect_to_keeper(places) for _ in range(20)))
        keeper = keeper_pid(places)
        for one in sockets:
            one.close()

        running = [
            process.pid
            for process in psutil.process_iter()
            if is_alive(process.pid) and str(places.keeper_lock) in process.cmdline()
        ]
        assert running == [keeper]


@on_a_loop
async def test_a_keeper_that_cannot_listen_says_why() -> None:
    with short_places() as places:
        places.prepare()
        places.keeper_socket.mkdir()

        with pytest.raises(ProcessError, match=r"The keeper cannot listen at .*: Is a directory"):
            await connect_to_keeper(places)


@pytest.mark.slow
@on_a_loop
async def test_an_engine_killed_while_sessions_run_leaves_them_to_the_keeper() -> None:
    with short_places() as places:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "IDEA_TEST_BASE": str(places.data.parent),
        }
        engine = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _AN_ENGINE, env=environment, stdout=subprocess.PIPE
        )
        assert engine.stdout is not None
        pid = int(await engine.stdout.readline())
        engine.kill()
        await engine.communicate()
        assert is_alive(pid)

        spawner = KeeperPtySpawner(places, LocalProcesses())
        (held,) = await spawner.claim()
        ends: list[Exited | Lost] = []
        pty = spawner.adopt(SessionId("one"), ends.append)
        assert (held.pid, held.command[-1], is_alive(pid)) == (pid, "1000", True)
        await spawner.stop(SessionId("one"), force=False)
        await becomes(lambda: ends, "its end")
        assert ends == [Exited(-1)]
        pty.close()
        await spawner.close()
        end_keeper(places)


@on_a_loop
async def test_two_engines_never_own_one_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("idea.infrastructure.pty.keeper_spawner._CONNECT_WITHIN_S", 0.2)
    async with a_spawner() as (first, places):
        pty = await first.spawn(_spec("one"), lambda _: None)
        second = KeeperPtySpawner(places, LocalProcesses())

        with pytest.raises(ProcessError, match="Another engine is connected"):
            await second.claim()
        monkeypatch.setattr("idea.infrastructure.pty.keeper_spawner._CONNECT_WITHIN_S", 60.0)
        claiming = asyncio.create_task(second.claim())
        await asyncio.sleep(0.1)
        assert not claiming.done()
        await first.close()

        assert [held.pid for held in await claiming] == [pty.pid]
        await second.close()


@on_a_loop
async def test_a_keeper_that_dies_between_claim_and_adoption_is_told_of() -> None:
    async with a_spawner() as (first, places):
        pid = (await first.spawn(_spec("one"), lambda _: None)).pid
        await first.close()
        second = KeeperPtySpawner(places, LocalProcesses())
        await second.claim()
        keeper = keeper_pid(places)
        assert keeper is not None
        os.kill(keeper, signal.SIGKILL)
        await becomes(lambda: not is_alive(keeper), "its death")
        ends: list[Exited | Lost] = []

        pty = second.adopt(SessionId("one"), ends.append)

        await becomes(lambda: ends, "the loss")
        assert ends == [Lost(TERMINAL_LOST)]
        pty.close()
        await becomes(lambda: not is_alive(pid), "the end of what it held")
        assert list(await second.claim()) == []
        await second.close()


def _spec(session: str) -> SpawnSpec:
    return SpawnSpec(
        session=SessionId(session),
        command=("sleep", "1000"),
        cwd="/",
        environment={"PATH": "/usr/bin:/bin"},
        size=Size(columns=80, rows=24),
    )


_AN_ENGINE = """
import asyncio, os
from pathlib import Path
from idea.domain.ids import SessionId
from idea.domain.ports.pty import SpawnSpec
from idea.domain.terminal import Size
from idea.infrastructure.places import Places
from idea.infrastructure.processes import LocalProcesses
from idea.infrastructure.pty.keeper_spawner import KeeperPtySpawner

async def main():
    base = Path(os.environ["IDEA_TEST_BASE"])
    places = Places(data=base / "data", state=base / "state", runtime=base / "run")
    spawner = KeeperPtySpawner(places, LocalProcesses())
    spec = SpawnSpec(session=SessionId("one"), command=("sleep", "1000"), cwd="/",
                     environment={"PATH": "/usr/bin:/bin"}, size=Size(columns=80, rows=24))
    pty = await spawner.spawn(spec, print)
    print(pty.pid, flush=True)
    await asyncio.sleep(1000)

asyncio.run(main())
"""


@on_a_loop
async def test_a_keeper_can_be_there_before_a_session_and_leaves_unused() -> None:
    async with a_spawner(grace_s=600) as (spawner, places):
        await spawner.get_ready()
        pid = keeper_pid(places)
        assert pid is not None
        assert is_alive(pid)
        await spawner.close()
        await becomes(lambda: not is_alive(pid), "the leave of a keeper that nobody used")


@on_a_loop
async def test_a_keeper_that_cannot_start_is_for_the_first_session_to_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    async with a_spawner() as (spawner, places):
        await spawner.get_ready()
        assert keeper_pid(places) is None


@on_a_loop
async def test_a_cancelled_start_leaves_nothing_running() -> None:
    async with a_spawner() as (spawner, places):
        spec = SpawnSpec(
            session=SessionId("one"),
            command=("sleep", "1000"),
            cwd="/",
            environment={"PATH": "/usr/bin:/bin"},
            size=Size(columns=80, rows=24),
        )
        warm = await spawner.spawn(
            SpawnSpec(
                session=SessionId("zero"),
                command=("sleep", "1000"),
                cwd="/",
                environment=spec.environment,
                size=spec.size,
            ),
            lambda _: None,
        )
        starting = asyncio.create_task(spawner.spawn(spec, lambda _: None))
        await asyncio.sleep(0)
        starting.cancel()
        await asyncio.wait([starting])
        keeper = keeper_pid(places)
        assert keeper is not None

        await becomes(
            lambda: [child.pid for child in psutil.Process(keeper).children()] == [warm.pid],
            "the end of the unwanted program",
        )
        warm.close()


@on_a_loop
async def test_requests_under_way_fail_when_the_keeper_goes() -> None:
    with short_places() as places:
        lost: list[bool] = []
        connected = await connect_to_keeper(places)
        connection = KeeperConnection(connected, lambda *_: None, lambda: lost.append(True))
        await connection.greet()
        os.kill(connection.keeper_pid, 9)

        with pytest.raises(ProcessError, match="The keeper, which holds the terminals, stopped"):
            await connection.list()

        assert (lost, connection.is_closed) == ([True], True)
        with pytest.raises(ProcessError, match="stopped"):
            await connection.list()


def test_a_keeper_whose_log_is_on_a_full_disk_says_nothing_and_lives() -> None:
    program = "from idea.bootstrap.keeper import _Log; _Log()('a sentence')"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stderr=full, timeout=60, check=False)
    assert done.returncode == 0
