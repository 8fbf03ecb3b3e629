"""A session's log on a disk that refuses each call in turn: it stops, says so once, and goes on."""

import asyncio
import errno
from pathlib import Path

import pytest

from contracts.session_log import a_checkpoint
from fakes.session_log import framed
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_log import SessionLog
from idea.domain.stream.journal import LOG_BYTES
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Output
from idea.infrastructure.logs.checkpoint_packing import packed
from idea.infrastructure.logs.file_session_log import FileSessionLogs
from idea.infrastructure.stores.atomic import reason_of
from idea.infrastructure.stores.sweeper import sweep
from support.failing_disk import FailingDisk

BLOCK = framed(Output(b"x" * 983))
ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EACCES)
FAULTS = [(error, True) for error in ERRORS]
"""Errors of a disk that goes on refusing."""

pytestmark = [pytest.mark.slow, pytest.mark.posix]


async def write(log: SessionLog, number: int) -> None:
    """Log two blocks, each a segment of its own, and a checkpoint behind them."""
    for block in (2 * number, 2 * number + 1):
        log.append(block * len(BLOCK), BLOCK)
        await log.flush()
    end = (2 * number + 2) * len(BLOCK)
    log.save_checkpoint((a_checkpoint(end, CheckpointKind.NATIVE), a_checkpoint(end)))
    await log.flush()


async def held(log: SessionLog, blocks: int) -> list[int]:
    """Return which blocks can be read."""
    found = []
    for block in range(blocks):
        try:
            if await log.read(block * len(BLOCK), len(BLOCK)) == BLOCK:
                found.append(block)
        except Exception:  # noqa: BLE001 # It is not there.
            continue
    return found


def test_a_log_loses_no_more_than_what_came_while_the_disk_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "logs"
    failures: list[tuple[str, str]] = []

    async def scenario() -> None:
        disk = FailingDisk(base, monkeypatch)
        logs = FileSessionLogs(
            base, lambda *what: failures.append(what), segment_bytes=len(BLOCK), retry_s=0.0
        )
        whole = logs.open(ProjectId("p"), SessionId("whole"))
        await write(whole, 0)
        await write(whole, 1)
        steps = [*disk.calls]
        await whole.close()
        for place in range(len(steps)):
            for error, stays in (FAULTS[place % len(FAULTS)], (errno.EIO, False)):
                await _try_one(logs, disk, (f"s{place}-{error}-{stays}", place, error, stays))
        assert {"mkdir", "open", "write", "close", "ftruncate", "replace"} <= {*steps}
        await logs.close()

    async def _try_one(
        logs: FileSessionLogs, disk: FailingDisk, case: tuple[str, int, int, bool]
    ) -> None:
        name, place, error, stays = case
        failures.clear()
        log = logs.open(ProjectId("p"), SessionId(name))
        disk.fail(place, error, stays=stays)
        await write(log, 0)
        await write(log, 1)
        at = f"{errno.errorcode[error]} after {disk.calls}, stays: {stays}"
        was_refused = len(disk.calls) > place  # The first log makes the folders of all.
        disk.watch()
        await write(log, 2)
        await asyncio.sleep(0)  # What failed is told on the loop.
        folder = base / "p" / name
        reason = reason_of(OSError(error, "Input/output error"))
        if stays and was_refused:
            assert failures == [(str(folder), reason)], at
        assert set(failures) <= {(str(folder), reason)}, at
        assert {4, 5} <= {*await held(log, 6)}, at
        assert (await log.contents()).checkpoints[-1] == 6 * len(BLOCK), at
        assert list(folder.glob(".*.tmp")) == [], at
        before = await held(log, 6)
        await log.close()
        again = logs.open(ProjectId("p"), SessionId(name))
        assert await held(again, 6) == before, at
        await again.close()

    asyncio.run(scenario())


def test_what_a_killed_engine_left_of_a_checkpoint_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_path: Path, _to: object) -> None:
        raise KeyboardInterrupt

    from idea.infrastructure.logs.checkpoint_files import CheckpointFiles  # noqa: PLC0415

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        CheckpointFiles(tmp_path / "s").save(packed((a_checkpoint(1),), LOG_BYTES))

    [left] = (tmp_path / "s").iterdir()
    assert sweep(tmp_path / "s", is_alive=lambda _pid: False) == (left,)
