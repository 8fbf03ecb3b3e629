"""A project's own settings: which may be, which count, and who agrees to what."""

import asyncio
from collections.abc import Mapping

import pytest

from fakes.event_bus import FakeEventBus
from fakes.stored_value import FakeStoredValue
from idea.application.settings.agree_to_setting import AgreeToSetting, AgreeToSettingRequest
from idea.application.settings.current_settings import CurrentSettings
from idea.application.settings.engine_choices import EngineChoices
from idea.application.settings.set_setting import SetSetting, SetSettingRequest
from idea.application.settings.show_settings import ShowSettings, ShowSettingsRequest
from idea.application.settings.views import SettingView
from idea.application.use_case import Caller, Person, SessionCaller
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import Noticed, ProjectSettingsChanged
from idea.domain.ids import SessionId
from idea.domain.setting import SettingValue
from support.known_projects import ROOT, KnownProjects

ME = Person()
A_PROGRAM = SessionCaller(SessionId("s1"))
LINES, SHELL = "terminal.scrollback_lines", "terminal.shell"


class House:
    """Settings of everywhere, and one open project."""

    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self.bus = FakeEventBus()
        self.settings = CurrentSettings(FakeStoredValue(chosen or {}), self.bus)
        asyncio.run(self.settings.load())
        self.known = KnownProjects(self.bus)
        self.project = self.known.open()
        self.bus.published.clear()

    def set(
        self, name: str, value: SettingValue | None, caller: Caller = ME
    ) -> Mapping[str, SettingValue]:
        request = SetSettingRequest(name=name, value=value, project=ROOT)
        use_case = SetSetting(self.settings, self.known.projects, self.bus)
        return asyncio.run(use_case.execute(request, caller))

    def show(self, name: str, project: str = ROOT) -> SettingView:
        use_case = ShowSettings(self.settings, self.known.projects)
        views = asyncio.run(use_case.execute(ShowSettingsRequest(project=project), ME))
        return next(view for view in views if view.name == name)

    def agree(self, name: str) -> None:
        request = AgreeToSettingRequest(name=name, project=ROOT)
        asyncio.run(AgreeToSetting(self.known.projects, self.bus).execute(request, ME))

    def shell(self) -> tuple[str, ...]:
        """Return what a new cell of the project starts."""
        projects, settings = self.known.projects, self.settings
        choices = EngineChoices(
            settings.value, lambda name, project: settings.value(name, projects.overrides(project))
        )
        return choices.shell(self.project)


def test_a_project_has_its_own_value_and_the_person_theirs() -> None:
    house = House({LINES: 7})
    values = house.set(LINES, 5)

    assert values[LINES] == 5
    assert house.known.folders.facts[ROOT].setting_overrides == {LINES: 5}
    assert house.bus.published == [ProjectSettingsChanged(house.project)]
    shown = house.show(LINES)
    assert (shown.value, shown.origin, shown.chosen, shown.own) == (5, "project", 7, 5)
    elsewhere = house.show(LINES, "")
    assert (elsewhere.value, elsewhere.origin, elsewhere.own) == (7, "user", None)


def test_a_value_is_taken_back_from_a_project() -> None:
    house = House()
    house.set(LINES, 5)
    house.set(LINES, None)

    assert house.known.folders.facts[ROOT].setting_overrides == {}
    assert house.show(LINES).origin == "default"


def test_what_would_start_a_program_counts_once_it_was_agreed_to() -> None:
    house = House()
    house.known.bring({SHELL: "evil --now", LINES: 5})

    assert house.shell() == ()
    wanted = house.show(SHELL)
    assert (wanted.value, wanted.own, wanted.is_withheld) == ("", "evil --now", True)
    assert house.known.projects.overrides(house.project) == {LINES: 5}

    house.agree(SHELL)
    assert house.shell() == ("evil", "--now")
    assert not house.show(SHELL).is_withheld
    assert house.bus.published == [ProjectSettingsChanged(house.project)]

    house.known.bring({SHELL: "evil --later"})
    assert house.shell() == ()


def test_the_person_agrees_to_what_they_choose_and_a_program_to_nothing() -> None:
    house = House()
    house.set(SHELL, "fish")
    assert house.shell() == ("fish",)

    house.set(SHELL, "evil", A_PROGRAM)
    assert house.shell() == ()
    house.set(SHELL, None)
    assert not house.show(SHELL).is_withheld


def test_what_a_project_wants_is_said_when_it_is_opened() -> None:
    house = House()
    house.known.bring({SHELL: "evil", "terminal.editor": "worse"})
    asyncio.run(house.known.projects.hold(house.known.projects.get(house.project)))

    [said] = house.bus.of(Noticed)
    assert said.sentence == (
        "app wants its own terminal.editor and terminal.shell; the settings ask whether you agree."
    )


def test_what_cannot_be_right_is_named_by_its_key() -> None:
    house = House({LINES: "many"})
    house.known.bring({LINES: -1, SHELL: 3})

    assert house.show(LINES).faults == (
        f"{LINES} is a whole number from 0 to 1,000,000 lines, not 'many'.",
    )
    assert house.show(LINES).own_faults == (
        f"{LINES} is a whole number from 0 to 1,000,000 lines, not -1.",
    )
    assert house.show(LINES).value == 10_000
    shell = house.show(SHELL)
    assert (shell.is_withheld, shell.own) == (False, None)


def test_what_may_not_be_is_refused() -> None:
    house = House()
    with pytest.raises(InvalidError, match="the same in every project"):
        house.set("appearance.theme", "dark")
    with pytest.raises(InvalidError, match="a whole number"):
        house.set(LINES, "many")
    with pytest.raises(NotFoundError, match=r"no terminal\.shell of its own"):
        house.agree(SHELL)
    house.known.folders.locked.add(ROOT)
    with pytest.raises(ConflictError, match="cannot be written"):
        house.set(LINES, 5)
    house.known.projects.close(house.project)
    with pytest.raises(ConflictError, match="Open app first"):
        house.set(LINES, 5)
