from typing import override

import pytest

from contracts.program_search import ProgramSearchContract
from fakes.program_search import FakeProgramSearch


class TestFakeProgramSearch(ProgramSearchContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.search: FakeProgramSearch = FakeProgramSearch(own_path="/home/own")

    @override
    def at(self, *parts: str) -> str:
        return "/".join(("/home", *parts))

    @override
    def install(self, path: str) -> None:
        self.search.programs[path] = "a tool" if path.startswith("/home/tool/") else ""
