from datetime import datetime
from typing import override

import pytest

from contracts.transcripts import TranscriptsContract
from fakes.transcripts import FakeTranscripts


class TestFakeTranscripts(TranscriptsContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.transcripts: FakeTranscripts = FakeTranscripts()

    @override
    def at(self, path: str) -> str:
        return f"/home/{path}"

    @override
    def write(self, path: str, text: str, at: datetime) -> None:
        self.transcripts.texts[self.at(path)] = (at, text)
