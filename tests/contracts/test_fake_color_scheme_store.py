from typing import override

import pytest

from contracts.color_scheme_store import ColorSchemeStoreContract
from fakes.color_scheme_store import FakeColorSchemeStore
from idea.domain.errors import InvalidError
from idea.domain.ports.color_scheme_store import ColorSchemeStore
from idea.infrastructure.color_schemes.formats import read_scheme


class TestFakeColorSchemeStore(ColorSchemeStoreContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.store = FakeColorSchemeStore()

    @override
    def opened(self) -> ColorSchemeStore:
        return self.store

    @override
    def file(self, name: str, text: str) -> str:
        path = f"/home/me/{name}"
        try:
            self.store.files[path] = read_scheme(name, text.encode())
        except InvalidError:
            self.store.files[path] = None
        return path
