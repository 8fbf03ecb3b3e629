"""The `.ideai` folder: made once, held by one engine, never written where it may not be."""

import asyncio
import errno
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import filelock
import pytest

from contracts.project_folders import ProjectFoldersContract
from fakes.event_bus import FakeEventBus
from idea.domain.events import ProjectSettingsChanged
from idea.domain.ids import ProjectId
from idea.domain.ports.project_folders import FolderOpened, ProjectFolders
from idea.domain.project import Project, ProjectFacts
from idea.infrastructure.stores.project_folder import IGNORED, FileProjectFolders

NOW = datetime(2026, 1, 2, tzinfo=UTC)


class TestFileProjectFolders(ProjectFoldersContract):
    @pytest.fixture(autouse=True)
    def fresh(self, tmp_path: Path) -> None:
        root = tmp_path / "work"
        root.mkdir()
        self.root = str(root)

    @override
    def engine(self) -> ProjectFolders:
        return FileProjectFolders(FakeEventBus())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def bus() -> FakeEventBus:
    return FakeEventBus()


def a_project(root: Path) -> Project:
    return Project(id=ProjectId("p1"), name="work", root=str(root), created_at=NOW)


def open_and_close(root: Path, bus: FakeEventBus) -> FolderOpened:
    async def scenario() -> FolderOpened:
        folders = FileProjectFolders(bus)
        opened = await folders.open(a_project(root))
        folders.save(ProjectId("p1"), opened.facts)
        await folders.close_all()
        return opened

    return asyncio.run(scenario())


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_first_opening_makes_the_folder_and_nothing_else_in_the_root(
    root: Path, bus: FakeEventBus
) -> None:
    opened = open_and_close(root, bus)

    assert opened.writable
    assert names(root) == {".ideai"}
    assert names(root / ".ideai") >= {"project.json", ".gitignore", ".lock"}
    assert (root / ".ideai" / ".gitignore").read_text() == IGNORED
    assert json.loads((root / ".ideai" / "project.json").read_bytes()) == {
        "version": 1,
        "id": "p1",
        "name": "work",
        "createdAt": "2026-01-02T00:00:00+00:00",
        "defaultProfile": None,
        "remote": {"type": "local"},
        "settings": {},
    }


def test_a_list_of_ignored_files_that_is_there_is_never_overwritten(
    root: Path, bus: FakeEventBus
) -> None:
    (root / ".ideai").mkdir()
    ignored = root / ".ideai" / ".gitignore"
    ignored.write_text("mine\n")
    open_and_close(root, bus)

    assert ignored.read_text() == "mine\n"


def test_litter_of_killed_engines_is_swept(root: Path, bus: FakeEventBus) -> None:
    (root / ".ideai").mkdir()
    (root / ".ideai" / ".layout.json.4194305.0123abcd.tmp").write_bytes(b"half")
    open_and_close(root, bus)

    assert ".layout.json.4194305.0123abcd.tmp" not in names(root / ".ideai")


def test_a_second_engine_reads_but_does_not_write(root: Path, bus: FakeEventBus) -> None:
    async def scenario() -> tuple[FolderOpened, FolderOpened, FolderOpened]:
        first, second = FileProjectFolders(bus), FileProjectFolders(bus)
        held = await first.open(a_project(root))
        beside = await second.open(a_project(root))
        facts = ProjectFacts(id=ProjectId("p9"), name="stolen", created_at=NOW)
        second.save(ProjectId("p1"), facts)
        await second.close_all()
        await first.close_all()
        after = await second.open(a_project(root))
        await second.close_all()
        return held, beside, after

    held, beside, after = asyncio.run(scenario())

    assert (held.writable, beside.writable, after.writable) == (True, False, True)
    assert beside.notices == (
        "work is open in another IdeA too; changes to its grid are not saved here.",
    )
    assert after.facts == held.facts


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 1}', b"\xff\xfe\x00"])
def test_damaged_facts_are_set_aside_and_written_anew(
    content: bytes, root: Path, bus: FakeEventBus
) -> None:
    (root / ".ideai").mkdir()
    (root / ".ideai" / "project.json").write_bytes(content)
    opened = open_and_close(root, bus)

    assert len(opened.notices) == 1
    assert "project.json is damaged" in opened.notices[0]
    [aside] = (root / ".ideai").glob("project.json.corrupt-*")
    assert aside.read_bytes() == content
    assert json.loads((root / ".ideai" / "project.json").read_bytes())["id"] == "p1"


def test_facts_of_a_newer_version_are_left_alone(root: Path, bus: FakeEventBus) -> None:
    (root / ".ideai").mkdir()
    path = root / ".ideai" / "project.json"
    path.write_text('{"version": 99}')
    opened = open_and_close(root, bus)

    assert "newer IdeA" in opened.notices[0]
    assert opened.facts.name == "work"
    assert path.read_text() == '{"version": 99}'


def test_a_missing_root_is_said_and_not_made(root: Path, bus: FakeEventBus) -> None:
    root.rmdir()
    opened = open_and_close(root, bus)

    assert opened.notices == (f"The folder {root} of work is gone.",)
    assert not opened.writable
    assert not root.exists()


def test_a_link_or_file_in_the_folders_place_is_not_written_through(
    root: Path, bus: FakeEventBus, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / ".ideai").symlink_to(elsewhere)
    linked = open_and_close(root, bus)
    (root / ".ideai").unlink()
    (root / ".ideai").write_bytes(b"a file")
    in_the_way = open_and_close(root, bus)

    sentence = f"{root}/.ideai is not a folder; changes to its grid are not saved."
    assert linked.notices[0] == sentence
    assert in_the_way.notices[0] == sentence
    assert names(elsewhere) == set()
    assert (root / ".ideai").read_bytes() == b"a file"


def _refuse(number: int):
    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(number, "refused")

    return refuse


def test_a_root_that_may_only_be_read_opens_with_one_sentence(
    root: Path, bus: FakeEventBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "mkdir", _refuse(errno.EROFS))
    opened = open_and_close(root, bus)

    assert opened.notices == (
        (
            f"{root}/.ideai could not be made: the disk may only be read; "
            "changes to its grid are not saved."
        ),
    )
    assert not bus.published


def test_a_folder_that_may_only_be_read_opens_with_one_sentence(
    root: Path, bus: FakeEventBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / ".ideai").mkdir()
    monkeypatch.setattr(filelock.FileLock, "acquire", _refuse(errno.EACCES))
    opened = open_and_close(root, bus)

    assert opened.notices == (
        f"{root}/.ideai may not be written: it is not allowed; changes to its grid are not saved.",
    )
    assert names(root / ".ideai") == set()


def test_a_folder_that_cannot_be_looked_at_opens_with_one_sentence(
    root: Path, bus: FakeEventBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "lstat", _refuse(errno.EACCES))
    opened = open_and_close(root, bus)

    assert opened.notices == (
        f"{root}/.ideai cannot be looked at: it is not allowed; changes to its grid are not saved.",
    )


def test_peeking_changes_nothing(root: Path, bus: FakeEventBus, tmp_path: Path) -> None:
    (root / ".ideai").mkdir()
    (root / ".ideai" / "project.json").write_bytes(b"{")
    folders = FileProjectFolders(bus)

    assert asyncio.run(folders.peek(str(root))) is None
    assert names(root / ".ideai") == {"project.json"}

    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".ideai").symlink_to(root / ".ideai")
    assert asyncio.run(folders.peek(str(tmp_path / "other"))) is None


def test_settings_written_by_hand_are_announced(root: Path, bus: FakeEventBus) -> None:
    open_and_close(root, bus)

    async def scenario() -> list[dict[str, object]]:
        folders = FileProjectFolders(bus)
        await folders.open(a_project(root))
        path, seen = root / ".ideai" / "project.json", []
        for wanted in ({"terminal.font_size": 15}, {"terminal.font_size": 15, "future.name": 1}):
            facts = json.loads(path.read_bytes()) | {"settings": wanted}
            path.write_text(json.dumps(facts, indent=len(wanted)))
            await folders.refresh(a_project(root))
            await folders.refresh(a_project(root))
            seen.append(dict(folders.overrides(ProjectId("p1"))))
        await folders.close_all()
        return seen

    seen = asyncio.run(scenario())

    assert [len(one) for one in seen] == [1, 2]
    assert bus.of(ProjectSettingsChanged) == [ProjectSettingsChanged(ProjectId("p1"))] * 2
