"""Reading and choosing settings."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta

import pytest

from fakes.event_bus import FakeEventBus
from fakes.stored_value import FakeStoredValue
from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.current_settings import CurrentSettings
from idea.application.settings.engine_choices import EngineChoices
from idea.application.settings.get_keymap import GetKeymap, GetKeymapRequest
from idea.application.settings.get_settings import GetSettings, GetSettingsRequest
from idea.application.settings.set_setting import SetSetting, SetSettingRequest
from idea.application.use_case import Person
from idea.application.views import KeymapView
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.events import KeymapChanged, Noticed, SettingChanged
from idea.domain.ids import ProjectId
from idea.domain.settings import SETTINGS
from support.known_projects import KnownProjects

ME = Person()


class House:
    """The settings and what they stand on."""

    def __init__(self, kept: Mapping[str, object]) -> None:
        self.store = FakeStoredValue(kept)
        self.bus = FakeEventBus()
        self.settings = CurrentSettings(self.store, self.bus)
        self.notices = asyncio.run(self.settings.load())

    def get(self) -> Mapping[str, object]:
        return asyncio.run(GetSettings(self.settings).execute(GetSettingsRequest(), ME))

    def set(self, name: str, value: bool | int | float | str | None) -> Mapping[str, object]:
        request = SetSettingRequest(name=name, value=value)
        return asyncio.run(
            SetSetting(self.settings, KnownProjects(self.bus).projects, self.bus).execute(
                request, ME
            )
        )


def test_every_setting_has_a_value_before_any_was_chosen() -> None:
    assert House({}).get() == {setting.name: setting.default for setting in SETTINGS}


def test_a_chosen_value_is_kept_announced_and_answered() -> None:
    house = House({})
    values = house.set("terminal.font_size", 15)

    assert values["terminal.font_size"] == 15.0
    assert house.store.kept == {"terminal.font_size": 15.0}
    assert house.bus.published == [SettingChanged("terminal.font_size", "15.0")]


def test_choosing_the_same_again_neither_keeps_nor_announces() -> None:
    house = House({"appearance.theme": "dark"})
    house.set("appearance.theme", "dark")
    house.set("terminal.wheel_lines", 3)

    assert (house.store.saved, house.bus.published) == ([], [])


def test_none_and_the_default_take_a_choice_back() -> None:
    house = House({"appearance.theme": "dark", "terminal.wheel_lines": 9, "future.name": [1]})
    house.set("appearance.theme", None)
    house.set("terminal.wheel_lines", 3)

    assert house.store.kept == {"future.name": [1]}
    assert house.bus.published == [
        SettingChanged("appearance.theme", '"system"'),
        SettingChanged("terminal.wheel_lines", "3"),
    ]


def test_what_cannot_be_right_is_refused_and_nothing_changes() -> None:
    house = House({})
    with pytest.raises(InvalidError, match=r"appearance\.theme is one of system, dark"):
        house.set("appearance.theme", "pink")
    with pytest.raises(NotFoundError, match="no setting 'x'"):
        house.set("x", 1)

    assert (house.store.saved, house.bus.published) == ([], [])


def test_a_wrong_value_in_the_file_is_passed_over_and_said() -> None:
    house = House({"terminal.font_size": "big", "appearance.theme": "dark"})

    assert house.notices == (
        (
            "A setting is passed over: "
            "terminal.font_size is a number from 6 to 72 pixels, not 'big'."
        ),
    )
    assert house.get()["terminal.font_size"] == 13.0
    assert house.get()["appearance.theme"] == "dark"
    house.set("appearance.theme", "light")
    assert house.store.kept == {"terminal.font_size": "big", "appearance.theme": "light"}


def test_a_project_may_want_some_settings_otherwise() -> None:
    settings = House({}).settings

    assert settings.value("terminal.scrollback_lines", {"terminal.scrollback_lines": 5}) == 5
    assert settings.value("terminal.scrollback_lines") == 10_000
    with pytest.raises(NotFoundError):
        settings.value("gone")


def test_the_engine_reads_its_own_settings_in_its_own_units() -> None:
    house = House({"sessions.log_limit_mib": 2, "engine.leave_after_minutes": 3})
    choices = EngineChoices(house.settings.value)

    assert (choices.shell(ProjectId("p1")), choices.log_bytes()) == ((), 2 * 1024 * 1024)
    assert (choices.idle_limit_s(), choices.ended_kept_for()) == (180.0, timedelta(days=30))
    assert choices.all_logs_bytes() == 2 * 1024**3
    house.set("terminal.shell", " fish -C 'date +%T' ")
    assert choices.shell(ProjectId("p1")) == ("fish", "-C", "date +%T")
    house.set("terminal.shell", "it's")
    assert choices.shell(ProjectId("p1")) == ("it's",)


def test_what_is_written_by_hand_counts_and_is_announced() -> None:
    house = House({"appearance.theme": "dark"})
    house.store.write({"appearance.theme": "light", "terminal.wheel_lines": 3})
    asyncio.run(house.settings.refresh())
    asyncio.run(house.settings.refresh())

    assert house.get()["appearance.theme"] == "light"
    assert house.bus.published == [SettingChanged("appearance.theme", '"light"')]
    assert house.store.saved == []


def test_a_wrong_value_written_by_hand_is_named_and_the_last_good_one_goes_on() -> None:
    house = House({"terminal.font_size": 20})
    house.store.write({"terminal.font_size": "big", "appearance.theme": "light"})
    asyncio.run(house.settings.refresh())

    assert house.get()["terminal.font_size"] == 20.0
    assert house.settings.value("terminal.font_size") == 20.0
    assert house.bus.published == [
        Noticed(
            "A setting stays as it was: "
            "terminal.font_size is a number from 6 to 72 pixels, not 'big'."
        ),
        SettingChanged("appearance.theme", '"light"'),
    ]
    house.set("terminal.font_size", 10)
    assert house.get()["terminal.font_size"] == 10.0


def test_a_file_that_cannot_be_read_any_more_costs_a_sentence_and_no_setting() -> None:
    house = House({"terminal.font_size": 20})
    house.store.spoil("settings.json is damaged.")
    asyncio.run(house.settings.refresh())

    assert house.get()["terminal.font_size"] == 20.0
    assert house.bus.published == [Noticed("settings.json is damaged.")]


def test_choosing_a_setting_keeps_what_was_written_by_hand_a_moment_before() -> None:
    house = House({})
    house.store.write({"terminal.wheel_lines": 9})
    house.set("appearance.theme", "dark")

    assert house.store.kept == {"terminal.wheel_lines": 9, "appearance.theme": "dark"}


def test_keys_are_read_anew_each_time_with_what_is_wrong_with_them() -> None:
    store = FakeStoredValue[Mapping[str, tuple[str, ...]]]({"cell.close": ()}, ("A line is odd.",))
    bus = FakeEventBus()
    keymap = CurrentKeymap(store, bus)
    use_case = GetKeymap(keymap)

    asyncio.run(keymap.load())
    first = asyncio.run(use_case.execute(GetKeymapRequest(), ME))
    store.write({"cell.close": ("Ctrl+Alt+X",)})
    second = asyncio.run(use_case.execute(GetKeymapRequest(), ME))
    store.spoil("Another line is odd.")
    third = asyncio.run(use_case.execute(GetKeymapRequest(), ME))

    assert first == KeymapView(keys={"cell.close": ()}, notices=("A line is odd.",))
    assert second == KeymapView(keys={"cell.close": ("Ctrl+Alt+X",)})
    assert third == KeymapView(keys=second.keys, notices=("Another line is odd.",))
    assert bus.published == [KeymapChanged(), KeymapChanged()]
