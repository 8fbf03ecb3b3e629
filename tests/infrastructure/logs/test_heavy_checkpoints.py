"""Checkpoints of any weight: the log keeps its bound, and a screen that can be shown again."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.session_log import a_checkpoint
from fakes.session_log import framed
from idea.domain.ids import ProjectId, SessionId
from idea.domain.stream.flood import Flood
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Output
from idea.infrastructure.logs import file_session_log, private_files, segments
from idea.infrastructure.logs.file_session_log import FileSessionLogs
from idea.infrastructure.logs.memory_place import MemoryPlace

pytestmark = pytest.mark.posix

MIB = 1024 * 1024
BEYOND_BYTES = 2 * MIB
FRAME = framed(Output(b"x" * 65_519))
assert len(FRAME) == 65_536
NATIVE, PORTABLE = CheckpointKind.NATIVE, CheckpointKind.PORTABLE
SCREEN_LINES = [b"line %d of the screen" % number for number in range(40)]
LIGHT = b"\r\n".join([b"history"] * 1000 + SCREEN_LINES)
_WRITE_ALL = private_files.write_all


def noise(count: int) -> bytes:
    """Return what zlib makes no smaller."""
    return os.urandom(count)


def noisy_lines(count: int) -> bytes:
    """Return a history of so many bytes that zlib makes little smaller, and a screen."""
    lines = [noise(99).hex().encode() for _ in range(count // 200)]
    return b"\r\n".join([*lines, *SCREEN_LINES])


class Watched:
    """A log, and how large all its files were at most, at every single write."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.most_bytes = 0
        self.failures: list[str] = []
        for module in (private_files, segments):
            monkeypatch.setattr(module, "write_all", self._write)

    def _write(self, descriptor: int, content: bytes) -> None:
        _WRITE_ALL(descriptor, content)
        self.look()

    def look(self) -> None:
        files = [path for path in self.root.rglob("*") if path.is_file()]
        self.most_bytes = max(self.most_bytes, sum(path.stat().st_size for path in files))

    def logs(self, log_bytes: int, *, floods: bool) -> FileSessionLogs:
        return FileSessionLogs(
            self.root / "logs",
            lambda _path, reason: self.failures.append(reason),
            memory=MemoryPlace(self.root / "memory", free_share=0.0),
            flood=lambda _: Flood(bytes_per_s=0) if floods else Flood(),
            log_bytes=lambda: log_bytes,
        )

    def run(self, scenario, log_bytes: int, *, floods: bool = True, dies: bool = False):
        """Run a scenario with the one log; an engine that dies closes nothing."""

        async def whole():
            logs = self.logs(log_bytes, floods=floods)
            log = logs.open(ProjectId("p"), SessionId("s"))
            try:
                return await scenario(log)
            finally:
                if dies:
                    log._segments.release()  # As the kernel does.
                else:
                    await log.close()
                await logs.close()

        return asyncio.run(whole())


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    watched = Watched(tmp_path, monkeypatch)
    yield watched
    assert watched.failures == []


async def print_on(log, seq: int, count: int) -> int:
    """Append frames as a flood brings them, many before the log thread comes round."""
    for index in range(count):
        log.append(seq, FRAME)
        seq += len(FRAME)
        if index % 40 == 39:
            await log.pieces()
    await log.pieces()
    return seq


def parts(seq: int, native: bytes, portable: bytes):
    return a_checkpoint(seq, NATIVE, data=native), a_checkpoint(seq, data=portable)


@pytest.mark.parametrize("floods", [False, True], ids=["calm", "flood"])
@pytest.mark.parametrize("log_mib", [1, 4])
@pytest.mark.parametrize(
    "weight",
    [
        (noise(20_000), LIGHT),
        (noise(MIB // 2), LIGHT),
        (noise(3 * MIB), LIGHT),
        (noise(3 * MIB), noisy_lines(3 * MIB)),
        (noise(3 * MIB), noise(2 * MIB)),
    ],
    ids=["light", "heavier", "heavy", "heavy portable part", "no lines to drop"],
)
def test_a_log_keeps_its_bound_whatever_checkpoints_weigh(
    watched: Watched, monkeypatch, weight, log_mib, floods
):
    monkeypatch.setattr(file_session_log, "CALM_S", 0.01)

    async def scenario(log):
        seq = 0
        for _ in range(4):
            seq = await print_on(log, seq, 20 * log_mib)
            log.save_checkpoint(parts(seq, *weight))
            await log.contents()
        return await print_on(log, seq, 3)

    end = watched.run(scenario, log_mib * MIB, floods=floods)
    watched.look()
    assert watched.most_bytes <= log_mib * MIB + BEYOND_BYTES

    async def look(log):
        return await log.contents()

    assert watched.run(look, log_mib * MIB).end == end


def test_of_a_heavy_checkpoint_the_portable_part_is_kept(watched):
    async def save(log):
        log.save_checkpoint(parts(0, noise(5 * MIB), LIGHT))
        await print_on(log, 0, 3)

    async def look(log):
        return await log.checkpoint("core 1")

    watched.run(save, 8 * MIB)
    assert watched.run(look, 8 * MIB) == a_checkpoint(0, data=LIGHT)


def test_of_a_portable_part_too_heavy_for_its_log_the_oldest_lines_go(watched):
    portable = noisy_lines(6 * MIB)

    async def save(log):
        log.save_checkpoint(parts(0, noise(5 * MIB), portable))
        await print_on(log, 0, 3)

    async def look(log):
        return await log.checkpoint("core 1")

    watched.run(save, 8 * MIB)
    kept = watched.run(look, 8 * MIB).data
    assert portable.endswith(b"\r\n" + kept)
    assert len(kept) > MIB // 2
    assert kept.endswith(b"\r\n".join(SCREEN_LINES))


def test_a_screen_larger_than_its_log_stays_in_the_process_that_has_it(watched):
    async def scenario(log):
        whole = parts(0, noise(5 * MIB), noise(4 * MIB))
        log.save_checkpoint(whole)
        await print_on(log, 0, 3)
        return await log.checkpoint("core 1") == whole[0]

    async def look(log):
        return await log.checkpoint("core 1")

    assert watched.run(scenario, MIB)
    assert watched.run(look, MIB) is None


@pytest.mark.parametrize("dies", [False, True])
def test_records_after_the_newest_checkpoint_are_never_what_goes(watched, dies):
    """As many as can stand without a checkpoint: three quarters of the bound."""
    log_bytes = 8 * MIB
    count = log_bytes * 3 // 4 // len(FRAME)

    async def scenario(log):
        seq = 0
        for _ in range(3):
            seq = await print_on(log, seq, count)
            log.save_checkpoint(parts(seq, noise(MIB), LIGHT))
        await print_on(log, seq, count - 16)
        return seq

    async def look(log):
        found = await log.checkpoint("core 1")
        assert found is not None
        return found.seq, await log.read(found.seq, 1)

    seq = watched.run(scenario, log_bytes, dies=dies)
    assert watched.run(look, log_bytes) == (seq, FRAME)


def test_an_engine_that_goes_on_with_a_log_counts_its_checkpoints_at_once(watched):
    log_bytes = 8 * MIB

    count = log_bytes // len(FRAME) // 8
    most = []

    async def begin(log):
        seq = await print_on(log, 0, 7 * count)
        log.save_checkpoint(parts(seq, noise(int(1.4 * MIB)), LIGHT))
        return seq

    async def go_on(log):
        at = seq
        for _ in range(3 * count):
            at = await print_on(log, at, 1)
            watched.most_bytes = 0
            watched.look()
            most.append(watched.most_bytes)

    seq = watched.run(begin, log_bytes, floods=False)
    watched.run(go_on, log_bytes, floods=False)
    assert max(most) <= log_bytes
