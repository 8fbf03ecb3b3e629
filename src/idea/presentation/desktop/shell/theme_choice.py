"""Which theme is worn: the one the setting names, or the one the desktop asks for."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from idea.presentation.desktop.theme.fonts import Fonts
from idea.presentation.desktop.theme.stylesheet import stylesheet
from idea.presentation.desktop.theme.theme import Skin, Theme, qt_palette, theme_of
from idea.presentation.desktop.theme.tokens import DARK, LIGHT, Tokens


class ThemeChoice(QObject):
    """Dresses the application; `changed` tells that the system changed its mind."""

    changed = Signal()

    def __init__(self, tokens: Mapping[str, Tokens], fonts: Fonts) -> None:
        super().__init__()
        self._tokens = tokens
        self._fonts = fonts
        self._setting = "system"
        self._dressed: Theme | None = None
        self.skin = Skin(theme_of(tokens[self._name()], fonts))
        self._dress()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def choose(self, setting: str) -> None:
        """Wear `dark`, `light`, or what the system wears."""
        if setting != self._setting:
            self._setting = setting
            self._dress()

    def _on_scheme_changed(self) -> None:
        self._dress()
        self.changed.emit()

    def _name(self) -> str:
        if self._setting in self._tokens:
            return self._setting
        scheme = QGuiApplication.styleHints().colorScheme()
        return LIGHT if scheme is Qt.ColorScheme.Light else DARK

    def _dress(self) -> None:
        theme = theme_of(self._tokens[self._name()], self._fonts)
        application = QApplication.instance()
        if theme == self._dressed or not isinstance(application, QApplication):
            return
        self._dressed = theme
        application.setPalette(qt_palette(theme.colors))
        application.setFont(theme.fonts.ui())
        application.setStyleSheet(stylesheet(theme))
        self.skin.wear(theme)
