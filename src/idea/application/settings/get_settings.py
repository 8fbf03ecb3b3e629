"""Tell every setting's value."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Request
from idea.domain.setting import SettingValue


@dataclass(frozen=True, slots=True, kw_only=True)
class GetSettingsRequest(Request[Mapping[str, SettingValue]]):
    """Asks nothing in particular."""


class GetSettings:
    """Show every setting and its value."""

    def __init__(self, settings: CurrentSettings) -> None:
        self._settings = settings

    async def execute(
        self, request: GetSettingsRequest, caller: Caller, /
    ) -> Mapping[str, SettingValue]:
        """Look."""
        del request, caller
        return self._settings.values
