"""Every store on a disk that refuses each call of a write in turn, with each error there is."""

import asyncio
import errno
from pathlib import Path

import pytest

from fakes.event_bus import FakeEventBus
from idea.application.terminals.record_writer import RecordWriter
from idea.domain.events import Noticed, NotSaved
from idea.infrastructure.stores.atomic import reason_of
from idea.infrastructure.stores.json_file import JsonFile
from support.failing_disk import FailingDisk
from support.kept_stores import STORES, KeptStore, Settings

FAULTS = (
    *(
        (error, True)
        for error in (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EACCES)
    ),
    (errno.EIO, False),
)
"""Errors, and whether the disk goes on refusing."""
A_WHOLE_WRITE = ("open", "write", "fsync", "close", "link", "replace", "fsync", "close")


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("name", STORES)
def test_whatever_a_disk_refuses_nothing_old_is_lost_and_the_person_is_told_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for keeper in (JsonFile, RecordWriter):  # Only what is asked for is tried again.
        monkeypatch.setitem(keeper.__init__.__kwdefaults__, "retry_pauses_s", (3_600.0,))
    bus = FakeEventBus()
    store = STORES[name](tmp_path / "store", bus)

    async def scenario() -> None:
        other = Settings(tmp_path / "other", bus)
        await store.load()
        await other.load()
        await store.save(1)
        await store.save(2)
        disk = FailingDisk(store.folder, monkeypatch)
        await store.save(3)
        steps = tuple(disk.calls)
        assert set(steps) >= {*A_WHOLE_WRITE} - ({"link"} if name == "engine address" else set())
        number = 3
        for place in range(len(steps)):
            # All go through one module: one store tries every error at each call, the others one.
            faults = FAULTS if name == "settings" else FAULTS[place % len(FAULTS) :][:1]
            for error, stays in faults:
                disk.fail(place, error, stays=stays)
                number = await _fails_and_recovers(store, disk, number, error, other)
        await store.close()
        await other.close()

    asyncio.run(scenario())


async def _fails_and_recovers(
    store: KeptStore, disk: FailingDisk, old: int, error: int, other: KeptStore
) -> int:
    """Save while the disk refuses, then while it does not; return what is kept in the end."""
    bus = store.bus
    assert isinstance(bus, FakeEventBus)
    bus.published.clear()
    await store.save(old + 1)
    at = f"{errno.errorcode[error]} after {disk.calls}"
    told = bus.of(NotSaved)
    await other.save(old)
    disk.watch()
    assert await _kept_on_disk(other) == old, at
    if told:
        reason = reason_of(OSError(error, "Input/output error"))
        assert told == [NotSaved(str(store.path), reason)], at
        assert await _kept_on_disk(store) == old, at
    else:
        # Only what comes after the new content is in place may fail without a word.
        assert await _kept_on_disk(store) == old + 1, at
    assert store.temporary_files() == [], at
    await store.save(old + 2)
    assert await _kept_on_disk(store) == old + 2, at
    assert len(bus.of(Noticed)) == len(told), at
    return old + 2


async def _kept_on_disk(store: KeptStore) -> int:
    """Return what another process would find now."""
    reader = type(store)(store.folder, FakeEventBus())
    number, notices = await reader.load()
    # The folder of a project is locked by its owner; whoever comes second only reads.
    assert [one for one in notices if "is open in another IdeA too" not in one] == []
    await reader.close()
    return number
