from typing import override

import pytest

from contracts.stored_value import StoredValueContract
from fakes.stored_value import FakeStoredValue
from idea.domain.ports.stored_value import StoredValue


class TestFakeStoredValue(StoredValueContract):
    @pytest.fixture(autouse=True)
    def nothing_kept(self) -> None:
        self.last: FakeStoredValue[dict[str, str]] = FakeStoredValue({})

    @override
    def opened(self) -> StoredValue[dict[str, str]]:
        self.last = FakeStoredValue(self.last.kept)
        return self.last

    @override
    def written_by_another(self, value: dict[str, str]) -> None:
        self.last.write(value)
