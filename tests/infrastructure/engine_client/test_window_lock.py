from pathlib import Path

from idea.infrastructure.engine_client.window_lock import WindowLock


def test_only_one_window_has_the_lock(tmp_path: Path) -> None:
    first, second = WindowLock(tmp_path / "window.lock"), WindowLock(tmp_path / "window.lock")

    assert [first.take(), second.take()] == [True, False]
    first.release()
    assert second.take()
    second.release()
