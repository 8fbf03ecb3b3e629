"""The page of settings, made from their one schema. Main thread only."""

from typing import override

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from idea.presentation.desktop.panels.setting_line import SettingLine
from idea.presentation.desktop.panels.window_page import WindowPage
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.settings_page import SettingsPageView
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.segments import Segments
from idea.presentation.desktop.widgets.spoken import announce


class SettingsPage(WindowPage):
    """Shows a `SettingsPageView`."""

    chose = Signal(str, object)
    """Carries a setting's name and its new value."""
    reset_asked = Signal(str)
    agree_asked = Signal(str)
    sought = Signal()
    """What is looked for, the scope or the filter is another."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__("Settings", "Search settings", skin, parent)
        self._lines: dict[str, SettingLine] = {}
        self._captions: dict[str, QLabel] = {}
        self._empty = plain_label("", self)
        self.scope = Segments("Where settings count", skin, self)
        self.scope.show_words(("Every project",), 0)
        self.scope.chosen.connect(self.sought)
        self.only_changed = QCheckBox("Changed only", self)
        self.only_changed.toggled.connect(self.sought)
        self.box.textChanged.connect(self.sought)
        self.bar.addWidget(self.scope)
        self.bar.addWidget(self.only_changed)
        self.rows.addWidget(self._empty)
        self.rows.addStretch(1)
        skin.changing.connect(self._let_go)
        skin.changed.connect(self._dress)
        self._dress()

    @property
    def is_made(self) -> bool:
        """Whether there are lines, shown or not."""
        return bool(self._lines)

    @property
    def lines(self) -> dict[str, SettingLine]:
        """The settings that are shown, by name."""
        return {name: line for name, line in self._lines.items() if not line.isHidden()}

    def show_project(self, name: str) -> None:
        """Offer a project's own settings, unless there is no project."""
        words = ("Every project", name) if name else ("Every project",)
        self.scope.show_words(words, min(self.scope.at, len(words) - 1))

    def show_view(self, view: SettingsPageView) -> None:
        """Show the settings as they are now."""
        shown = {row.name for group in view.groups for row in group.rows}
        for group in view.groups:
            for row in group.rows:
                line = self._lines.get(row.name)
                if line is None:
                    self._add(group.title, SettingLine(row, self.skin, self))
                else:
                    line.show_row(row)
        for name, line in self._lines.items():
            line.setVisible(name in shown)
        titles = {group.title for group in view.groups}
        for title, caption in self._captions.items():
            caption.setVisible(title in titles)
        self._empty.setText(view.empty)
        self._empty.setVisible(bool(view.empty))
        self.only_changed.setText(f"Changed only ({view.changed})")

    def tell_count(self) -> None:
        """Let those who do not see it know how many match."""
        announce(self, f"{len(self.lines)} settings")

    @override
    def first_row(self) -> QWidget | None:
        """Return the editor of the first setting shown."""
        return next((line.editor for line in self.lines.values()), None)

    def go_to(self, name: str) -> None:
        """Give the keyboard to a setting."""
        line = self._lines.get(name)
        if line is not None:
            line.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            # Lines that are new find their places only once this is done.
            QTimer.singleShot(0, line, lambda: self.area.ensureWidgetVisible(line))

    def _let_go(self) -> None:
        """Have no lines while nobody sees them, rather than a hundred widgets to be dressed."""
        if not self.isVisible():
            for part in (*self._lines.values(), *self._captions.values()):
                self.rows.removeWidget(part)
                part.setParent(None)
                part.deleteLater()
            self._lines.clear()
            self._captions.clear()

    def _add(self, group: str, line: SettingLine) -> None:
        if group not in self._captions:
            caption = self._captions[group] = plain_label(group, self)
            caption.setContentsMargins(16, 20, 0, 4)
            self._dress_caption(caption)
            self.rows.insertWidget(self.rows.count() - 1, caption)
        after = [each for each in self._lines.values() if each.row.name.startswith(_family(line))]
        last = after[-1] if after else self._captions[group]
        self.rows.insertWidget(self.rows.indexOf(last) + 1, line)
        self._lines[line.row.name] = line
        line.chose.connect(self.chose)
        line.reset_asked.connect(self.reset_asked)
        line.agree_asked.connect(self.agree_asked)

    def _dress(self) -> None:
        theme = self.skin.theme
        self._empty.setFont(theme.fonts.ui())
        self._empty.setStyleSheet(f"color: {theme.colors.text2.name()}; padding: 24px 16px")
        for caption in self._captions.values():
            self._dress_caption(caption)

    def _dress_caption(self, caption: QLabel) -> None:
        theme = self.skin.theme
        caption.setFont(theme.fonts.semibold(metrics.SECONDARY_TEXT))
        caption.setStyleSheet(f"color: {theme.colors.text2.name()}")


def _family(line: SettingLine) -> str:
    return f"{line.row.name.partition('.')[0]}."
