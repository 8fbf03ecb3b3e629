"""What every store of colour schemes has to do."""

import asyncio
from abc import ABC, abstractmethod

import pytest

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ports.color_scheme_store import ColorSchemeStore
from support.scheme_files import KITTY, LIGHT


class ColorSchemeStoreContract(ABC):
    """An empty store, beside files that may be taken."""

    @abstractmethod
    def opened(self) -> ColorSchemeStore:
        """Return the store as a process that starts now finds it."""

    @abstractmethod
    def file(self, name: str, text: str) -> str:
        """Return the path of a file that somebody has."""

    def take(self, name: str, text: str, called: str = "") -> None:
        asyncio.run(self.opened().take(self.file(name, text), called))

    def names(self) -> list[str]:
        schemes, notices = asyncio.run(self.opened().all())
        assert notices == ()
        return [scheme.name for scheme in schemes]

    def test_an_empty_one_has_none(self) -> None:
        assert self.names() == []
        with pytest.raises(NotFoundError, match="There is no colour scheme 'sea'"):
            asyncio.run(self.opened().find("sea"))

    def test_what_was_taken_is_found_under_its_files_name_or_a_given_one(self) -> None:
        self.take("sea.conf", KITTY)
        self.take("sand.conf", LIGHT, "beach")

        assert self.names() == ["beach", "sea"]
        assert asyncio.run(self.opened().find("sea")).is_dark
        assert not asyncio.run(self.opened().find("beach")).is_dark

    def test_the_same_again_is_no_conflict_and_another_one_is(self) -> None:
        self.take("sea.conf", KITTY)
        self.take("sea.conf", KITTY)
        with pytest.raises(ConflictError, match="Another colour scheme 'sea' is kept"):
            self.take("sea.conf", LIGHT)

        assert asyncio.run(self.opened().find("sea")).is_dark

    def test_what_is_no_scheme_is_not_taken(self) -> None:
        with pytest.raises(InvalidError, match="no colour scheme"):
            self.take("sea.conf", "hello")
        assert self.names() == []

    @pytest.mark.parametrize("name", ["../sea", ".hidden", "a/b"])
    def test_a_name_stays_inside_the_store(self, name: str) -> None:
        with pytest.raises(InvalidError, match="cannot be the name"):
            self.take("sea.conf", KITTY, name)

    def test_a_file_that_is_not_there_is_named(self) -> None:
        with pytest.raises(NotFoundError, match=r"There is no file .*gone"):
            asyncio.run(self.opened().take("/gone/sea.conf"))
