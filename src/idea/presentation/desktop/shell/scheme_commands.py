"""Terminals in the colours of an imported scheme: wears what is chosen, and asks for it."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from idea.application.color_schemes.import_color_scheme import ImportColorSchemeRequest
from idea.application.color_schemes.list_color_schemes import ListColorSchemesRequest
from idea.application.color_schemes.views import ColorSchemesView, ColorSchemeView
from idea.application.color_schemes.wear_color_scheme import WearColorSchemeRequest
from idea.application.color_schemes.worn_schemes import DARK_SCHEME, LIGHT_SCHEME
from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.visible import visible
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.theme.theme import TerminalPalette
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.color_schemes import scheme_entries
from idea.presentation.desktop.viewmodels.desk_state import DeskState


class SchemeCommands:
    """Main thread only; the dialog opens over `window`."""

    def __init__(
        self,
        stage: Stage,
        themes: ThemeChoice,
        window: QWidget,
        opener: PaletteOpener,
        notices: Notices,
    ) -> None:
        self._stage = stage
        self._themes = themes
        self._window = window
        self._opener = opener
        self._notices = notices
        self._worn = ("", "")
        self._connected = False

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "view.choose_color_scheme": self.choose,
            "view.import_color_scheme": self.ask_file,
        }

    def follow(self, state: DeskState) -> None:
        """Wear what the settings name; the engine is asked when they, or it, are others."""
        self._themes.choose(state.setting("appearance.theme", "system"))
        worn = state.setting(DARK_SCHEME, ""), state.setting(LIGHT_SCHEME, "")
        met, self._connected = state.connected and not self._connected, state.connected
        if not state.connected or (worn == self._worn and not (met and any(worn))):
            return
        self._worn = worn
        if any(worn):
            self._stage.runner.ask_quietly(ListColorSchemesRequest(), self._wear)
        else:
            self._themes.color_terminals()

    def choose(self) -> None:
        """Offer every scheme, and the theme's own colours."""
        self._stage.runner.ask(ListColorSchemesRequest(), self._offer)

    def ask_file(self) -> None:
        """Ask for another terminal's file and wear what is in it."""
        dialog = QFileDialog(self._window, "Import terminal colours")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Import")
        dialog.fileSelected.connect(self.take)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def take(self, path: str) -> None:
        """Keep the scheme of a file and wear it."""
        self._stage.runner.ask(
            ImportColorSchemeRequest(path=path), lambda scheme: self._put_on(scheme.name)
        )

    def _offer(self, found: ColorSchemesView) -> None:
        for sentence in found.notices:
            self._notices.tell(sentence, self._stage.desk.current)
        dark = self._themes.skin.theme.tokens.is_dark
        self._opener.choose(
            scheme_entries(found.schemes, dark=dark), "Which colours for terminals?", self._put_on
        )

    def _put_on(self, name: str) -> None:
        runner = self._stage.runner
        if name:
            runner.ask(WearColorSchemeRequest(name=name), self._tell_where)
            return
        dark = self._themes.skin.theme.tokens.is_dark
        setting = DARK_SCHEME if dark else LIGHT_SCHEME
        runner.ask(SetSettingRequest(name=setting, value=None))

    def _tell_where(self, scheme: ColorSchemeView) -> None:
        tokens = self._themes.skin.theme.tokens
        shade = "dark" if scheme.is_dark else "light"
        if tokens.stands_out:
            sentence = f"{visible(scheme.name)} is worn where contrast is usual."
        elif tokens.is_dark != scheme.is_dark:
            sentence = f"{visible(scheme.name)} is {shade}: terminals wear it in the {shade} theme."
        else:
            return
        self._notices.tell(sentence, self._stage.desk.current)

    def _wear(self, found: ColorSchemesView) -> None:
        known = {scheme.name: scheme for scheme in found.schemes}
        for name in dict.fromkeys(self._worn):
            if name and name not in known:
                sentence = (
                    f"There is no colour scheme {visible(name)!r}: terminals keep the theme's."
                )
                self._notices.tell(sentence, self._stage.desk.current)
        dark, light = (self._palette(name, known) for name in self._worn)
        self._themes.color_terminals(dark, light)

    @staticmethod
    def _palette(name: str, known: Mapping[str, ColorSchemeView]) -> TerminalPalette | None:
        scheme = known.get(name)
        if scheme is None:
            return None
        cursor = scheme.foreground if scheme.cursor is None else scheme.cursor
        return TerminalPalette(
            foreground=scheme.foreground,
            background=scheme.background,
            cursor=cursor,
            cursor_text=scheme.background if scheme.cursor_text is None else scheme.cursor_text,
            selection=cursor if scheme.selection is None else scheme.selection,
            ansi=scheme.ansi,
        )
