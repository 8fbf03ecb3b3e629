"""What the person asked of the whole desktop: light or dark, more contrast, less motion."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication


class Wishes(NamedTuple):
    """How everything should look."""

    light: bool = False
    contrast: bool = False
    """Whether things should stand out from their ground."""


def wishes() -> Wishes:
    """Return how the desktop wants everything to look now."""
    style = QGuiApplication.styleHints()  # It owns what it hands out, while somebody holds it.
    contrast = style.accessibility().contrastPreference()
    return Wishes(
        style.colorScheme() is Qt.ColorScheme.Light, contrast is Qt.ContrastPreference.HighContrast
    )


def on_other_wishes(heard: Callable[[], None]) -> None:
    """Call a function whenever the desktop changes its mind."""
    style = QGuiApplication.styleHints()
    style.colorSchemeChanged.connect(heard)
    style.accessibility().contrastPreferenceChanged.connect(heard)


def wants_less_motion() -> bool:
    """Whether nothing should move or blink by itself."""
    style = QGuiApplication.styleHints()
    preference = getattr(style.accessibility(), "motionPreference", None)  # Since Qt 6.12.
    return preference is not None and preference() is Qt.MotionPreference.ReducedMotion
