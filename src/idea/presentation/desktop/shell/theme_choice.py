"""Which theme is worn: the one the setting names, or the one the desktop asks for."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from idea.presentation.desktop.theme.fonts import Fonts
from idea.presentation.desktop.theme.stylesheet import stylesheet
from idea.presentation.desktop.theme.system_wishes import (
    Wishes,
    on_other_wishes,
    wants_less_motion,
    wishes,
)
from idea.presentation.desktop.theme.theme import (
    Skin,
    TerminalPalette,
    Theme,
    qt_palette,
    theme_of,
)
from idea.presentation.desktop.theme.tokens import (
    DARK,
    HIGH_CONTRAST,
    HIGH_CONTRAST_LIGHT,
    LIGHT,
    Tokens,
)

_MOVING = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_FadeTooltip)
"""What of Qt's own moves; nothing of ours does but a blinking cursor."""


class ThemeChoice(QObject):
    """Dresses the application; `changed` tells that the system changed its mind."""

    changed = Signal()

    def __init__(
        self,
        tokens: Mapping[str, Tokens],
        fonts: Fonts,
        wished: Callable[[], Wishes] = wishes,
    ) -> None:
        super().__init__()
        self._wished = wished
        self._tokens = tokens
        self._fonts = fonts
        self._setting = "system"
        self._terminals: tuple[TerminalPalette | None, TerminalPalette | None] = None, None
        self._dressed: Theme | None = None
        self.skin = Skin(theme_of(tokens[self._name()], fonts))
        self._dress()
        on_other_wishes(self._follow_system)
        if wants_less_motion():
            for effect in _MOVING:
                QApplication.setEffectEnabled(effect, False)  # noqa: FBT003 - Qt's own.

    def choose(self, setting: str) -> None:
        """Wear a theme by its name, or what the system asks for."""
        if setting != self._setting:
            self._setting = setting
            self._dress()

    def color_terminals(
        self, dark: TerminalPalette | None = None, light: TerminalPalette | None = None
    ) -> None:
        """Give terminals colours in dark and in light themes; None for the theme's own.

        Those of the themes of high contrast stay, since they can be read.
        """
        if (dark, light) != self._terminals:
            self._terminals = dark, light
            self._dress()

    def _follow_system(self) -> None:
        self._dress()
        self.changed.emit()

    def _name(self) -> str:
        if self._setting in self._tokens:
            return self._setting
        wished = self._wished()
        names = (HIGH_CONTRAST, HIGH_CONTRAST_LIGHT) if wished.contrast else (DARK, LIGHT)
        return names[wished.light]

    def _dress(self) -> None:
        tokens = self._tokens[self._name()]
        terminal = None if tokens.stands_out else self._terminals[not tokens.is_dark]
        theme = theme_of(tokens, self._fonts, terminal)
        application = QApplication.instance()
        if theme == self._dressed or not isinstance(application, QApplication):
            return
        self._dressed = theme
        self.skin.changing.emit()
        application.setPalette(qt_palette(theme.colors))
        if application.font() != theme.fonts.ui():  # Each of these dresses every widget anew.
            application.setFont(theme.fonts.ui())
        application.setStyleSheet(stylesheet(theme))
        self.skin.wear(theme)
