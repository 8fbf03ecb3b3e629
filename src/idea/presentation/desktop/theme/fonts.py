"""Fonts: the system's interface font (Inter where present) and the bundled JetBrains Mono."""

import functools
from dataclasses import dataclass
from importlib.resources import as_file, files

from PySide6.QtGui import QFont, QFontDatabase

from idea.presentation.desktop.theme import metrics

_BUNDLED = ("Regular", "Bold", "Italic", "BoldItalic")
_MONO = "JetBrains Mono"


@dataclass(frozen=True, slots=True)
class Fonts:
    """The families in use; sizes are logical pixels. Nobody changes a font that he was given."""

    ui_family: str
    mono_family: str

    @functools.cache  # noqa: B019 - Of two families there are few; asked for at every painting.
    def ui(
        self,
        size: int = metrics.INTERFACE_TEXT,
        weight: QFont.Weight = QFont.Weight.Normal,
    ) -> QFont:
        """Return the interface font with figures of one width, so that ages do not dance."""
        font = QFont(self.ui_family)
        font.setPixelSize(size)
        font.setWeight(weight)
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def semibold(self, size: int = metrics.INTERFACE_TEXT) -> QFont:
        """Return the interface font for names and captions."""
        return self.ui(size, QFont.Weight.DemiBold)

    @functools.cache  # noqa: B019 - Likewise.
    def mono(self, size: int = metrics.TERMINAL_TEXT) -> QFont:
        """Return the terminal font."""
        font = QFont(self.mono_family)
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFixedPitch(True)
        font.setPixelSize(size)
        return font


def load_fonts(mono_family: str = "") -> Fonts:
    """Register the bundled fonts and return the families; needs a QGuiApplication.

    `mono_family` is the person's choice for terminals, empty for JetBrains Mono.
    """
    folder = files("idea.presentation.desktop.theme").joinpath("typefaces")
    for style in _BUNDLED:
        with as_file(folder.joinpath(f"JetBrainsMono-{style}.ttf")) as path:
            QFontDatabase.addApplicationFont(str(path))
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    ui = "Inter" if "Inter" in QFontDatabase.families() else system
    return Fonts(ui_family=ui, mono_family=mono_family or _MONO)
