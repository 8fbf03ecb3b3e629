"""Files that anything may have happened to: one sentence, and nothing unread is overwritten."""

import errno
import json
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idea.domain.errors import InvalidError, StoreError
from idea.infrastructure.stores import json_load
from idea.infrastructure.stores.atomic import backup_of
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_load import Codec, FileFound, JsonFileLoad
from idea.infrastructure.stores.json_text import spell

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
STAMP = "20260102T030405Z"


def _decode(document: Mapping[str, object]) -> dict[str, str]:
    names = Fields(document).below("names")
    if "forbidden" in names.values:
        raise InvalidError("names.forbidden may not be there.")
    return names.texts()


CODEC: Codec[dict[str, str]] = Codec(
    version=2, decode=_decode, encode=lambda value: {"names": dict(value)}
)
GOOD = spell({"version": 2, "names": {"é": "one", "b": "two"}, "later": [1, 2, 3]})
BACKUP = spell({"version": 1, "names": {"old": "yes"}})


def load(path: Path, *, may_write: bool = True) -> FileFound[dict[str, str]]:
    return JsonFileLoad(path, CODEC, may_write=may_write, now=lambda: NOW).run()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    return folder / "a.json"


def test_a_good_file_is_used_without_a_word(path: Path) -> None:
    path.write_bytes(GOOD)
    found = load(path)

    assert found.content is not None
    assert found.content.value == {"é": "one", "b": "two"}
    assert (found.may_write, found.notices) == (True, ())


def test_no_file_is_the_default_without_a_word(path: Path) -> None:
    assert load(path) == FileFound(content=None, may_write=True)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (GOOD[: len(GOOD) // 2], "line 5, column 5: .*"),
        (b"foreign: yaml\n", "line 1, column 1: Expecting value"),
        (b"[1, 2]", "it is not one object in braces"),
        (b"{}", "version must be a whole number from 1"),
        (b'{"version": true}', "version must be a whole number from 1"),
        (b'{"version": 0}', "version must be a whole number from 1"),
        (b'{"version": 1}', "names is missing"),
        (b'{"version": 1, "names": []}', "names must be an object"),
        (b'{"version": 1, "names": {"a": 1}}', r"names\.a must be a text"),
        (b'{"version": 1, "names": {"forbidden": ""}}', r"names\.forbidden may not be there"),
    ],
)
def test_a_damaged_file_is_set_aside_and_its_backup_used(
    content: bytes, why: str, path: Path
) -> None:
    path.write_bytes(content)
    backup_of(path).write_bytes(BACKUP)
    found = load(path)

    assert found.content is not None
    assert found.content.value == {"old": "yes"}
    assert found.may_write
    [sentence] = found.notices
    aside = f"a.json.corrupt-{STAMP}"
    assert re.fullmatch(
        rf"{path} is damaged \({why}\); it is kept as {path.parent}/{aside}; its backup is used\.",
        sentence,
    )
    assert contents(path.parent) == {"a.json": BACKUP, "a.json.bak": BACKUP, aside: content}


def test_a_damaged_file_without_backup_is_set_aside_and_defaults_used(path: Path) -> None:
    path.write_bytes(b"{")
    found = load(path)

    assert (found.content, found.may_write) == (None, True)
    assert found.notices[0].endswith(f"a.json.corrupt-{STAMP}; defaults are used.")
    assert contents(path.parent) == {f"a.json.corrupt-{STAMP}": b"{"}


def test_both_damaged_are_set_aside_and_both_named(path: Path) -> None:
    path.write_bytes(b"{")
    backup_of(path).write_bytes(b"}")
    found = load(path)

    assert (found.content, found.may_write) == (None, True)
    [sentence] = found.notices
    assert sentence.endswith(
        f"it is kept as {path}.corrupt-{STAMP}, its damaged backup as "
        f"a.json.bak.corrupt-{STAMP}; defaults are used."
    )
    assert contents(path.parent) == {
        f"a.json.corrupt-{STAMP}": b"{",
        f"a.json.bak.corrupt-{STAMP}": b"}",
    }


def test_damage_twice_in_a_second_keeps_both(path: Path) -> None:
    for content in (b"1", b"2"):
        path.write_bytes(content)
        load(path)

    assert contents(path.parent) == {
        f"a.json.corrupt-{STAMP}": b"1",
        f"a.json.corrupt-{STAMP}-2": b"2",
    }


def test_a_newer_file_is_left_alone_and_nothing_is_saved_over_it(path: Path) -> None:
    newer = spell({"version": 3, "names": "changed its kind"})
    path.write_bytes(newer)
    found = load(path)

    assert found == FileFound(
        content=None,
        may_write=False,
        notices=(
            (
                f"{path} was written by a newer IdeA (its version is 3); "
                "it is left as it is and changes are not saved."
            ),
        ),
    )
    assert contents(path.parent) == {"a.json": newer}


def refused(_path: Path) -> bytes:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_file_that_may_not_be_read_is_left_alone(path: Path) -> None:
    path.write_bytes(GOOD)
    found = JsonFileLoad(path, CODEC, read=refused).run()

    assert found == FileFound(
        content=None,
        may_write=False,
        notices=(
            (
                f"{path} could not be read: it is not allowed; "
                "it is left as it is and changes are not saved."
            ),
        ),
    )
    assert contents(path.parent) == {"a.json": GOOD}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads anything")
def test_a_file_without_read_permission_is_left_alone(path: Path) -> None:
    path.write_bytes(GOOD)
    path.chmod(0)

    assert not load(path).may_write


def test_a_damaged_file_that_cannot_be_set_aside_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path.write_bytes(b"{")
    backup_of(path).write_bytes(BACKUP)
    monkeypatch.setattr(os, "link", read_only)
    monkeypatch.setattr(Path, "rename", read_only)
    found = load(path)

    assert found.content is not None
    assert found.content.value == {"old": "yes"}
    assert not found.may_write
    assert found.notices[0].endswith(
        "could not be set aside: the disk may only be read; "
        "its backup is used and changes are not saved."
    )
    assert contents(path.parent) == {"a.json": b"{", "a.json.bak": BACKUP}


def test_who_may_not_write_changes_nothing_even_when_there_is_damage(path: Path) -> None:
    path.write_bytes(b"{")
    found = load(path, may_write=False)

    assert (found.content, found.may_write) == (None, False)
    assert found.notices[0].endswith("it is left as it is and defaults are used.")
    assert contents(path.parent) == {"a.json": b"{"}


def test_a_folder_in_the_files_place_is_set_aside(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_bytes(b"kept")
    backup_of(path).write_bytes(BACKUP)
    found = load(path)

    assert found.content is not None
    assert "(it is not a file)" in found.notices[0]
    assert path.with_name(f"a.json.corrupt-{STAMP}").joinpath("inside").read_bytes() == b"kept"
    assert path.read_bytes() == BACKUP


def test_a_link_in_the_files_place_is_set_aside_and_its_target_left_alone(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "secret"
    target.write_bytes(GOOD)
    path.symlink_to(target)
    found = load(path)

    assert found.content is None
    assert "(it is a link)" in found.notices[0]
    assert path.with_name(f"a.json.corrupt-{STAMP}").is_symlink()
    assert not os.path.lexists(path)
    assert target.read_bytes() == GOOD


@pytest.mark.posix
def test_a_pipe_in_the_files_place_does_not_stop_the_start(path: Path) -> None:
    os.mkfifo(path)

    assert "(it is not a file)" in load(path).notices[0]


def test_a_huge_file_is_set_aside_unread(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(9 * 1024 * 1024)

    assert "(it is larger than 8 MiB)" in load(path).notices[0]


def _check_nothing_lost(path: Path, damaged: bytes) -> None:
    path.write_bytes(damaged)
    backup_of(path).write_bytes(BACKUP)
    found = load(path)

    assert damaged in contents(path.parent).values()
    assert len(found.notices) <= 1
    assert found.content is not None or not found.may_write
    for left in path.parent.iterdir():
        left.unlink()


@pytest.mark.parametrize("sixteenth", range(16))
def test_a_file_cut_anywhere_is_replaced_by_its_backup_and_kept(sixteenth: int, path: Path) -> None:
    cut = GOOD[: len(GOOD) * sixteenth // 16]
    path.write_bytes(cut)
    backup_of(path).write_bytes(BACKUP)
    found = load(path)

    assert found.content is not None
    assert found.content.value == {"old": "yes"}
    assert contents(path.parent) == {
        "a.json": BACKUP,
        "a.json.bak": BACKUP,
        f"a.json.corrupt-{STAMP}": cut,
    }


@pytest.mark.slow
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(flips=st.dictionaries(st.integers(0, len(GOOD) - 1), st.integers(1, 255), min_size=1))
def test_flipped_bytes_never_stop_the_start_and_never_lose_the_file(
    flips: dict[int, int], path: Path
) -> None:
    damaged = bytearray(GOOD)
    for place, flip in flips.items():
        damaged[place] ^= flip

    _check_nothing_lost(path, bytes(damaged))


@pytest.mark.slow
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    document=st.dictionaries(st.sampled_from(["version", "names", "x"]), st.integers() | st.text())
)
def test_foreign_objects_never_stop_the_start_and_never_lose_the_file(
    document: dict[str, object], path: Path
) -> None:
    _check_nothing_lost(path, json.dumps(document).encode())


def test_a_backup_that_cannot_be_put_in_place_is_still_used_and_stays_the_backup(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise StoreError("The disk is full.")

    path.write_bytes(b"{")
    backup_of(path).write_bytes(BACKUP)
    monkeypatch.setattr(json_load, "atomic_write", full)
    found = load(path)

    assert found.content is not None
    assert found.content.value == {"old": "yes"}
    assert contents(path.parent) == {"a.json.bak": BACKUP, f"a.json.corrupt-{STAMP}": b"{"}
