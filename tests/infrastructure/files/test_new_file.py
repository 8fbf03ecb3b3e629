"""A file a person asked for is new, private, whole or not there."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from idea.domain.errors import ConflictError, NotFoundError, StoreError
from idea.infrastructure.files import new_file
from idea.infrastructure.files.new_file import write_new_file


def test_it_is_private_whatever_the_umask_says(tmp_path: Path) -> None:
    path = tmp_path / "export.cast"
    before = os.umask(0)
    try:
        write_new_file(path, [b"one\n", b"two\n"])
    finally:
        os.umask(before)

    assert path.read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "export.cast"
    path.write_text("mine")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere")

    for taken in (path, link):
        with pytest.raises(ConflictError, match="already; name another"):
            write_new_file(taken, [b"x"])
    assert path.read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()


def test_no_part_is_left_of_what_could_not_be_made(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise NotFoundError("The log went.")

    with pytest.raises(NotFoundError):
        write_new_file(tmp_path / "export", pieces())

    assert list(tmp_path.iterdir()) == [tmp_path / "home"]


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _piece: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(new_file, "write_all", full)

    with pytest.raises(StoreError, match=r"export could not be written: the disk is full\.$"):
        write_new_file(tmp_path / "export", [b"x"])
    assert not (tmp_path / "export").exists()
    with pytest.raises(StoreError):
        write_new_file(tmp_path / "no" / "export", [])
