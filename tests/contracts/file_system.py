"""What every file system has to do."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable

import pytest

from idea.domain.errors import NotFoundError, StoreError
from idea.domain.ports.file_system import FileEntry, FileKind, FileSystem


def run[R](answer: Awaitable[R]) -> R:
    """Wait for one answer."""

    async def waiting() -> R:
        return await answer

    return asyncio.run(waiting())


class FileSystemContract(ABC):
    """Works below one empty folder."""

    files: FileSystem

    @abstractmethod
    def at(self, *parts: str) -> str:
        """Return an absolute path below the empty folder."""

    @abstractmethod
    def link(self, path: str, target: str) -> None:
        """Let somebody else make a symbolic link."""

    def test_what_is_written_is_read_and_replaced(self) -> None:
        path = self.at("a.txt")
        run(self.files.write(path, b"one"))
        run(self.files.write(path, b"two"))

        assert run(self.files.read(path, limit_bytes=3)) == b"two"
        assert run(self.files.list(self.at())) == (FileEntry("a.txt", FileKind.FILE),)

    def test_reading_says_what_is_missing_too_large_or_no_file(self) -> None:
        run(self.files.write(self.at("a.txt"), b"four"))

        with pytest.raises(NotFoundError, match=r"There is no .*gone"):
            run(self.files.read(self.at("gone"), limit_bytes=10))
        with pytest.raises(StoreError, match="larger than 3 bytes"):
            run(self.files.read(self.at("a.txt"), limit_bytes=3))
        with pytest.raises(StoreError):
            run(self.files.read(self.at(), limit_bytes=10))

    def test_writing_into_a_missing_folder_or_over_a_folder_is_refused(self) -> None:
        run(self.files.create_folders(self.at("folder")))

        with pytest.raises(StoreError):
            run(self.files.write(self.at("gone", "a.txt"), b""))
        with pytest.raises(StoreError):
            run(self.files.write(self.at("folder"), b""))

    def test_folders_are_made_with_those_above_them_and_only_once(self) -> None:
        run(self.files.create_folders(self.at("a", "b", "c")))
        run(self.files.create_folders(self.at("a", "b")))

        assert run(self.files.kind(self.at("a", "b", "c"))) is FileKind.FOLDER
        assert run(self.files.list(self.at("a"))) == (FileEntry("b", FileKind.FOLDER),)

    def test_a_file_in_the_way_of_a_folder_is_refused(self) -> None:
        run(self.files.write(self.at("a"), b""))

        with pytest.raises(StoreError):
            run(self.files.create_folders(self.at("a")))

    def test_listing_is_by_name_and_says_what_each_is(self) -> None:
        run(self.files.write(self.at("b"), b""))
        run(self.files.create_folders(self.at("c")))
        self.link(self.at("a"), self.at("b"))

        assert run(self.files.list(self.at())) == (
            FileEntry("a", FileKind.LINK),
            FileEntry("b", FileKind.FILE),
            FileEntry("c", FileKind.FOLDER),
        )
        with pytest.raises(NotFoundError):
            run(self.files.list(self.at("gone")))
        with pytest.raises(StoreError):
            run(self.files.list(self.at("b")))

    def test_nothing_there_has_no_kind(self) -> None:
        run(self.files.write(self.at("b"), b""))

        assert run(self.files.kind(self.at("gone"))) is None
        assert run(self.files.kind(self.at("gone", "deeper"))) is None
        assert run(self.files.kind(self.at("b", "below a file"))) is None

    def test_links_lead_to_the_real_path_and_are_read_through(self) -> None:
        run(self.files.create_folders(self.at("real")))
        run(self.files.write(self.at("real", "a.txt"), b"x"))
        self.link(self.at("way"), self.at("real"))

        assert run(self.files.kind(self.at("way"))) is FileKind.LINK
        assert run(self.files.read(self.at("way", "a.txt"), limit_bytes=1)) == b"x"
        assert run(self.files.real_path(self.at("way", ".", "a.txt"))) == self.at("real", "a.txt")
        assert run(self.files.real_path(self.at("way", "gone"))) == self.at("real", "gone")

    def test_removing_takes_a_link_and_not_its_target(self) -> None:
        run(self.files.write(self.at("target"), b"kept"))
        self.link(self.at("link"), self.at("target"))
        run(self.files.remove(self.at("link")))

        assert run(self.files.list(self.at())) == (FileEntry("target", FileKind.FILE),)

    def test_what_is_removed_is_gone_and_may_be_gone_already(self) -> None:
        run(self.files.write(self.at("a"), b"x"))
        run(self.files.remove(self.at("a")))
        run(self.files.remove(self.at("a")))

        assert run(self.files.kind(self.at("a"))) is None

    def test_a_folder_is_not_removed(self) -> None:
        run(self.files.create_folders(self.at("folder")))

        with pytest.raises(StoreError):
            run(self.files.remove(self.at("folder")))

        assert run(self.files.kind(self.at("folder"))) is FileKind.FOLDER

    def test_writing_over_a_link_leaves_its_target_alone(self) -> None:
        run(self.files.write(self.at("target"), b"old"))
        self.link(self.at("link"), self.at("target"))
        run(self.files.write(self.at("link"), b"new"))

        assert run(self.files.read(self.at("target"), limit_bytes=9)) == b"old"
        assert run(self.files.read(self.at("link"), limit_bytes=9)) == b"new"
