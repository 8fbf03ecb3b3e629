"""Importing colour schemes and wearing one."""

import asyncio

import pytest

from fakes.color_scheme_store import FakeColorSchemeStore
from fakes.event_bus import FakeEventBus
from fakes.stored_value import FakeStoredValue
from idea.application.color_schemes.import_color_scheme import (
    ImportColorScheme,
    ImportColorSchemeRequest,
)
from idea.application.color_schemes.list_color_schemes import (
    ListColorSchemes,
    ListColorSchemesRequest,
)
from idea.application.color_schemes.views import ColorSchemeView
from idea.application.color_schemes.wear_color_scheme import (
    WearColorScheme,
    WearColorSchemeRequest,
)
from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Person
from idea.domain.color_scheme import ColorScheme
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.events import SettingChanged

ANSI = tuple(range(16))
SEA = ColorScheme(name="sea", foreground=0xFFFFFF, background=0, ansi=ANSI)
SAND = ColorScheme(name="sand", foreground=0, background=0xFFFFFF, ansi=ANSI)


class Wardrobe:
    """Two files, and what is done with them in few words."""

    def __init__(self) -> None:
        self.store = FakeColorSchemeStore()
        self.store.files = {"/home/me/sea.conf": SEA, "/home/me/sand.conf": SAND}
        self.bus = FakeEventBus()
        self.settings = CurrentSettings(FakeStoredValue({}), self.bus)
        asyncio.run(self.settings.load())

    def take(self, path: str) -> ColorSchemeView:
        use_case = ImportColorScheme(self.store, self.settings)
        return asyncio.run(use_case.execute(ImportColorSchemeRequest(path=path), Person()))

    def wear(self, name: str) -> ColorSchemeView:
        use_case = WearColorScheme(self.store, self.settings)
        return asyncio.run(use_case.execute(WearColorSchemeRequest(name=name), Person()))

    def worn(self) -> dict[str, bool]:
        use_case = ListColorSchemes(self.store, self.settings)
        found = asyncio.run(use_case.execute(ListColorSchemesRequest(), Person()))
        return {scheme.name: scheme.is_worn for scheme in found.schemes}


def test_an_imported_scheme_is_kept_and_not_worn() -> None:
    house = Wardrobe()

    scheme = house.take("/home/me/sea.conf")

    assert (scheme.name, scheme.is_dark, scheme.is_worn) == ("sea", True, False)
    assert house.worn() == {"sea": False}
    assert house.bus.published == []


def test_a_scheme_is_worn_in_themes_as_dark_or_light_as_it_is() -> None:
    house = Wardrobe()
    house.take("/home/me/sea.conf")
    house.take("/home/me/sand.conf")

    assert house.wear("sea").is_worn
    assert house.wear("sand").is_worn
    assert house.worn() == {"sea": True, "sand": True}
    assert house.bus.published == [
        SettingChanged("terminal.dark_scheme", '"sea"'),
        SettingChanged("terminal.light_scheme", '"sand"'),
    ]


def test_what_is_not_there_is_not_worn_and_changes_nothing() -> None:
    house = Wardrobe()
    with pytest.raises(NotFoundError):
        house.wear("sea")
    with pytest.raises(NotFoundError):
        house.take("/home/me/gone.conf")
    assert house.bus.published == []


def test_a_path_says_all_of_where_its_file_is() -> None:
    with pytest.raises(InvalidError, match=r"'sea\.conf' is no absolute path"):
        Wardrobe().take("sea.conf")
