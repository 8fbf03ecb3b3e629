import re
from typing import override

import pytest

from contracts.pictures import PicturesContract
from fakes.pictures import FakePictures


class TestFakePictures(PicturesContract):
    @pytest.fixture(autouse=True)
    def _make(self) -> None:
        self.pictures = FakePictures()

    @override
    def read(self, path: str) -> bytes:
        number = re.search(r"\d+", path)
        assert number is not None
        return self.pictures.kept[int(number[0]) - 1]
