"""The lock that makes a process the only one of its kind."""

import errno
import threading
from pathlib import Path

import filelock
import pytest

from idea.domain.errors import StoreError
from idea.infrastructure.process_lock import ProcessLock


def test_only_one_process_has_the_lock(tmp_path: Path) -> None:
    first, second = ProcessLock(tmp_path / "the.lock"), ProcessLock(tmp_path / "the.lock")

    assert [first.take(), second.take()] == [True, False]
    first.release()
    assert second.take()
    second.release()


def test_a_held_lock_is_waited_for_and_taken_when_it_is_free(tmp_path: Path) -> None:
    first, second = ProcessLock(tmp_path / "the.lock"), ProcessLock(tmp_path / "the.lock")
    assert first.take()
    asked = threading.Event()
    taken: list[bool] = []

    def another_serves() -> bool:
        asked.set()
        return False

    waiting = threading.Thread(target=lambda: taken.append(second.wait(another_serves)))
    waiting.start()
    assert asked.wait(60)
    first.release()
    waiting.join(20)
    assert taken == [True]
    second.release()


def test_a_held_lock_whose_owner_serves_is_left_alone(tmp_path: Path) -> None:
    first, second = ProcessLock(tmp_path / "the.lock"), ProcessLock(tmp_path / "the.lock")
    assert first.take()
    assert not second.wait(lambda: True)
    first.release()


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(StoreError, match=r"the\.lock could not be locked: File exists\.$"):
        ProcessLock(tmp_path / "file" / "the.lock").take()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EROFS, "Read-only file system"), "the disk may only be read."),
        (NotImplementedError("flock"), "its disk has no locks."),
    ],
)
def test_a_disk_that_gives_no_lock_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    with pytest.raises(StoreError) as refused:
        ProcessLock(tmp_path / "the.lock").take()

    assert refused.value.sentence == f"{tmp_path}/the.lock could not be locked: {sentence}"
