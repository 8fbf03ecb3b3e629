"""List the person's colour schemes."""

from dataclasses import dataclass

from idea.application.color_schemes.views import ColorSchemesView, color_scheme_view
from idea.application.color_schemes.worn_schemes import worn_schemes
from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Request
from idea.domain.ports.color_scheme_store import ColorSchemeStore


@dataclass(frozen=True, slots=True, kw_only=True)
class ListColorSchemesRequest(Request[ColorSchemesView]):
    """Asks nothing in particular."""


class ListColorSchemes:
    """List the colour schemes of terminals that were imported, and which are worn."""

    def __init__(self, store: ColorSchemeStore, settings: CurrentSettings) -> None:
        self._store = store
        self._settings = settings

    async def execute(
        self, request: ListColorSchemesRequest, caller: Caller, /
    ) -> ColorSchemesView:
        """Look into the folder as it is now.

        Raises:
            StoreError: The folder cannot be read.
        """
        del request, caller
        schemes, notices = await self._store.all()
        worn = worn_schemes(self._settings)
        return ColorSchemesView(
            schemes=tuple(color_scheme_view(each, worn) for each in schemes), notices=notices
        )
