"""Pictures are private files, and a full disk is said in a sentence."""

import shutil
from pathlib import Path
from typing import override

import pytest

from contracts.pictures import PicturesContract
from idea.domain.errors import StoreError
from idea.infrastructure.files.pictures import TemporaryPictures


class TestTemporaryPictures(PicturesContract):
    @pytest.fixture(autouse=True)
    def _make(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.pictures = TemporaryPictures(str(tmp_path))

    @override
    def read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def test_nobody_else_reads_them(self) -> None:
        path = Path(self.pictures.keep(b"x"))
        assert not path.stat().st_mode & 0o077
        assert not path.parent.stat().st_mode & 0o077

    def test_a_folder_that_was_cleared_is_made_again(self) -> None:
        shutil.rmtree(Path(self.pictures.keep(b"x")).parent)
        assert self.read(self.pictures.keep(b"y")) == b"y"

    def test_what_cannot_be_written_is_said(self) -> None:
        pictures = TemporaryPictures(str(self.folder / "nowhere"))
        with pytest.raises(StoreError, match="could not be kept"):
            pictures.keep(b"x")
