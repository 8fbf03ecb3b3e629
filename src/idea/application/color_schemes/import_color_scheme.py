"""Take a colour scheme from another terminal's file."""

from dataclasses import dataclass

from idea.application.color_schemes.views import ColorSchemeView, color_scheme_view
from idea.application.color_schemes.worn_schemes import worn_schemes
from idea.application.settings.current_settings import CurrentSettings
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError
from idea.domain.paths import rules_of
from idea.domain.ports.color_scheme_store import ColorSchemeStore


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportColorSchemeRequest(Request[ColorSchemeView]):
    """Which file, and what to call its colours."""

    path: str
    """Absolute."""
    name: str = ""
    """Empty for the file's own name."""


class ImportColorScheme:
    """Keep a copy of another terminal's colours; wearing them is another step."""

    def __init__(self, store: ColorSchemeStore, settings: CurrentSettings) -> None:
        self._store = store
        self._settings = settings

    async def execute(
        self, request: ImportColorSchemeRequest, caller: Caller, /
    ) -> ColorSchemeView:
        """Read it, keep it, and answer it.

        Raises:
            NotFoundError: There is no such file.
            InvalidError: It is no scheme, or the path is not absolute.
            ConflictError: Another scheme of that name is kept already.
            StoreError: It cannot be read, or the copy not be written.
        """
        del caller
        if not rules_of(request.path).is_absolute(request.path):
            raise InvalidError(f"{request.path!r} is no absolute path.")
        scheme = await self._store.take(request.path, request.name)
        return color_scheme_view(scheme, worn_schemes(self._settings))
