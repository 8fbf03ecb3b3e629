from typing import override

import pytest

from contracts.session_store import SessionStoreContract
from fakes.session_store import FakeSessionStore
from idea.domain.ports.session_store import SessionStore


class TestFakeSessionStore(SessionStoreContract):
    @pytest.fixture(autouse=True)
    def kept(self) -> None:
        self._kept = FakeSessionStore()

    @override
    def store(self) -> SessionStore:
        return self._kept
