"""The folder of colour schemes."""

import asyncio
import os
from pathlib import Path
from typing import override

import pytest

from contracts.color_scheme_store import ColorSchemeStoreContract
from idea.domain.errors import InvalidError, NotSavedError, StoreError
from idea.domain.ports.color_scheme_store import ColorSchemeStore
from idea.infrastructure.color_schemes.folder import ColorSchemeFolder
from support.scheme_files import KITTY, LIGHT


class TestColorSchemeFolder(ColorSchemeStoreContract):
    @pytest.fixture(autouse=True)
    def fresh(self, tmp_path: Path) -> None:
        self.home = tmp_path

    @override
    def opened(self) -> ColorSchemeStore:
        return ColorSchemeFolder(self.home / "schemes")

    @override
    def file(self, name: str, text: str) -> str:
        path = self.home / name
        path.write_text(text)
        return str(path)


def test_files_put_there_by_hand_count_and_each_wrong_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "sea.conf").write_text(KITTY)
    (tmp_path / "note.txt").write_text("hello")
    (tmp_path / "large.conf").write_bytes(b"#" * ((1 << 20) + 1))
    (tmp_path / ".sea.conf.swp").write_text("hello")
    (tmp_path / "folder").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")

    schemes, notices = asyncio.run(ColorSchemeFolder(tmp_path).all())

    assert [scheme.name for scheme in schemes] == ["sea"]
    assert {Path(notice.partition(":")[0]).name for notice in notices} >= {
        "note.txt",
        "large.conf",
        "folder",
    }


def test_a_scheme_keeps_the_very_bytes_it_came_with(tmp_path: Path) -> None:
    source = tmp_path / "sea.conf"
    source.write_text(KITTY)
    asyncio.run(ColorSchemeFolder(tmp_path / "schemes").take(str(source)))

    assert (tmp_path / "schemes" / "sea.conf").read_text() == KITTY


def test_a_folder_that_cannot_be_written_or_read_is_one_sentence(tmp_path: Path) -> None:
    source, place = tmp_path / "sea.conf", tmp_path / "schemes"
    source.write_text(KITTY)
    place.write_text("no folder")

    with pytest.raises(StoreError, match="cannot be read"):
        asyncio.run(ColorSchemeFolder(place).all())
    with pytest.raises((StoreError, NotSavedError)):
        asyncio.run(ColorSchemeFolder(place / "below").take(str(source)))


def test_a_light_one_that_is_damaged_later_is_told_when_it_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "sand.conf"
    file.write_text(LIGHT[:100])
    with pytest.raises(InvalidError, match="The colour scheme sand lacks"):
        asyncio.run(ColorSchemeFolder(tmp_path).find("sand"))
