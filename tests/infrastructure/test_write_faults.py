"""What is written outside of stores and logs, on a disk that refuses each call in turn."""

import asyncio
import errno
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes.event_bus import FakeEventBus
from idea.domain.errors import IdeaError
from idea.domain.ids import ProjectId
from idea.domain.project import Project
from idea.infrastructure.files.local_files import LocalFiles
from idea.infrastructure.observability.log_files import close_log, open_log
from idea.infrastructure.observability.output_files import open_output
from idea.infrastructure.places import Places
from idea.infrastructure.process_lock import ProcessLock
from idea.infrastructure.stores.atomic import reason_of
from idea.infrastructure.stores.project_folder import FileProjectFolders
from idea.presentation.engine.listener import UnixListener
from support.failing_disk import FailingDisk

pytestmark = pytest.mark.posix

ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EACCES)
OLD, NEW = b"old", b"new" * 100


def write_file(folder: Path) -> None:
    path = folder / "AGENTS.md"
    path.write_bytes(OLD)
    try:
        asyncio.run(LocalFiles().write(str(path), NEW))
    except IdeaError:
        assert path.read_bytes() == OLD
        raise
    assert path.read_bytes() == NEW


def make_folders(folder: Path) -> None:
    asyncio.run(LocalFiles().create_folders(str(folder / "a" / "b")))


def prepare_places(folder: Path) -> None:
    Places(data=folder / "d", state=folder / "s", runtime=folder / "r").prepare()


def take_lock(folder: Path) -> None:
    lock = ProcessLock(folder / "the.lock")
    try:
        assert lock.take()
    finally:
        lock.release()


def listen(folder: Path) -> None:
    UnixListener(folder / "run" / "engine.sock").open().close()


def open_project(folder: Path) -> None:
    """Open a project: what cannot be written there is one sentence, and it opens all the same."""
    now = datetime(2026, 1, 2, tzinfo=UTC)
    project = Project(id=ProjectId("p1"), name="work", root=str(folder), created_at=now)

    async def scenario() -> None:
        folders = FileProjectFolders(FakeEventBus())
        opened = await folders.open(project)
        await folders.close_all()
        assert opened.writable == (not opened.notices)
        assert len(opened.notices) <= 1

    asyncio.run(scenario())


def log(folder: Path) -> None:
    handler = open_log("engine", folder / "logs")
    logging.getLogger("idea.test").warning("a sentence")
    close_log(handler)


def print_output(folder: Path) -> None:
    (folder / "long.log").write_bytes(b"x" * (2 << 20))
    descriptor = open_output(folder / "long.log")
    with suppress(OSError):
        os.write(descriptor, b"printed")
    with suppress(OSError):
        os.close(descriptor)


SAYS = (write_file, make_folders, prepare_places, take_lock, listen)
"""These raise one sentence that names a path and says why."""
SILENT = (open_project, log, print_output)
"""These go on without."""


@pytest.mark.slow
@pytest.mark.parametrize("write", [*SAYS, *SILENT], ids=lambda write: write.__name__)
def test_a_refused_write_is_one_sentence_or_none_and_leaves_nothing(
    write: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "disk"
    base.mkdir()
    disk = FailingDisk(base, monkeypatch)
    sentences: list[str] = []
    place = steps = 0
    while place <= steps:
        for error in ERRORS:
            folder = base / f"{write.__name__}-{place}-{error}"
            disk.watch()
            folder.mkdir()
            disk.fail(place, error)
            try:
                write(folder)
            except IdeaError as refused:
                sentences.append(refused.sentence)
            steps = max(steps, len(disk.calls))
            disk.watch()
            assert [one for one in folder.rglob("*") if one.suffix in {".tmp", ".partial"}] == []
        place += 1
    assert bool(sentences) == (write in SAYS)
    reasons = {reason_of(OSError(error, os.strerror(error))) for error in ERRORS}
    reasons |= {os.strerror(error) for error in ERRORS}
    for sentence in sentences:
        assert str(base) in sentence
        assert sentence.rpartition(": ")[2].removesuffix(".") in reasons
