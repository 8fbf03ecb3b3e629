"""Tell every setting, and where its value comes from."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.settings.current_settings import CurrentSettings
from idea.application.settings.views import SettingView
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError
from idea.domain.setting import Setting, SettingValue
from idea.domain.settings import SETTINGS, setting_faults


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSettingsRequest(Request[tuple[SettingView, ...]]):
    """Of which project."""

    project: str = ""
    """An id, a unique name or a path; empty for everywhere."""


class ShowSettings:
    """Show every setting, its value and whether it is the person's or a project's own."""

    def __init__(self, settings: CurrentSettings, projects: Projects) -> None:
        self._settings = settings
        self._projects = projects

    async def execute(
        self, request: ShowSettingsRequest, caller: Caller, /
    ) -> tuple[SettingView, ...]:
        """Look.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: Several are meant.
        """
        del caller
        await self._settings.refresh()
        counting: Mapping[str, object] = {}
        withheld: Mapping[str, object] = {}
        faults: tuple[str, ...] = ()
        if request.project:
            project = (await self._projects.resolve(request.project)).id
            counting, withheld = self._projects.overrides(project), self._projects.withheld(project)
            faults = self._projects.override_faults(project)
        return tuple(self._view(each, counting, withheld, faults) for each in SETTINGS)

    def _view(
        self,
        setting: Setting,
        counting: Mapping[str, object],
        withheld: Mapping[str, object],
        faults: tuple[str, ...],
    ) -> SettingView:
        name, chosen = setting.name, self._settings.chosen
        mine = _checked(setting, chosen)
        theirs = _checked(setting, counting)
        wanted = _checked(setting, withheld)
        origin = "default" if mine is None else "user"
        return SettingView(
            name=name,
            value=self._settings.value(name, counting),
            origin=origin if theirs is None else "project",
            chosen=mine,
            own=wanted if theirs is None else theirs,
            is_withheld=wanted is not None,
            faults=setting_faults(chosen, setting),
            own_faults=tuple(fault for fault in faults if fault.startswith(f"{name} ")),
        )


def _checked(setting: Setting, layer: Mapping[str, object]) -> SettingValue | None:
    try:
        return setting.checked(layer[setting.name])
    except (KeyError, InvalidError):
        return None
