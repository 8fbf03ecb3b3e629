"""The page of keys: every action, searched by words or by pressing keys. Main thread only."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from idea.domain.actions.key_presets import KeyPreset
from idea.domain.actions.keys import Chord, Platform
from idea.presentation.desktop.panels.key_list import KeyList
from idea.presentation.desktop.panels.window_page import WindowPage
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.keymap_page import KeyRow
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.segments import Segments
from idea.presentation.desktop.widgets.spoken import announce

_HINT = (
    "Enter changes the keys of a row, Shift+Enter gives it two keys one after the other, "
    "Delete takes them away, Backspace gives the usual back."
)
_ASKED = "Press the keys that you look for; Escape leaves it."
_ROW = 46


class KeymapPage(WindowPage):
    """Shows rows, and says what the person looks for."""

    sought = Signal()
    """What is looked for, or a filter, is another."""
    preset_chosen = Signal(object)
    """Carries the `KeyPreset` whose keys shall be the usual ones."""

    def __init__(self, platform: Platform, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__("Keys", "Search actions and keys", skin, parent)
        self.pressed: Chord | None = None
        """The chord that is looked for; None while words are."""
        self.by_keys = WordButton("Find by keys", ButtonKind.SECONDARY, skin, self)
        self.by_keys.clicked.connect(self._wait)
        self.only_changed = QCheckBox("Changed only", self)
        self.only_changed.toggled.connect(self.sought)
        self.only_taken = QCheckBox("Taken from programs", self)
        self.only_taken.toggled.connect(self.sought)
        self.presets = Segments("Whose keys the usual ones are like", skin, self)
        self.presets.show_words([each.display_name for each in KeyPreset], 0)
        self.presets.chosen.connect(lambda at: self.preset_chosen.emit(tuple(KeyPreset)[at]))
        self._leader = plain_label("", self)
        self._leader.setWordWrap(True)
        self.other_leader = WordButton("Another leader…", ButtonKind.PLAIN, skin, self)
        self._hint = plain_label(_HINT, self)
        self._hint.setWordWrap(True)
        self.list = KeyList(platform, skin, self)
        self.change = WordButton("Change", ButtonKind.SECONDARY, skin, self)
        self.change.clicked.connect(self.list.wait_for_keys)
        self.two = WordButton("Two keys", ButtonKind.SECONDARY, skin, self)
        self.two.clicked.connect(self.list.wait_for_two_keys)
        self.none = WordButton("No key", ButtonKind.SECONDARY, skin, self)
        self.none.clicked.connect(lambda: self._tell(self.list.taken_away))
        self.usual = WordButton("Usual keys", ButtonKind.SECONDARY, skin, self)
        self.usual.clicked.connect(lambda: self._tell(self.list.given_back))
        self.all_usual = WordButton("All as usual", ButtonKind.PLAIN, skin, self)
        for button in (self.change, self.two, self.none, self.usual):
            button.setAccessibleDescription("Concerns the row that the keyboard was at last.")
        self.box.textChanged.connect(self._on_words)
        self.list.found.connect(self._on_found)
        self.list.moved.connect(self._follow)
        self.bar.addWidget(self.by_keys)
        self._like = plain_label("Keys like", self)
        self.heading.addWidget(self._like)
        self.heading.addWidget(self.presets)
        for button in (self.change, self.two, self.none, self.usual, self.all_usual):
            self.second_bar.addWidget(button)
        self.second_bar.addStretch(1)
        self.second_bar.addWidget(self.only_changed)
        self.second_bar.addWidget(self.only_taken)
        self._empty = plain_label("", self)
        led = QHBoxLayout()
        led.setContentsMargins(0, 0, 0, 0)
        led.addWidget(self._leader, 1)
        led.addWidget(self.other_leader)
        self.rows.addLayout(led)
        for part in (self._hint, self._empty, self.list):
            self.rows.addWidget(part)
        self.rows.addStretch(1)
        skin.changed.connect(self._dress)
        self._dress()

    def show_rows(self, rows: Sequence[KeyRow], changed: int, empty: str) -> None:
        """Show these actions; `empty` stands there instead of none."""
        self.list.show_rows(rows)
        self._empty.setText(empty)
        self._empty.setVisible(not rows)
        self.only_changed.setText(f"Changed only ({changed})")
        self.all_usual.setVisible(changed > 0)

    def show_preset(self, preset: KeyPreset, leader: str) -> None:
        """Show which preset is chosen, and a sentence about its leader; empty for none."""
        self.presets.show_words(
            [each.display_name for each in KeyPreset], tuple(KeyPreset).index(preset)
        )
        self._leader.setText(leader)
        self._leader.setVisible(bool(leader))
        self.other_leader.setVisible(bool(leader))

    @property
    def said(self) -> tuple[str, str]:
        """What stands above the rows: about the leader, and about the rows."""
        return self._leader.text(), self._hint.text()

    @property
    def empty(self) -> str:
        """What stands in place of rows; empty while there are some."""
        return "" if self._empty.isHidden() else self._empty.text()

    def tell_count(self) -> None:
        """Let those who do not see it know how many match."""
        announce(self, f"{len(self.list.rows)} actions")

    @override
    def first_row(self) -> QWidget | None:
        """Return the list."""
        return self.list if self.list.rows else None

    def _wait(self) -> None:
        self._hint.setText(_ASKED)
        announce(self, _ASKED)
        self.list.wait_to_find()

    def _on_words(self) -> None:
        self.pressed = None
        self._hint.setText(_HINT)
        self.sought.emit()

    def _on_found(self, chord: Chord) -> None:
        self.box.clear()
        self.pressed = chord
        self.sought.emit()

    def say(self, sentence: str) -> None:
        """Say something above the rows, the usual hint for nothing."""
        self._hint.setText(sentence or _HINT)

    def _tell(self, signal: object) -> None:
        row = self.list.current
        if row is not None:
            signal.emit(row.id)  # type: ignore[attr-defined]
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, middle: int) -> None:
        self.area.ensureVisible(0, self.list.y() + middle, 0, _ROW)

    def _dress(self) -> None:
        theme = self.skin.theme
        for label in (self._hint, self._empty, self._leader):
            label.setFont(theme.fonts.ui(metrics.SECONDARY_TEXT))
            label.setStyleSheet(f"color: {theme.colors.text2.name()}; padding: 10px 13px")
        self._like.setFont(theme.fonts.ui(metrics.SECONDARY_TEXT))
        self._like.setStyleSheet(f"color: {theme.colors.text2.name()}")
