"""The settings that say which colour schemes are worn."""

from idea.application.settings.current_settings import CurrentSettings

DARK_SCHEME = "terminal.dark_scheme"
LIGHT_SCHEME = "terminal.light_scheme"


def worn_schemes(settings: CurrentSettings) -> tuple[str, str]:
    """Return the names of the schemes in dark and in light themes; empty for a theme's own."""
    return str(settings.value(DARK_SCHEME)), str(settings.value(LIGHT_SCHEME))
