"""Replacing a file: the old content or the new, whatever stops it."""

import errno
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from idea.domain.errors import StoreError
from idea.infrastructure.stores.atomic import STEPS, atomic_write, backup_of, reason_of
from idea.infrastructure.stores.sweeper import sweep

OLD, NEW = b'{"state": "old"}' * 40, b'{"state": "new", "more": true}' * 40
SOURCE = Path(__file__).parents[3] / "src"

CHILD = """
    import os, sys
    sys.path.insert(0, sys.argv[1])
    from pathlib import Path
    from idea.infrastructure.stores.atomic import atomic_write

    def die(step):
        if step == sys.argv[3]:
            os._exit(9)

    atomic_write(Path(sys.argv[2]), Path(sys.argv[4]).read_bytes(), keep_backup=True, step=die)
"""


def run_child(code: str, *arguments: str) -> int:
    # -I -S: nothing of the test's environment is needed, and starting is what takes the time.
    command = [sys.executable, "-I", "-S", "-c", textwrap.dedent(code), str(SOURCE), *arguments]
    return subprocess.run(command, check=False, timeout=60).returncode


def fail_at(wanted: str, number: int):
    def step(name: str) -> None:
        if name == wanted:
            raise OSError(number, os.strerror(number))

    return step


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    path = folder / "layout.json"
    path.write_bytes(OLD)
    return path


@pytest.mark.parametrize("step", STEPS)
def test_a_process_killed_at_any_step_leaves_the_old_content_or_the_new(
    step: str, target: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    new.write_bytes(NEW)

    assert run_child(CHILD, str(target), step, str(new)) == 9

    assert target.read_bytes() == (NEW if step == "sync folder" else OLD)
    if backup_of(target).exists():
        assert backup_of(target).read_bytes() == OLD
    sweep(target.parent)
    assert {path.name for path in target.parent.iterdir()} <= {"layout.json", "layout.json.bak"}

    atomic_write(target, b"after", keep_backup=True)
    assert target.read_bytes() == b"after"
    assert len(list(target.parent.iterdir())) == 2


@pytest.mark.parametrize("step", STEPS[:-1])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_at_any_step_keeps_the_old_content_and_no_litter(
    step: str, number: int, target: Path
) -> None:
    with pytest.raises(StoreError, match=r"layout\.json could not be saved: "):
        atomic_write(target, NEW, keep_backup=True, step=fail_at(step, number))

    assert target.read_bytes() == OLD
    assert {path.name for path in target.parent.iterdir()} <= {"layout.json", "layout.json.bak"}


def test_every_step_is_announced_in_order(target: Path) -> None:
    seen: list[str] = []
    atomic_write(target, NEW, keep_backup=True, step=seen.append)

    assert tuple(seen) == STEPS
    assert (target.read_bytes(), backup_of(target).read_bytes()) == (NEW, OLD)


@pytest.mark.posix
def test_a_file_the_system_refuses_to_let_grow_keeps_its_old_content(target: Path) -> None:
    child = """
        import resource, sys
        sys.path.insert(0, sys.argv[1])
        from pathlib import Path
        from idea.domain.errors import StoreError
        from idea.infrastructure.stores.atomic import atomic_write

        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            atomic_write(Path(sys.argv[2]), b"x" * 5000, keep_backup=True)
        except StoreError:
            sys.exit(7)
    """

    assert run_child(child, str(target)) == 7
    assert target.read_bytes() == OLD
    assert sorted(path.name for path in target.parent.iterdir()) == ["layout.json"]


def test_a_new_file_is_private_and_an_old_one_keeps_its_mode(target: Path) -> None:
    fresh = target.with_name("fresh.json")
    target.chmod(0o640)
    atomic_write(fresh, NEW, keep_backup=True)
    atomic_write(target, NEW, keep_backup=True)

    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert not backup_of(fresh).exists()


def test_a_link_is_replaced_and_what_it_points_at_is_not_touched(target: Path) -> None:
    link = target.with_name("link.json")
    link.symlink_to(target)
    atomic_write(link, NEW)

    assert not link.is_symlink()
    assert (link.read_bytes(), target.read_bytes()) == (NEW, OLD)


def test_without_hard_links_the_backup_is_a_copy(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    atomic_write(target, NEW, keep_backup=True)

    assert (target.read_bytes(), backup_of(target).read_bytes()) == (NEW, OLD)


def test_a_missing_folder_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        atomic_write(tmp_path / "gone" / "a.json", NEW)

    assert refused.value.sentence == (
        f"{tmp_path}/gone/a.json could not be saved: No such file or directory."
    )


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EROFS, "the disk may only be read"),
        (errno.EACCES, "it is not allowed"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_a_reason_is_in_words(number: int, words: str) -> None:
    assert reason_of(OSError(number, os.strerror(number))) == words


def test_the_sweeper_takes_only_what_nobody_will_finish(tmp_path: Path) -> None:
    dead, alive, old = ".a.json.11.0123abcd.tmp", ".a.json.22.0123abcd.tmp", ".b.22.ffffffff.tmp"
    others = ["a.json", ".a.json.11.tmp", "a.11.0123abcd.tmp", ".a.json.11.XYZ.tmp"]
    for name in [dead, alive, old, *others]:
        (tmp_path / name).write_bytes(b"")
    os.utime(tmp_path / old, (0, 0))

    removed = sweep(tmp_path, is_alive=lambda pid: pid == 22)

    assert sorted(path.name for path in removed) == sorted([dead, old])
    kept = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert kept == {alive, *others}
    assert sweep(tmp_path / "gone") == ()


def test_a_clock_that_was_set_back_takes_no_file_from_a_writer_and_leaves_none_of_a_dead_one(
    tmp_path: Path,
) -> None:
    dead, alive = ".a.json.11.0123abcd.tmp", ".a.json.22.0123abcd.tmp"
    for name in (dead, alive):
        (tmp_path / name).write_bytes(b"")
        in_a_year = (tmp_path / name).stat().st_mtime + 31_536_000
        os.utime(tmp_path / name, (in_a_year, in_a_year))

    removed = sweep(tmp_path, is_alive=lambda pid: pid == 22)

    assert [path.name for path in removed] == [dead]
