"""Logs of sessions that flood: in memory first, and on disk what is left of it."""

import asyncio
import errno
import os
import threading
from pathlib import Path
from typing import override

import pytest

from contracts.session_log import SessionLogContract, a_checkpoint
from fakes.session_log import framed
from idea.domain.errors import NotFoundError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_log import SessionLogs
from idea.domain.stream.flood import Flood, LastSecond
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Output
from idea.infrastructure.logs import file_session_log, memory_place, segments
from idea.infrastructure.logs.file_session_log import FileSessionLogs
from idea.infrastructure.logs.memory_place import MemoryPlace, find_memory_place, is_memory
from idea.infrastructure.places import find_places
from support.running import becomes

pytestmark = pytest.mark.posix

BLOCK = framed(Output(b"x" * 983))
assert len(BLOCK) == 1000
PROJECT, SESSION = ProjectId("p"), SessionId("s")


def always(_together: LastSecond | None = None) -> Flood:
    """Call everything a flood."""
    return Flood(bytes_per_s=0)


def never(_together: LastSecond | None = None) -> Flood:
    """Call nothing a flood that these tests write."""
    return Flood()


class TestFloodedSessionLog(SessionLogContract):
    @pytest.fixture(autouse=True)
    def kept(self, tmp_path: Path) -> None:
        self._folder = tmp_path

    @override
    def logs(self) -> SessionLogs:
        return FileSessionLogs(
            self._folder / "logs",
            lambda _path, _reason: None,
            memory=MemoryPlace(self._folder / "memory", free_share=0.0),
            flood=always,
        )

    @override
    async def close(self, logs: SessionLogs) -> None:
        assert isinstance(logs, FileSessionLogs)
        await logs.close()


class Engine:
    """One engine's logs after another's over the same folders; each may die at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.disk = folder / "logs" / "p" / "s"
        self.memory = folder / "memory" / "p" / "s"
        self.failures: list[str] = []

    def run(self, scenario, *, dies=False, flood=always, **limits):
        """Run a scenario with the session's log; an engine that dies closes nothing."""
        place = {"session_bytes": 12_000, "free_share": 0.0} | limits

        async def whole():
            logs = FileSessionLogs(
                self.folder / "logs",
                lambda _path, reason: self.failures.append(reason),
                memory=MemoryPlace(self.folder / "memory", **place),
                flood=flood,
                segment_bytes=4000,
                log_bytes=lambda: 20_000,
                retry_s=0.0,
            )
            log = logs.open(PROJECT, SESSION)
            try:
                return await scenario(log)
            finally:
                if dies:
                    log._segments.release()  # As the kernel does.
                else:
                    await log.close()
                await logs.close()

        return asyncio.run(whole())

    def sweep(self, *live: SessionId) -> None:
        """Start an engine."""

        async def whole():
            memory = MemoryPlace(self.folder / "memory", free_share=0.0)
            logs = FileSessionLogs(self.folder / "logs", lambda _p, _r: None, memory=memory)
            await logs.sweep(set(live))
            await logs.close()

        asyncio.run(whole())


@pytest.fixture
def engine(tmp_path):
    return Engine(tmp_path)


def names(folder):
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("whole-"))


async def fill(log, count, start=0):
    for index in range(start, start + count):
        log.append(index * 1000, BLOCK)
        await settled(log)


async def settled(log):
    """Wait until everything appended left the process, as whoever reads a program does."""
    told = asyncio.Event()
    if not log.is_written(told.set):
        async with asyncio.timeout(60):
            await told.wait()


async def held(log, count, start=0):
    """Return which of the blocks can be read."""
    found = []
    for index in range(start, start + count):
        try:
            assert await log.read(index * 1000, 1) == BLOCK
        except NotFoundError:
            continue
        found.append(index)
    return found


def test_a_flood_is_logged_in_memory_only_and_outlives_the_engine(engine):
    async def print_much(log):
        await fill(log, 9)
        return names(engine.disk)

    async def look(log):
        return (await log.contents()).end, await held(log, 9)

    assert engine.run(print_much, dies=True) == []
    assert len(names(engine.memory)) == 3
    assert engine.run(look) == (9000, list(range(9)))
    assert len(names(engine.memory)) == 3  # Looking moves nothing.


def test_the_folder_in_memory_is_private(engine):
    async def scenario(log):
        await fill(log, 1)
        folders = [engine.memory, *engine.memory.parents[:2]]
        return [path.stat().st_mode & 0o777 for path in (*folders, *engine.memory.iterdir())]

    old = os.umask(0)
    try:
        assert engine.run(scenario) == [0o700, 0o700, 0o700, 0o600]
    finally:
        os.umask(old)


def test_an_engine_that_leaves_in_order_brings_everything_to_the_disk(engine):
    async def scenario(log):
        await fill(log, 9)
        log.save_checkpoint((a_checkpoint(5000), a_checkpoint(5000, CheckpointKind.NATIVE)))

    async def look(log):
        contents = await log.contents()
        return contents.is_whole, contents.end, await held(log, 9)

    engine.run(scenario)
    assert not (engine.folder / "memory").exists()
    assert engine.run(look) == (True, 9000, list(range(9)))


def test_what_is_left_of_a_flood_moves_to_the_disk_when_it_is_over(engine, monkeypatch):
    monkeypatch.setattr(file_session_log, "CALM_S", 0.01)
    monkeypatch.setattr("idea.domain.stream.flood.CALM_S", 0.01)

    async def scenario(log):
        await fill(log, 9)
        await becomes(lambda: not names(engine.memory), "the flood's end on disk")
        await fill(log, 2, start=9)
        return await held(log, 11)

    assert engine.run(scenario) == list(range(11))


def test_what_a_dead_engine_left_of_a_flood_moves_to_the_disk_when_another_goes_on(
    engine, monkeypatch
):
    monkeypatch.setattr(file_session_log, "CALM_S", 0.01)

    async def flood(log):
        await fill(log, 9)

    async def go_on(log):
        end = (await log.contents()).end
        log.append(end, BLOCK)
        await becomes(lambda: not names(engine.memory), "the flood's end on disk")
        return await held(log, 10)

    engine.run(flood, dies=True)
    assert engine.run(go_on, flood=never) == list(range(10))


def test_what_comes_before_the_older_checkpoint_of_a_flood_never_reaches_the_disk(engine):
    async def scenario(log):
        await fill(log, 11)
        for seq in (9000, 10_000):
            log.save_checkpoint((a_checkpoint(seq),))
            await log.contents()
        return await held(log, 11)

    assert engine.run(scenario) == [8, 9, 10]
    streams = [name for name in names(engine.disk) if name.startswith("stream")]
    assert streams == [f"stream-{8000:020d}.records"]


def test_without_room_what_a_newer_checkpoint_covers_goes_first(engine):
    async def scenario(log):
        await fill(log, 12)
        log.save_checkpoint((a_checkpoint(8500),))
        await log.contents()
        await fill(log, 8, start=12)
        return await held(log, 20), names(engine.disk)

    blocks, on_disk = engine.run(scenario)
    assert blocks == list(range(8, 20))
    assert [name for name in on_disk if name.startswith("stream")] == []


def test_without_room_and_checkpoint_a_flood_is_logged_on_disk(engine):
    async def scenario(log):
        await fill(log, 15)
        return await held(log, 15), len(names(engine.memory)), len(names(engine.disk))

    assert engine.run(scenario) == (list(range(15)), 3, 1)
    assert engine.failures == []


def test_all_logs_in_memory_have_a_bound_of_their_own(tmp_path):
    async def scenario():
        memory = MemoryPlace(tmp_path / "memory", all_bytes=5000, free_share=0.0)
        logs = FileSessionLogs(tmp_path / "logs", lambda _p, _r: None, memory=memory, flood=always)
        some = [logs.open(PROJECT, SessionId(name)) for name in ("a", "b")]
        for log in some:
            await fill(log, 4)
        sizes = [
            sum(path.stat().st_size for path in (tmp_path / "memory" / "p" / name).glob("*"))
            for name in ("a", "b")
        ]
        blocks = [await held(log, 4) for log in some]
        for log in some:
            await log.close()
        await logs.close()
        return sizes, blocks, memory._used_bytes

    assert asyncio.run(scenario()) == ([4000, 1000], [[0, 1, 2, 3]] * 2, 0)


@pytest.mark.parametrize("trouble", ["write", "folder", "link", "open", "file system"])
def test_a_memory_place_that_cannot_be_used_is_no_error(engine, monkeypatch, trouble):
    real = segments.write_all
    place = engine.folder / "memory"
    limits = {}

    def refuse(descriptor, content):
        if place in Path(f"/proc/self/fd/{descriptor}").readlink().parents:
            os.write(descriptor, content[:100])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor, content)

    match trouble:
        case "write":
            monkeypatch.setattr(segments, "write_all", refuse)
        case "folder":
            place.write_text("a file stands where the folder should be")
        case "link":
            (engine.folder / "elsewhere").mkdir(mode=0o700)
            place.symlink_to(engine.folder / "elsewhere")
        case "open":
            place.mkdir(mode=0o755)
        case "file system":
            limits = {"free_share": 1.1}

    async def scenario(log):
        await fill(log, 9)
        return await held(log, 9), len(names(engine.disk))

    if trouble == "write" and not Path("/proc/self/fd").is_dir():
        pytest.skip("no list of open files here")
    assert engine.run(scenario, **limits) == (list(range(9)), 3)
    assert engine.failures == []


def test_a_flood_is_written_at_once_though_the_log_thread_is_at_other_work(engine):
    async def scenario(log):
        await fill(log, 1)
        goes_on = threading.Event()
        log._thread.run(goes_on.wait)
        try:
            log.append(1000, BLOCK)
            written = log.is_written(lambda: None)
            size = sum((engine.memory / name).stat().st_size for name in names(engine.memory))
        finally:
            goes_on.set()
        return written, size, await held(log, 2)

    assert engine.run(scenario) == (True, 2000, [0, 1])


def test_a_flood_waits_its_turn_while_files_are_being_moved(engine):
    async def scenario(log):
        await fill(log, 1)
        with log._segments._changing:
            log.append(1000, BLOCK)
            written = log.is_written(lambda: None)
            log.append(2000, BLOCK)
        await settled(log)
        return written, await held(log, 3)

    assert engine.run(scenario) == (False, [0, 1, 2])


def test_what_memory_refuses_at_once_reaches_the_disk(engine, monkeypatch):
    async def scenario(log):
        await fill(log, 1)
        real, refusals = segments.write_all, iter([OSError(errno.ENOSPC, "No space left")] * 2)

        def refuse_twice(descriptor, content):
            for refusal in refusals:
                os.write(descriptor, content[:100])
                raise refusal
            real(descriptor, content)

        monkeypatch.setattr(segments, "write_all", refuse_twice)
        await fill(log, 3, start=1)
        return await held(log, 4), len(names(engine.memory)), len(names(engine.disk))

    assert engine.run(scenario) == ([0, 1, 2, 3], 1, 1)
    assert engine.failures == []


def test_a_full_disk_does_not_stop_a_flood_s_log(engine, monkeypatch):
    def refuse(_path, _content, _temporary):
        raise OSError(errno.ENOSPC, "No space left on device")

    async def flood(log):
        await fill(log, 9)

    monkeypatch.setattr(segments, "replace_file", refuse)
    engine.run(flood)
    assert engine.failures == ["the disk is full"]
    monkeypatch.undo()
    engine.disk.mkdir(parents=True, exist_ok=True)
    engine.sweep()
    assert names(engine.memory) == []
    assert engine.run(lambda log: held(log, 9)) == list(range(9))


def test_a_reboot_amid_a_flood_leaves_the_last_checkpoint_the_disk_was_given(engine):
    async def scenario(log):
        await fill(log, 2)
        for seq in (2000, 5000, 8000):
            await fill(log, 3, start=seq // 1000)
            log.save_checkpoint((a_checkpoint(seq), a_checkpoint(seq, CheckpointKind.NATIVE)))
            await log.contents()
        return (await log.contents()).checkpoints, (await log.checkpoint("")).seq

    async def look(log):
        found = await log.checkpoint("core 1")
        return await log.contents(), found.seq

    assert engine.run(scenario, dies=True) == ((5000, 8000), 8000)
    for path in engine.memory.iterdir():
        path.unlink()
    contents, seq = engine.run(look)
    assert (contents.end, contents.checkpoints, seq) == (0, (2000,), 2000)


def test_memory_that_was_emptied_under_a_living_log_is_a_hole(engine):
    async def scenario(log):
        await fill(log, 5)
        for path in engine.memory.iterdir():
            path.unlink()
        lost = await held(log, 5)
        await fill(log, 4, start=5)
        return lost, await held(log, 9)

    lost, found = engine.run(scenario)
    assert lost == []
    assert set(found) <= {5, 6, 7, 8}
    assert 8 in found


def test_what_dead_sessions_left_is_swept_and_what_living_ones_left_is_not(engine):
    async def flood(log):
        await fill(log, 3)
        log.save_checkpoint((a_checkpoint(2000),))
        await log.contents()

    engine.run(flood, dies=True)
    for other in ("gone", "live"):
        folder = engine.folder / "memory" / "p" / other
        folder.mkdir()
        (folder / f"stream-{0:020d}.records").write_bytes(BLOCK)
    (engine.folder / "logs" / "p" / "live").mkdir()
    engine.sweep(SessionId("live"))
    assert [path.name for path in (engine.folder / "memory" / "p").iterdir()] == ["live"]
    assert names(engine.disk)[-1] == f"stream-{0:020d}.records"
    assert engine.run(lambda log: held(log, 3)) == [0, 1, 2]


def test_a_mover_that_died_between_two_places_leaves_one_log(engine):
    async def flood(log):
        await fill(log, 9)

    async def go_on(log):
        log.append(9000, BLOCK)
        return await held(log, 10)

    engine.run(flood, dies=True)
    engine.disk.mkdir(parents=True, exist_ok=True)
    first, second, _ = sorted(engine.memory.iterdir())
    (engine.disk / first.name).write_bytes(first.read_bytes())
    (engine.disk / second.name).write_bytes(second.read_bytes()[:-1])
    (engine.disk / f".{second.name}.{2**22}.00000000.tmp").write_bytes(b"half")
    assert engine.run(go_on, flood=never) == list(range(10))
    assert sum(path.stat().st_size for path in engine.disk.glob("*")) == 10_000
    assert not list(engine.disk.glob(".*"))


def test_other_sessions_are_written_while_a_flood_moves(tmp_path, monkeypatch):
    monkeypatch.setattr(file_session_log, "CALM_S", 0.01)
    monkeypatch.setattr("idea.domain.stream.flood.CALM_S", 0.01)
    order, go = [], threading.Event()
    real = segments.replace_file

    def note(path, content, temporary):
        go.wait(60)
        order.append("moved")
        real(path, content, temporary)

    monkeypatch.setattr(segments, "replace_file", note)

    async def scenario():
        memory = MemoryPlace(tmp_path / "memory", free_share=0.0)
        logs = FileSessionLogs(
            tmp_path / "logs", lambda _p, _r: None, memory=memory, flood=always, segment_bytes=1000
        )
        flooded, quiet = (logs.open(PROJECT, SessionId(name)) for name in ("a", "b"))
        await fill(flooded, 8)
        jobs = flooded._thread._executor._work_queue
        await becomes(lambda: jobs.empty() and flooded._calm is None, "the beginning of the move")
        quiet.append(0, BLOCK)
        go.set()
        await settled(quiet)
        order.append("quiet one written")
        await flooded.close()
        await quiet.close()
        await logs.close()

    asyncio.run(scenario())
    assert order.index("quiet one written") < 8


def test_a_memory_file_system_is_told_from_a_folder(tmp_path):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 0:20 / / rw - ext4 /dev/vda rw\n"
        "23 22 0:21 / /dev/shm rw,nosuid shared:3 - tmpfs tmpfs rw,size=1g\n"
        "24 22 0:22 / /mnt/over rw - tmpfs tmpfs rw\n"
        "25 24 0:23 / /mnt/over rw - ext4 /dev/vdb rw\n"
    )
    asked = ("/dev/shm", "/mnt/over", "/dev", "/")
    assert [is_memory(Path(path), mounts) for path in asked] == [True, False, False, False]
    assert not is_memory(Path("/dev/shm"), tmp_path / "absent")


def test_a_system_without_a_memory_file_system_has_no_place(monkeypatch):
    monkeypatch.setattr(memory_place, "_KINDS", frozenset())
    assert find_memory_place(find_places()) is None
