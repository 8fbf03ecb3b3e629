"""Choose a setting's value."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Request
from idea.domain.settings import SettingValue


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettingRequest(Request[Mapping[str, SettingValue]]):
    """Which setting, and what it should be."""

    name: str
    value: bool | int | float | str | None
    """None for the default."""


class SetSetting:
    """Give a setting another value, for every project and window."""

    def __init__(self, settings: CurrentSettings) -> None:
        self._settings = settings

    async def execute(
        self, request: SetSettingRequest, caller: Caller, /
    ) -> Mapping[str, SettingValue]:
        """Check, keep, announce, and answer every setting."""
        del caller
        await self._settings.refresh()  # What was written by hand a moment ago must not be lost.
        self._settings.set(request.name, request.value)
        return self._settings.values
