"""Unsaved texts as files: private, harmlessly named, and not too many."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import override

import pytest

from contracts.kept_texts import KeptTextsContract
from idea.infrastructure.files.kept_texts import MOST_TEXTS, FileKeptTexts


class TestFileKeptTexts(KeptTextsContract):
    @pytest.fixture(autouse=True)
    def _make(self, tmp_path: Path) -> None:
        self.texts = FileKeptTexts(tmp_path / "unsaved")

    @override
    def kept(self) -> Sequence[str]:
        files = sorted(self.texts.folder.glob("*.md"))
        assert all(path.stat().st_mode & 0o777 == 0o600 for path in files)
        return [path.read_text() for path in files]


def test_a_name_cannot_lead_elsewhere_and_a_full_disk_stops_nothing(tmp_path: Path) -> None:
    texts = FileKeptTexts(tmp_path / "unsaved")
    texts.keep("../../etc/passwd", "x")
    texts.keep("", "y")
    assert asyncio.run(texts.untold()) == ("_etc_passwd", "text")
    (tmp_path / "file").write_text("in the way")
    blocked = FileKeptTexts(tmp_path / "file" / "unsaved")
    blocked.keep("a", "z")
    assert asyncio.run(blocked.untold()) == ()


def test_the_oldest_texts_go_first(tmp_path: Path) -> None:
    texts = FileKeptTexts(tmp_path / "unsaved")
    for number in range(MOST_TEXTS + 2):
        texts.keep("a", str(number))
    asyncio.run(texts.untold())
    kept = [path.read_text() for path in sorted(texts.folder.glob("*.md"))]
    assert kept == [str(number) for number in range(2, MOST_TEXTS + 2)]
