"""What every search for programs has to do."""

import asyncio
from abc import ABC, abstractmethod

from idea.domain.ports.program_search import ProgramFound, ProgramSearch


class ProgramSearchContract(ABC):
    """Below `at()` are a folder on this process's PATH, one on the login's, and a tool's."""

    search: ProgramSearch

    @abstractmethod
    def at(self, *parts: str) -> str:
        """Return an absolute path."""

    @abstractmethod
    def install(self, path: str) -> None:
        """Put a program somewhere; `own`, `login` and `tool` are the three folders."""

    def find(self, command: str, *, logged_in: bool = True) -> ProgramFound | None:
        login = {"PATH": f"{self.at('login')}:{self.at('gone')}", "HOME": self.at()}
        return asyncio.run(self.search.find(command, login if logged_in else None))

    def test_what_is_nowhere_is_not_found(self) -> None:
        self.install(self.at("tool", "other"))

        assert self.find("one") is None
        assert self.find(self.at("gone", "one")) is None

    def test_the_logins_path_comes_before_the_tools(self) -> None:
        self.install(self.at("login", "one"))
        self.install(self.at("tool", "one"))

        assert self.find("one") == ProgramFound(
            path=self.at("login", "one"), where="your PATH", is_on_path=True
        )

    def test_before_the_login_is_known_the_own_path_counts(self) -> None:
        self.install(self.at("own", "one"))

        assert self.find("one") is None
        assert self.find("one", logged_in=False) == ProgramFound(
            path=self.at("own", "one"), where="your PATH", is_on_path=True
        )

    def test_a_tools_folder_is_looked_at_and_named(self) -> None:
        self.install(self.at("tool", "one"))

        assert self.find("one") == ProgramFound(
            path=self.at("tool", "one"), where="a tool", is_on_path=False
        )

    def test_an_absolute_command_is_where_it_says(self) -> None:
        self.install(self.at("tool", "one"))

        assert self.find(self.at("tool", "one")) == ProgramFound(
            path=self.at("tool", "one"), where="where its profile says", is_on_path=True
        )
