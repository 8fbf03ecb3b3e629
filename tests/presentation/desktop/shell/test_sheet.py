"""What every dialog has in common."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.profile_dialog import ProfileDialog
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.theme.tokens import builtin_tokens, contrast


def name(skin: Skin, parent: QWidget) -> Sheet:
    return NameDialog.ask("Name it", "Any.", skin, parent, lambda *_: None, choice="Here only")


def profile(skin: Skin, parent: QWidget) -> Sheet:
    told = {"check": lambda _: None, "save": lambda _: None}
    found = ProfileDialog.edit("Engine", "As JSON.", "{}", skin, parent, **told)  # type: ignore[arg-type]
    found.refuse("It has no name.")
    return found


@pytest.mark.parametrize("ask", [name, profile])
def test_all_of_it_can_be_read_when_the_theme_changes_while_it_is_open(
    qtbot: QtBot, ask: Callable[[Skin, QWidget], Sheet]
) -> None:
    themes = ThemeChoice(builtin_tokens(), load_fonts())
    themes.choose("dark")
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1200, 800)
    parent.show()
    dialog = ask(themes.skin, parent)

    for theme in ("dark", "light", "high-contrast"):
        themes.choose(theme)
        QApplication.sendPostedEvents()
        tokens, unreadable = builtin_tokens()[theme], []
        for part in dialog.findChildren(QWidget):
            ground = {QLabel: tokens.bg1, QLineEdit: tokens.bg0, QPlainTextEdit: tokens.term}
            if type(part) in ground:
                color = part.palette().color(QPalette.ColorRole.WindowText)
                if type(part) is not QLabel:
                    color = part.palette().color(QPalette.ColorRole.Text)
                if contrast(color.name(), ground[type(part)]) < 4.5:
                    unreadable.append((theme, type(part).__name__, color.name()))
        assert unreadable == []
    dialog.close()
