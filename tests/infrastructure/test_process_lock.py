"""The lock that makes a process the only one of its kind."""

import threading
from pathlib import Path

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
    assert asked.wait(20)
    first.release()
    waiting.join(20)
    assert taken == [True]
    second.release()


def test_a_held_lock_whose_owner_serves_is_left_alone(tmp_path: Path) -> None:
    first, second = ProcessLock(tmp_path / "the.lock"), ProcessLock(tmp_path / "the.lock")
    assert first.take()
    assert not second.wait(lambda: True)
    first.release()
