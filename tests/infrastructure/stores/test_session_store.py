import errno
import json
import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import pytest

from contracts.session_store import SessionStoreContract, a_record
from idea.domain.errors import StoreError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.session_store import SessionStore
from idea.domain.session_record import SessionRecord
from idea.domain.terminal import Exited
from idea.infrastructure.stores.json_text import spell
from idea.infrastructure.stores.session_codec import encode
from idea.infrastructure.stores.session_store import FileSessionStore
from support.running import on_a_loop


class TestFileSessionStore(SessionStoreContract):
    @override
    def store(self) -> SessionStore:
        return FileSessionStore(self.tmp / "sessions")


def path_of(folder: Path, record: SessionRecord) -> Path:
    return folder / record.session.project.value / record.session.id.value / "session.json"


def written(folder: Path, **changed: object) -> Path:
    record = a_record()
    path = path_of(folder, record)
    path.parent.mkdir(parents=True)
    path.write_bytes(spell({"version": 1, **encode(record), **changed}))
    return path


@on_a_loop
async def test_the_file_is_for_the_person_alone(tmp_path: Path) -> None:
    await FileSessionStore(tmp_path).save(a_record())
    path = path_of(tmp_path, a_record())

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@on_a_loop
async def test_what_a_newer_version_wrote_is_written_back(tmp_path: Path) -> None:
    path = written(tmp_path, colour="teal")
    store = FileSessionStore(tmp_path)

    (record,), _ = await store.load()
    await store.save(record)

    assert json.loads(path.read_text())["colour"] == "teal"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"version": 0}, "version must be a whole number from 1"),
        ({"argv": "ls"}, "argv must be a list of texts"),
        ({"argv": []}, "A session needs a command to run"),
        ({"columns": 0}, "A terminal of 0 × 23 cells is not possible"),
        ({"agent": {"id": "a"}}, "agent.name is missing"),
        ({"status": {"type": "asleep"}}, "status.type is 'asleep'"),
        ({"status": {"type": "exited", "code": 0}}, "A session has an end exactly when"),
        ({"status": {"type": "exited", "code": 0}, "end": "own exit"}, "has the time when it did"),
        ({"end": "boredom"}, "end is 'boredom'"),
        ({"id": "../../etc"}, "is not a valid session id"),
        ({"id": "session-2"}, "it lies in the folder of another session"),
        ({"startedAt": "yesterday"}, "startedAt must be a time"),
    ],
)
def test_a_damaged_record_is_one_sentence_and_kept_beside_its_log(
    tmp_path: Path, changed: dict[str, object], problem: str
) -> None:
    path = written(tmp_path, **changed)
    before = path.read_bytes()

    async def scenario() -> None:
        records, problems = await FileSessionStore(tmp_path).load()

        assert (list(records), len(problems)) == ([], 1)
        assert problem in problems[0]
        assert str(path) in problems[0]

        assert problems[0].endswith("; the session is not shown.")
        await FileSessionStore(tmp_path).save(a_record())

    on_a_loop(scenario)()
    [aside] = path.parent.glob("session.json.corrupt-*")
    assert aside.read_bytes() == before


@on_a_loop
async def test_a_damaged_record_comes_back_from_its_backup(tmp_path: Path) -> None:
    ended = a_record().ended(Exited(0), at=datetime(2026, 1, 2, tzinfo=UTC))
    store = FileSessionStore(tmp_path)
    await store.save(a_record())
    await store.save(ended)
    path_of(tmp_path, ended).write_bytes(b"{")

    records, (problem,) = await FileSessionStore(tmp_path).load()

    assert list(records) == [a_record()]
    assert problem.endswith("; its backup is used.")


@on_a_loop
async def test_a_record_of_a_newer_version_is_never_overwritten(tmp_path: Path) -> None:
    path = written(tmp_path, version=2, status="of another kind")
    before = path.read_bytes()
    store = FileSessionStore(tmp_path)

    records, (problem,) = await store.load()
    await store.save(a_record())

    assert (list(records), path.read_bytes()) == ([], before)
    assert "was written by a newer IdeA" in problem


@on_a_loop
async def test_the_halves_of_killed_engines_are_swept_when_records_are_loaded(
    tmp_path: Path,
) -> None:
    path = written(tmp_path)
    path.with_name(".session.json.4194305.0123abcd.tmp").write_bytes(b"half")

    await FileSessionStore(tmp_path).load()

    assert list(path.parent.iterdir()) == [path]


def test_the_log_beside_a_record_goes_with_it(tmp_path: Path) -> None:
    sessions = tmp_path / "sessions"

    async def scenario() -> None:
        store = FileSessionStore(sessions)
        await store.save(a_record())
        path_of(sessions, a_record()).with_name("segment").write_bytes(b"log")

        await store.delete(ProjectId("project-1"), SessionId("session-1"))

    on_a_loop(scenario)()
    assert list(sessions.iterdir()) == []


def test_a_file_that_comes_while_its_folder_is_removed_goes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = tmp_path / "sessions"
    remove = shutil.rmtree
    refusals = [OSError(errno.ENOTEMPTY, "Directory not empty")]

    def remove_while_a_write_is_under_way(folder: Path) -> None:
        if refusals:
            raise refusals.pop()
        remove(folder)

    async def scenario() -> None:
        store = FileSessionStore(sessions)
        await store.save(a_record())
        monkeypatch.setattr(shutil, "rmtree", remove_while_a_write_is_under_way)
        await store.delete(ProjectId("project-1"), SessionId("session-1"))

    on_a_loop(scenario)()
    assert refusals == []
    assert list(sessions.iterdir()) == []


@on_a_loop
async def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "project-1").write_text("in the way")

    with pytest.raises(StoreError, match=r"session\.json could not be saved: Not a directory"):
        await FileSessionStore(tmp_path).save(a_record())


@on_a_loop
async def test_a_session_that_goes_while_sizes_are_looked_up_takes_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FileSessionStore(tmp_path)
    await store.save(a_record())
    await store.save(a_record("session-2"))
    list_folder = Path.iterdir

    def look(folder: Path) -> Iterator[Path]:
        if folder.name == "session-1":
            shutil.rmtree(folder)
        return list_folder(folder)

    monkeypatch.setattr(Path, "iterdir", look)
    sizes = await store.sizes()

    assert sizes[SessionId("session-1")] == 0
    assert sizes[SessionId("session-2")] > 0


@on_a_loop
async def test_a_folder_that_is_no_session_s_takes_no_room(tmp_path: Path) -> None:
    store = FileSessionStore(tmp_path)
    await store.save(a_record())
    (path_of(tmp_path, a_record()).parent.parent / "a folder of mine").mkdir()

    assert set(await store.sizes()) == {a_record().session.id}
