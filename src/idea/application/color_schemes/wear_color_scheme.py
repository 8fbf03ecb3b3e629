"""Give terminals the colours of a scheme."""

from dataclasses import dataclass

from idea.application.color_schemes.views import ColorSchemeView, color_scheme_view
from idea.application.color_schemes.worn_schemes import DARK_SCHEME, LIGHT_SCHEME, worn_schemes
from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Request
from idea.domain.ports.color_scheme_store import ColorSchemeStore


@dataclass(frozen=True, slots=True, kw_only=True)
class WearColorSchemeRequest(Request[ColorSchemeView]):
    """Which scheme."""

    name: str


class WearColorScheme:
    """Give terminals a scheme's colours, in dark themes or in light ones as it is itself."""

    def __init__(self, store: ColorSchemeStore, settings: CurrentSettings) -> None:
        self._store = store
        self._settings = settings

    async def execute(self, request: WearColorSchemeRequest, caller: Caller, /) -> ColorSchemeView:
        """Choose the setting, and answer the scheme.

        Raises:
            NotFoundError: There is no scheme of that name.
            InvalidError: Its file is no scheme any more.
        """
        del caller
        scheme = await self._store.find(request.name)
        await self._settings.refresh()  # What was written by hand a moment ago must not be lost.
        self._settings.set(DARK_SCHEME if scheme.is_dark else LIGHT_SCHEME, scheme.name)
        return color_scheme_view(scheme, worn_schemes(self._settings))
