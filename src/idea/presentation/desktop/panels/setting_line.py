"""One setting on its page: what it does, its value, where that comes from. Main thread only."""

from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from idea.domain.errors import InvalidError
from idea.domain.setting import SettingValue
from idea.presentation.desktop.panels.setting_editors import setting_editor
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.settings_page import Control, SettingRow, parsed
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.spoken import announce
from idea.presentation.desktop.widgets.switch import SWITCH_EDGE

_MARK = 3
_LEFT = 16
_VALUE = 330
_WORDS = 180
_NARROW = 620
"""Below this width the value stands below the words."""


class SettingLine(QWidget):
    """Shows a `SettingRow`."""

    chose = Signal(str, object)
    """Carries the setting's name and the value that was given."""
    reset_asked = Signal(str)
    agree_asked = Signal(str)

    def __init__(self, row: SettingRow, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._row = row
        self._mistake = ""
        self._title, self._name = plain_label(row.title, self), plain_label(row.name, self)
        self._usual = plain_label(f"usually {row.usual}", self)
        self._sentence, self._note = plain_label(row.sentence, self), plain_label("", self)
        self._fault = plain_label("", self)
        self._unit = plain_label(row.unit, self)
        # Tab leads through them in the order in which they come into the line.
        self._editor = setting_editor(row, skin, self, self._choose, self._take_text)
        self.editor.setAccessibleName(f"{row.title}, {row.unit}" if row.unit else row.title)
        self.agree = WordButton("Agree", ButtonKind.SECONDARY, skin, self)
        self.agree.setAccessibleName(f"Agree to what the project wants for {row.title}")
        self.agree.clicked.connect(lambda: self.agree_asked.emit(row.name))
        self.reset = WordButton("Reset", ButtonKind.PLAIN, skin, self)
        self.reset.setAccessibleName(f"Reset {row.title}")
        self.reset.clicked.connect(lambda: self.reset_asked.emit(row.name))
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._put_together()
        self._dress()
        skin.changed.connect(self._dress)
        self.show_row(row)

    @property
    def row(self) -> SettingRow:
        """What is shown."""
        return self._row

    @property
    def editor(self) -> QWidget:
        """What the value is changed with."""
        return self._editor.widget

    @property
    def fault(self) -> str:
        """Why what was typed, or what stands in a file, cannot be right."""
        return self._fault.text()

    def show_row(self, row: SettingRow) -> None:
        """Show the setting as it is now."""
        if row.value != self._row.value:
            self._mistake = ""
        self._row = row
        self._editor.show(row)
        wish = f"The project wants to run: {row.wish}." if row.wish else ""
        self._note.setText(" ".join(filter(None, (row.note, wish))))
        self._note.setVisible(bool(self._note.text()))
        self._say_fault()
        for button, is_of_use in ((self.reset, row.can_reset), (self.agree, bool(row.wish))):
            if button.hasFocus() and not is_of_use:
                self.editor.setFocus()  # Hidden, it would hand the keyboard to another line.
            button.setVisible(is_of_use)
        self.editor.setAccessibleDescription(" ".join(filter(None, (row.sentence, row.note))))
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._whole.setDirection(way)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        box = QRectF(self.rect())
        draw_edge(painter, box.adjusted(_LEFT, 0, 0, 0), Qt.Edge.BottomEdge, colors.line)
        if self._row.is_changed:
            painter.fillRect(QRectF(0, 12, _MARK, box.height() - 24), colors.accent)
        painter.end()

    def _choose(self, value: SettingValue) -> None:
        self._mistake = ""
        self._say_fault()
        if value != self._row.value:
            self.chose.emit(self._row.name, value)

    def _take_text(self, text: str) -> None:
        try:
            self._choose(parsed(self._row, text))
        except InvalidError as error:
            self._mistake = error.sentence
            self._say_fault()
            announce(self, error.sentence)

    def _say_fault(self) -> None:
        self._fault.setText(self._mistake or self._row.fault)
        self._fault.setVisible(bool(self._fault.text()))

    def _put_together(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(10)
        heading.addWidget(self._title)
        heading.addWidget(self._name)
        heading.addWidget(self._usual)
        heading.addStretch(1)
        said = QWidget(self)
        said.setMinimumWidth(_WORDS)  # Long names are cut rather than the page.
        words = QVBoxLayout(said)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(3)
        words.addLayout(heading)
        for label in (self._sentence, self._note, self._fault):
            label.setWordWrap(True)
            words.addWidget(label)
        words.addStretch(1)
        value = QHBoxLayout()
        value.setSpacing(8)
        # A text takes all the room that it may have.
        value.addWidget(self.editor, 100 if self._row.control is Control.TEXT else 0)
        value.addWidget(self._unit)
        value.addStretch(1)
        value.addWidget(self.agree)
        value.addWidget(self.reset)
        self._unit.setVisible(bool(self._row.unit))
        column = QWidget(self)
        # Switches are drawn where fields begin; the ring around one needs the room before that.
        column.setFixedWidth(SWITCH_EDGE + _VALUE)
        column.setLayout(value)
        edge = 0 if self._row.control is Control.SWITCH else SWITCH_EDGE
        value.setContentsMargins(edge, 0, 0, 0)
        self._whole.setContentsMargins(_LEFT, 10, 0, 11)
        self._whole.setSpacing(8 - SWITCH_EDGE)
        self._whole.addWidget(said, 1)
        self._whole.addWidget(column, 0, Qt.AlignmentFlag.AlignTop)

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        small = fonts.ui(metrics.SECONDARY_TEXT)
        dress: tuple[tuple[QLabel, object, object], ...] = (
            (self._title, fonts.semibold(), colors.text),
            (self._name, fonts.mono(metrics.CAPTION_TEXT), colors.text3),
            (self._usual, small, colors.text3),
            (self._sentence, fonts.ui(), colors.text2),
            (self._note, small, colors.accent),
            (self._fault, small, colors.error),
            (self._unit, small, colors.text2),
        )
        for label, font, color in dress:
            label.setFont(font)  # type: ignore[arg-type]
            label.setStyleSheet(f"color: {color.name()}")  # type: ignore[attr-defined]
        self.editor.setFont(fonts.ui())
        self.update()
