"""One writer per file: the last value wins, a failing disk costs nothing but time."""

import asyncio
import errno
import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import override

import pytest

from contracts.stored_value import StoredValueContract
from fakes.event_bus import FakeEventBus
from idea.domain.errors import NotSavedError, StoreError
from idea.domain.events import Noticed, NotSaved
from idea.domain.ports.stored_value import Loaded, StoredValue
from idea.infrastructure.stores.atomic import backup_of, reason_of
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_file import JsonFile, write_with_backup
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import spell


def _decode(document: Mapping[str, object]) -> dict[str, str]:
    return Fields(document).below("names").texts()


CODEC: Codec[dict[str, str]] = Codec(
    version=1, decode=_decode, encode=lambda value: {"names": dict(value)}
)


class Disk:
    """Writes files, fails while it is told to, and waits while its gate is closed."""

    def __init__(self) -> None:
        self.failure: OSError | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.started = threading.Event()
        self.written: list[object] = []
        self.tries = 0

    def write(self, path: Path, data: bytes) -> None:
        self.tries += 1
        self.started.set()
        assert self.gate.wait(60)
        if self.failure is not None:
            raise NotSavedError(str(path), reason_of(self.failure))
        self.written.append(json.loads(data)["names"])
        write_with_backup(path, data)


class TestJsonFile(StoredValueContract):
    @pytest.fixture(autouse=True)
    def place(self, tmp_path: Path) -> None:
        self.path = tmp_path / "store" / "a.json"
        self.path.parent.mkdir()

    @override
    def opened(self) -> StoredValue[dict[str, str]]:
        return JsonFile(self.path, CODEC, {}, FakeEventBus())

    @override
    def written_by_another(self, value: dict[str, str]) -> None:
        # As editors do; in the same file, a change of the same length could have the same time.
        draft = self.path.with_name("draft")
        draft.write_bytes(spell({"version": 1, "names": value}))
        draft.replace(self.path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    return folder / "a.json"


@pytest.fixture
def bus() -> FakeEventBus:
    return FakeEventBus()


def a_file(
    path: Path, bus: FakeEventBus, disk: Disk, pauses: tuple[float, ...] = (0.001,)
) -> JsonFile[dict[str, str]]:
    return JsonFile(path, CODEC, {}, bus, write=disk.write, retry_pauses_s=pauses)


def test_values_given_while_a_write_runs_replace_each_other(path: Path, bus: FakeEventBus) -> None:
    disk = Disk()

    async def scenario() -> None:
        file = a_file(path, bus, disk)
        disk.gate.clear()
        file.save({"a": "0"})
        await asyncio.to_thread(disk.started.wait, 30)
        for number in range(1, 100):
            file.save({"a": str(number)})
        disk.gate.set()
        await file.close()

    asyncio.run(scenario())

    assert disk.written == [{"a": "0"}, {"a": "99"}]
    assert json.loads(backup_of(path).read_bytes())["names"] == {"a": "0"}


def test_a_full_disk_is_said_once_and_the_value_is_saved_when_there_is_room(
    path: Path, bus: FakeEventBus
) -> None:
    disk = Disk()
    disk.failure = OSError(errno.ENOSPC, "No space left on device")

    async def scenario() -> None:
        file = a_file(path, bus, disk)
        again = asyncio.Event()
        bus.subscribe(lambda event: again.set() if isinstance(event, Noticed) else None)
        file.save({"a": "1"})
        while disk.tries < 5:
            await file.flush()
            await asyncio.sleep(0)
        disk.failure = None
        await asyncio.wait_for(again.wait(), 30)
        await file.close()

    asyncio.run(scenario())

    assert bus.published == [
        NotSaved(str(path), "the disk is full"),
        Noticed(f"{path} is saved again."),
    ]
    assert json.loads(path.read_bytes()) == {"version": 1, "names": {"a": "1"}}


def test_flushing_ends_after_one_failed_attempt_and_a_later_one_hurries(
    path: Path, bus: FakeEventBus
) -> None:
    disk = Disk()
    disk.failure = OSError(errno.EIO, "Input/output error")

    async def scenario() -> None:
        file = a_file(path, bus, disk, pauses=(3_600.0,))
        file.save({"a": "1"})
        await file.flush()
        assert disk.tries == 1
        disk.failure = None
        file.save({"a": "2"})
        await file.flush()
        await file.close()

    asyncio.run(asyncio.wait_for(scenario(), 30))

    assert disk.written == [{"a": "2"}]


def test_closing_tries_once_more_and_gives_up(path: Path, bus: FakeEventBus) -> None:
    disk = Disk()
    disk.failure = OSError(errno.EROFS, "Read-only file system")

    async def scenario() -> None:
        file = a_file(path, bus, disk, pauses=(3_600.0,))
        file.save({"a": "1"})
        await file.flush()
        await file.close()

    asyncio.run(asyncio.wait_for(scenario(), 30))

    assert disk.tries == 2
    assert bus.published == [NotSaved(str(path), "the disk may only be read")]


def test_unknown_keys_are_written_back(path: Path, bus: FakeEventBus) -> None:
    path.write_text('{"later": {"x": [1]}, "version": 1, "names": {"a": "1"}}')

    async def scenario() -> None:
        file = JsonFile(path, CODEC, {}, bus)
        assert (await file.load()).value == {"a": "1"}
        file.save({"b": "2"})
        await file.close()

    asyncio.run(scenario())

    assert path.read_text() == (
        '{\n  "version": 1,\n  "names": {\n    "b": "2"\n  },\n'
        '  "later": {\n    "x": [\n      1\n    ]\n  }\n}\n'
    )


def test_what_could_not_be_read_is_never_written(path: Path, bus: FakeEventBus) -> None:
    path.write_text('{"version": 7}')

    async def scenario() -> None:
        file = JsonFile(path, CODEC, {"default": "x"}, bus)
        loaded = await file.load()
        assert loaded.value == {"default": "x"}
        assert "newer IdeA" in loaded.notices[0]
        file.save({"a": "1"})
        await file.flush()
        await file.close()

    asyncio.run(scenario())

    assert path.read_text() == '{"version": 7}'
    assert not bus.published


def test_a_persons_link_to_a_settings_file_elsewhere_is_written_through(
    path: Path, bus: FakeEventBus, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "dotfiles.json"
    elsewhere.write_text('{"version": 1, "names": {}}')
    path.symlink_to(elsewhere)

    async def scenario() -> None:
        file = JsonFile(path, CODEC, {}, bus, follow_links=True)
        await file.load()
        file.save({"a": "1"})
        await file.close()

    asyncio.run(scenario())

    assert path.is_symlink()
    assert json.loads(elsewhere.read_bytes())["names"] == {"a": "1"}


def test_a_removed_folder_is_made_again_but_not_what_held_it(path: Path, bus: FakeEventBus) -> None:
    path.parent.rmdir()
    write_with_backup(path, b"{}")

    assert path.read_bytes() == b"{}"
    with pytest.raises(StoreError, match="No such file or directory"):
        write_with_backup(path.parent / "gone" / "deeper" / "a.json", b"{}")
    assert not bus.published


def put(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def held(path: Path) -> bytes:
    return path.read_bytes()


def remove(path: Path) -> None:
    path.unlink()


async def seen_twice(file: JsonFile[dict[str, str]]) -> Loaded[dict[str, str]] | None:
    """Look until what is wrong is no longer taken for half written."""
    assert await file.reload() is None
    return await file.reload()


def test_what_is_broken_by_hand_is_named_left_alone_and_what_was_known_goes_on(
    path: Path, bus: FakeEventBus
) -> None:
    broken = b'{"version": 1, "names": {"a": 7}}'

    async def scenario() -> Loaded[dict[str, str]] | None:
        file = JsonFile(path, CODEC, {}, bus)
        await file.load()
        file.save({"a": "1"})
        await file.flush()
        put(path, broken)
        found = await seen_twice(file)
        assert await file.reload() is None
        assert held(path) == broken
        put(path, spell({"version": 1, "names": {"a": "mended"}}))
        assert await file.reload() == Loaded({"a": "mended"})
        await file.close()
        return found

    assert asyncio.run(scenario()) == Loaded(
        {"a": "1"},
        (f"{path} is damaged (names.a must be a text); what was read before stays.",),
    )
    assert list(path.parent.glob("*.corrupt-*")) == []


def test_what_is_broken_by_hand_is_kept_when_something_is_saved_over_it(
    path: Path, bus: FakeEventBus
) -> None:
    async def scenario() -> None:
        file = JsonFile(path, CODEC, {}, bus)
        await file.load()
        for number in ("1", "2"):
            file.save({"a": number})
            await file.flush()
        put(path, b"{")
        await seen_twice(file)
        file.save({"a": "3"})
        await file.close()

    asyncio.run(scenario())

    [kept] = path.parent.glob("a.json.corrupt-*")
    assert kept.read_bytes() == b"{"
    assert bus.published == [Noticed(f"What {path} held is kept as {kept}.")]
    assert json.loads(path.read_bytes())["names"] == {"a": "3"}
    assert json.loads(backup_of(path).read_bytes())["names"] == {"a": "1"}


def test_a_file_of_a_newer_version_put_in_the_place_is_not_written(
    path: Path, bus: FakeEventBus
) -> None:
    async def scenario() -> Loaded[dict[str, str]] | None:
        file = JsonFile(path, CODEC, {}, bus)
        await file.load()
        put(path, b'{"version": 9}')
        found = await seen_twice(file)
        file.save({"a": "1"})
        await file.close()
        return found

    found = asyncio.run(scenario())

    assert found is not None
    assert found.notices[0].endswith("what was read before stays, and changes are not saved.")
    assert path.read_bytes() == b'{"version": 9}'


def test_a_removed_file_is_the_default_once_it_stays_away(path: Path, bus: FakeEventBus) -> None:
    async def scenario() -> Loaded[dict[str, str]] | None:
        file = JsonFile(path, CODEC, {"usual": "x"}, bus)
        put(path, spell({"version": 1, "names": {"a": "1"}}))
        await file.load()
        remove(path)
        found = await seen_twice(file)
        await file.close()
        return found

    assert asyncio.run(scenario()) == Loaded({"usual": "x"})


def test_what_we_wrote_ourselves_is_no_news_even_while_it_is_written(
    path: Path, bus: FakeEventBus
) -> None:
    disk = Disk()

    async def scenario() -> list[object]:
        file = a_file(path, bus, disk)
        await file.load()
        news: list[object] = []
        for number in range(50):
            file.save({"a": str(number)})
            news += [await file.reload(), await file.reload()]
        await file.close()
        return news

    assert asyncio.run(scenario()) == [None] * 100
