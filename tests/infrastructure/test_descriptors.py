"""Reading a small file of ours, whatever stands in its place."""

import os
from pathlib import Path

import pytest

from idea.infrastructure.descriptors import read_own_file


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    file = tmp_path / "keeper.lock"
    file.write_bytes(b"{}" * 10)
    assert read_own_file(file) == b"{}" * 10
    assert read_own_file(file, 2) == b"{}"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "nothing"])
def test_nothing_else_is_read_or_waited_for(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "keeper.lock"
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "link":
            place.symlink_to("/dev/zero")
        case "folder":
            place.mkdir()
        case _:
            pass
    with pytest.raises(OSError, match=r"keeper\.lock|it is not a file"):
        read_own_file(place)
