"""Choose a setting's value."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Person, Request
from idea.domain.errors import InvalidError
from idea.domain.events import ProjectSettingsChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.setting import SettingValue
from idea.domain.settings import setting_named


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettingRequest(Request[Mapping[str, SettingValue]]):
    """Which setting, and what it should be."""

    name: str
    value: bool | int | float | str | None
    """None for the default; in a project, for what counts everywhere."""
    project: str = ""
    """The project whose own setting it is; empty for everywhere."""


class SetSetting:
    """Give a setting another value, for every project and window or in one project."""

    def __init__(self, settings: CurrentSettings, projects: Projects, events: EventBus) -> None:
        self._settings = settings
        self._projects = projects
        self._events = events

    async def execute(
        self, request: SetSettingRequest, caller: Caller, /
    ) -> Mapping[str, SettingValue]:
        """Check, keep, announce, and answer every setting.

        Raises:
            NotFoundError: There is no such setting or project.
            InvalidError: The value cannot be right, or a project may not override it.
            ConflictError: Several projects are meant, or its folder may not be written.
        """
        if request.project:
            return await self._set_in_project(request, is_person=isinstance(caller, Person))
        await self._settings.refresh()  # What was written by hand a moment ago must not be lost.
        self._settings.set(request.name, request.value)
        return self._settings.values

    async def _set_in_project(
        self, request: SetSettingRequest, *, is_person: bool
    ) -> Mapping[str, SettingValue]:
        setting = setting_named(request.name)
        if not setting.per_project:
            raise InvalidError(f"{setting.name} is the same in every project.")
        value = None if request.value is None else setting.checked(request.value)
        project = (await self._projects.resolve(request.project)).id
        await self._projects.override(project, setting.name, value)
        if value is not None and is_person:  # Who chooses a value agrees to it.
            await self._projects.agree(project, setting.name, value)
        self._events.publish(ProjectSettingsChanged(project))
        return self._settings.values_within(self._projects.overrides(project))
