"""Session logs as files: private, bounded, and at home with torn tails and full disks."""

import asyncio
import errno
import os
import stat
from pathlib import Path
from typing import override

import pytest

from contracts.session_log import SIZE, SessionLogContract, a_checkpoint
from fakes.session_log import framed
from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ids import ClientId, ProjectId, SessionId
from idea.domain.ports.session_log import SessionLogs
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Holder, Output, Resize, encode_frame
from idea.domain.terminal import Size
from idea.infrastructure.logs import checkpoint_files, file_session_log, segments
from idea.infrastructure.logs.checkpoint_packing import packed
from idea.infrastructure.logs.file_session_log import FileSessionLogs

BLOCK = framed(Output(b"x" * 983))
assert len(BLOCK) == 1000


class TestFileSessionLog(SessionLogContract):
    @pytest.fixture(autouse=True)
    def kept(self, tmp_path: Path) -> None:
        self._folder = tmp_path / "logs"

    @override
    def logs(self) -> SessionLogs:
        return FileSessionLogs(self._folder, lambda _path, _reason: None)

    @override
    async def close(self, logs: SessionLogs) -> None:
        assert isinstance(logs, FileSessionLogs)
        await logs.close()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "logs" / "p" / "s"


@pytest.fixture
def run(tmp_path):
    """Run a scenario with a log of small segments; return what it returned and what failed."""

    def runner(scenario, **options):
        failures = []

        async def whole():
            limits = {"segment_bytes": 4000, "log_bytes": lambda: 20_000, "retry_s": 0.0} | options
            logs = FileSessionLogs(
                tmp_path / "logs", lambda _path, reason: failures.append(reason), **limits
            )
            log = logs.open(ProjectId("p"), SessionId("s"))
            try:
                return await scenario(log)
            finally:
                await log.close()
                await logs.close()

        return asyncio.run(whole()), failures

    return runner


def names(folder):
    """Name the files of a log, but for the mark that it was closed in order."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("whole-"))


def fill(log, count, start=0):
    for index in range(start, start + count):
        log.append(index * 1000, BLOCK)


def test_files_are_private_and_named_by_seq(run, folder):
    async def scenario(log):
        for index in range(9):
            log.append(index * 1000, BLOCK)
            await log.flush()
        log.save_checkpoint((a_checkpoint(5, CheckpointKind.NATIVE), a_checkpoint(5)))

    old = os.umask(0)
    try:
        run(scenario)
    finally:
        os.umask(old)
    assert [
        f"checkpoint-{5:020d}.native",
        f"checkpoint-{5:020d}.portable",
        f"stream-{0:020d}.records",
        f"stream-{4000:020d}.records",
        f"stream-{8000:020d}.records",
    ] == names(folder)
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_log_keeps_its_bound_and_drops_the_oldest(run, folder):
    async def scenario(log):
        fill(log, 100)
        with pytest.raises(NotFoundError):
            await log.read(0, 1)
        assert await log.read(99_000, 1) == BLOCK

    run(scenario)
    assert 20_000 >= sum(path.stat().st_size for path in folder.iterdir()) >= 16_000


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files here")
def test_a_flushed_log_keeps_no_file_open_and_goes_on(run, folder):
    def open_files():
        targets = [os.path.realpath(entry) for entry in Path("/proc/self/fd").iterdir()]
        return [target for target in targets if target.startswith(str(folder))]

    async def scenario(log):
        fill(log, 1)
        await log.flush()
        assert open_files() == []
        fill(log, 1, start=1)
        assert len(await log.read(0, 10_000)) == 2000

    run(scenario)


def test_pieces_follow_each_other_without_a_hole(run):
    async def scenario(log):
        fill(log, 10)
        return await log.pieces(), await log.read(5000, 10_000)

    (pieces, _), _ = run(scenario)
    assert [one.start for one in pieces] == [0, *(one.end for one in pieces[:-1])]
    assert pieces[-1].end == 10_000


def test_a_log_within_its_bound_keeps_what_came_before_its_checkpoints(run):
    async def scenario(log):
        for index in range(10):
            log.append(index * 1000, BLOCK)
            await log.flush()
            log.save_checkpoint((a_checkpoint(index * 1000),))
        return await log.read(0, 1)

    assert run(scenario)[0] == BLOCK


def test_checkpoints_count_towards_the_bound(run, folder):
    async def scenario(log):
        fill(log, 20)
        screen = os.urandom(9000)
        log.save_checkpoint((a_checkpoint(20_000, data=screen),))
        await log.flush()
        return sum(path.stat().st_size for path in folder.iterdir())

    assert 16_000 <= run(scenario)[0] <= 20_000


def test_large_checkpoints_cost_older_ones_but_never_the_records_after_them(run, folder):
    async def scenario(log):
        fill(log, 20)
        for seq in (12_000, 14_000, 16_000):
            log.save_checkpoint((a_checkpoint(seq, data=os.urandom(3000)),))
            await log.flush()
        return await log.read(16_000, 1), await log.contents()

    (record, contents), _ = run(scenario)
    assert (record, contents.checkpoints) == (BLOCK, (16_000,))
    sizes = [path.stat().st_size for path in folder.glob("stream-*")]
    assert 10_000 <= sum(sizes) <= 14_000
    assert len(list(folder.glob("checkpoint-*"))) == 1


def test_only_segments_that_matter_are_read_to_learn_what_a_full_log_holds(run, folder):
    """An engine that takes thirty sessions over has no time to read thirty full logs."""
    head = framed(Resize(SIZE), Holder(ClientId("a"), 3))
    parts = (head, BLOCK * 4, BLOCK * 4, head, BLOCK * 4)
    end = len(b"".join(parts))

    async def write(log):
        seq = 0
        for part in parts:
            log.append(seq, part)
            seq += len(part)
            await log.flush()
        log.save_checkpoint((a_checkpoint(end - 1000),))

    run(write)
    oldest = min(folder.glob("stream-*"))
    content = bytearray(oldest.read_bytes())
    content[-1] ^= 1
    oldest.write_bytes(content)

    async def look(log):
        return await log.contents()

    contents = run(look)[0]
    assert (contents.start, contents.end) == (0, end)
    assert (contents.size, contents.epoch) == (SIZE, 3)
    assert contents.checkpoints == (end - 1000,)


@pytest.mark.parametrize("cut", [1, 500, 999, 1000])
def test_a_torn_tail_is_cut_and_the_log_goes_on(run, folder, cut):
    async def write(log):
        fill(log, 2)

    run(write)
    path = folder / f"stream-{0:020d}.records"
    path.write_bytes(path.read_bytes()[:-cut])

    async def go_on(log):
        assert (await log.contents()).end == 1000
        fill(log, 1, start=1)
        return await log.read(0, 10_000)

    assert run(go_on)[0] == BLOCK * 2


def test_damage_in_the_middle_leaves_what_comes_after(run, folder):
    async def write(log):
        log.append(0, framed(Resize(Size(5, 5))).ljust(21, b"\0"))
        for index in range(8):
            log.append(21 + index * 1000, BLOCK)
            await log.flush()

    run(write)
    path = next(iter(sorted(folder.iterdir())))
    damaged = bytearray(path.read_bytes())
    damaged[1500] ^= 1
    path.write_bytes(damaged)

    async def read(log):
        assert await log.read(21, 10_000) == BLOCK
        with pytest.raises(NotFoundError, match="damaged"):
            await log.read(1021, 1)
        return await log.contents()

    contents = run(read)[0]
    assert (contents.start, contents.end, contents.base) == (4021, 8021, None)


def test_foreign_files_are_left_alone(run, folder):
    folder.mkdir(parents=True)
    (folder / "session.json").write_text("{}")
    (folder / "stream-1.records").write_text("not ours")

    async def scenario(log):
        fill(log, 1)
        return await log.contents()

    assert run(scenario)[0].end == 1000
    assert "stream-1.records" in names(folder)


def test_a_full_disk_stops_the_log_and_not_its_caller(run, monkeypatch):
    real = segments.write_all
    full = True

    def write(descriptor, content):
        if full:
            os.write(descriptor, content[:100])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor, content)

    async def scenario(log):
        nonlocal full
        log.append(0, BLOCK)
        await log.flush()
        log.append(1000, BLOCK)
        await log.flush()
        full = False
        log.append(2000, BLOCK)
        assert await log.read(2000, 100) == BLOCK
        with pytest.raises(NotFoundError):
            await log.read(0, 100)
        return await log.contents()

    monkeypatch.setattr(segments, "write_all", write)
    contents, failures = run(scenario)
    assert (contents.start, contents.end) == (2000, 3000)
    assert failures == ["the disk is full"]


def test_nobody_waits_for_a_full_disk(run, monkeypatch):
    def write(_descriptor, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    async def scenario(log):
        for index in range(3):
            told = asyncio.Event()
            log.append(index * 1000, BLOCK)
            if not log.is_written(told.set):
                async with asyncio.timeout(20):
                    await told.wait()

    monkeypatch.setattr(segments, "write_all", write)
    run(scenario, retry_s=60.0)


def test_a_log_that_lost_something_is_not_whole(run, monkeypatch):
    real = segments.write_all

    async def lose(log):
        fill(log, 2)
        await log.flush()
        monkeypatch.setattr(segments, "write_all", refuse)
        fill(log, 1, start=2)

    def refuse(_descriptor, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    async def look(log):
        return await log.contents()

    run(lose)
    monkeypatch.setattr(segments, "write_all", real)
    contents = run(look)[0]
    assert (contents.end, contents.is_whole) == (2000, False)


def test_what_was_begun_and_never_got_whole_is_not_used_again(run, folder):
    async def write(log):
        fill(log, 2)
        log.append(9000, BLOCK)

    async def look(log):
        return await log.contents()

    run(write)
    torn = folder / f"stream-{9000:020d}.records"
    torn.write_bytes(torn.read_bytes()[:40])
    contents = run(look)[0]
    assert (contents.end, contents.used, contents.is_whole) == (2000, 9000, False)


def test_after_a_failure_the_disk_is_left_alone_for_a_while(run, monkeypatch):
    tried = []

    def write(_descriptor, content):
        tried.append(len(content))
        raise OSError(errno.EIO, "Input/output error")

    async def scenario(log):
        for index in range(5):
            log.append(index * 1000, BLOCK)
            await log.flush()

    monkeypatch.setattr(segments, "write_all", write)
    _, failures = run(scenario, retry_s=1000.0)
    assert (tried, failures) == ([1000], ["Input/output error"])


def test_what_waits_for_a_slow_disk_is_bounded(run, monkeypatch):
    monkeypatch.setattr(file_session_log, "LARGEST_WAITING_BYTES", 3000)

    async def scenario(log):
        fill(log, 10)  # Without a pause, so that nothing can be written in between.
        assert log._waiting_bytes <= 3000
        await log.flush()
        log.append(50_000, BLOCK)
        return await log.read(50_000, 100)

    assert run(scenario)[0] == BLOCK


def test_only_the_last_two_checkpoints_are_kept(run, folder):
    async def scenario(log):
        for seq in (10, 20, 30, 40):
            log.save_checkpoint((a_checkpoint(seq), a_checkpoint(seq, CheckpointKind.NATIVE)))
            await log.flush()

    run(scenario)
    assert {f"checkpoint-{seq:020d}" for seq in (30, 40)} == {
        n.split(".")[0] for n in names(folder)
    }


def test_a_damaged_checkpoint_is_passed_over(run, folder):
    async def write(log):
        for seq in (10, 20):
            log.save_checkpoint((a_checkpoint(seq),))
            await log.flush()

    run(write)
    path = folder / f"checkpoint-{20:020d}.portable"
    whole = path.read_bytes()

    async def read(log):
        return await log.checkpoint("any")

    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert a_checkpoint(10) == checkpoint_files.CheckpointFiles(folder).newest("any")
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes((whole[place] ^ 1,)) + whole[place + 1 :])
        found = checkpoint_files.CheckpointFiles(folder).newest("any")
        # The head's spare bits and zlib's own header are all that may differ unnoticed.
        assert found in (a_checkpoint(10), a_checkpoint(20))
    path.write_bytes(whole)
    assert a_checkpoint(20) == run(read)[0]


def test_a_checkpoint_the_disk_refuses_is_kept_in_memory(run, folder, monkeypatch):
    def refuse(_path, _content, _temporary):
        raise OSError(errno.ENOSPC, "No space left on device")

    native = a_checkpoint(7, CheckpointKind.NATIVE)

    async def scenario(log):
        log.append(0, BLOCK)
        log.save_checkpoint((native, a_checkpoint(7)))
        found = [await log.checkpoint(core) for core in ("core 1", "")]
        return found, (await log.contents()).checkpoints

    monkeypatch.setattr(checkpoint_files, "replace_file", refuse)
    found, failures = run(scenario)
    assert ([native, a_checkpoint(7)], (7,)) == found
    assert failures == ["the disk is full"]
    assert [f"stream-{0:020d}.records"] == names(folder)


def test_a_failed_checkpoint_leaves_no_temporary_file(tmp_path, monkeypatch):
    def refuse(_descriptor, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", refuse)
    with pytest.raises(OSError, match="No space"):
        checkpoint_files.CheckpointFiles(tmp_path / "s").save(packed((a_checkpoint(1),), LOG_BYTES))
    assert names(tmp_path / "s") == []


def test_a_log_that_cannot_be_read_says_so(run, monkeypatch):
    def refuse(_self):
        raise PermissionError(errno.EACCES, "Permission denied")

    async def scenario(log):
        with pytest.raises(StoreError, match="cannot be read: it is not allowed"):
            await log.contents()

    monkeypatch.setattr(segments.Segments, "_look", refuse)
    run(scenario)


def test_reading_may_be_cancelled(run):
    async def scenario(log):
        fill(log, 5)
        task = asyncio.create_task(log.read(0, 10))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled(), await log.read(0, 10)

    assert run(scenario)[0] == (True, BLOCK)


def test_a_record_larger_than_what_was_asked_for_comes_whole(run):
    large = encode_frame(Output(b"y" * 200_000), 1)

    async def scenario(log):
        log.append(0, large + BLOCK)
        return await log.read(0, 10)

    assert large == run(scenario, log_bytes=lambda: 1_000_000)[0]
