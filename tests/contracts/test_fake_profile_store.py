from typing import override

import pytest

from contracts.profile_store import SHIPPED, ProfileStoreContract
from fakes.profile_store import FakeProfileStore
from idea.domain.ports.profile_store import ProfileStore


class TestFakeProfileStore(ProfileStoreContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.store = FakeProfileStore(SHIPPED)

    @override
    def opened(self) -> ProfileStore:
        return self.store
