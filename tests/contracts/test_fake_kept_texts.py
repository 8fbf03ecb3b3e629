from collections.abc import Sequence
from typing import override

import pytest

from contracts.kept_texts import KeptTextsContract
from fakes.kept_texts import FakeKeptTexts


class TestFakeKeptTexts(KeptTextsContract):
    @pytest.fixture(autouse=True)
    def _make(self) -> None:
        self.texts = self.fake = FakeKeptTexts()

    @override
    def kept(self) -> Sequence[str]:
        return [text for _, text in self.fake.texts]
