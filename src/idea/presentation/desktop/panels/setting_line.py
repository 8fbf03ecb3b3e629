"""One setting on its page: what it does, its value, where that comes from. Main thread only."""

from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from idea.domain.errors import InvalidError
from idea.domain.setting import SettingValue
from idea.presentation.desktop.panels.setting_editors import setting_editor
from idea.presentation.desktop.panels.setting_words import SettingWords
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.settings_page import Control, SettingRow, parsed
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_text
from idea.presentation.desktop.widgets.spoken import announce
from idea.presentation.desktop.widgets.switch import SWITCH_EDGE

_MARK = 3
_LEFT = 16
_TOP, _BELOW = 10, 11
_APART = 8
_VALUE = 330
_NARROW = 620
"""Below this width the value stands below the words."""


class SettingLine(QWidget):
    """Shows a `SettingRow`; buttons are made when they are of use for the first time."""

    chose = Signal(str, object)
    """Carries the setting's name and the value that was given."""
    reset_asked = Signal(str)
    agree_asked = Signal(str)

    def __init__(self, row: SettingRow, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._mistake = ""
        self._words = SettingWords(row)
        self._heights: dict[int, int] = {}
        """By width."""
        self._editor = setting_editor(row, skin, self, self._choose, self._take_text)
        self.editor.setAccessibleName(f"{row.title}, {row.unit}" if row.unit else row.title)
        self.setAccessibleName(row.title)
        self.setAccessibleDescription(f"{row.name}, usually {row.usual}")
        self._agree: WordButton | None = None
        self._reset: WordButton | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._dress()
        skin.changed.connect(self._dress)
        self.show_row(row)

    @property
    def row(self) -> SettingRow:
        """What is shown."""
        return self._words.row

    @property
    def editor(self) -> QWidget:
        """What the value is changed with."""
        return self._editor.widget

    @property
    def fault(self) -> str:
        """Why what was typed, or what stands in a file, cannot be right."""
        return self._words.fault

    @property
    def reset(self) -> WordButton:
        """What takes the value back."""
        if self._reset is None:
            kind, title = ButtonKind.PLAIN, self.row.title
            self._reset = self._button("Reset", kind, f"Reset {title}", self.reset_asked)
            QWidget.setTabOrder(self._agree or self.editor, self._reset)
        return self._reset

    @property
    def agree(self) -> WordButton:
        """What agrees to what the project wants."""
        if self._agree is None:
            name = f"Agree to what the project wants for {self.row.title}"
            self._agree = self._button("Agree", ButtonKind.SECONDARY, name, self.agree_asked)
            QWidget.setTabOrder(self.editor, self._agree)
        return self._agree

    def show_row(self, row: SettingRow) -> None:
        """Show the setting as it is now."""
        if row.value != self.row.value:
            self._mistake = ""
        self._words.row = row
        self._editor.show(row)
        self._words.fault = self._mistake or row.fault
        if row.can_reset or self._reset is not None:
            self._offer(self.reset, is_of_use=row.can_reset)
        if row.wish or self._agree is not None:
            self._offer(self.agree, is_of_use=bool(row.wish))
        self.editor.setAccessibleDescription(" ".join(filter(None, (row.sentence, row.note))))
        self._lay_out()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_LEFT + 2 * _VALUE, self.heightForWidth(max(self.width(), self._least)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, 0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        known = self._heights.get(width)
        if known is None:  # A layout asks again and again.
            words = self._words.height(self._skin.theme, self._room(width))
            value = self._value_height
            inside = words + _APART + value if width < _NARROW else max(words, value)
            known = self._heights[width] = round(_TOP + inside + _BELOW)
        return known

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        box = QRectF(self.rect())
        draw_edge(painter, box.adjusted(_LEFT, 0, 0, 0), Qt.Edge.BottomEdge, colors.line)
        if self.row.is_changed:
            painter.fillRect(QRectF(0, 12, _MARK, box.height() - 24), colors.accent)
        room = self._room(self.width())
        self._words.paint(painter, theme, QRectF(_LEFT, _TOP, room, box.height()))
        edge = self.editor.geometry()
        draw_text(
            painter,
            self.row.unit,
            theme.fonts.ui(metrics.SECONDARY_TEXT),
            colors.text2,
            left=edge.right() + 1 + _APART,
            middle=edge.center().y() + 1,
            room=box.right() - edge.right(),
        )
        painter.end()

    @property
    def _least(self) -> int:
        return _LEFT + _VALUE + _APART

    @property
    def _value_height(self) -> int:
        self.editor.ensurePolished()
        return self.editor.sizeHint().height()

    def _room(self, width: int) -> int:
        """Return how wide the words may be."""
        return width - _LEFT - (_APART if width < _NARROW else _APART + _VALUE)

    def _lay_out(self) -> None:
        self._heights.clear()
        self.updateGeometry()
        self._place()
        self.update()

    def _place(self) -> None:
        """Put the editor and the buttons where they belong."""
        high = self._value_height
        narrow = self.width() < _NARROW
        left = _LEFT if narrow else self.width() - _VALUE
        words = self._words.height(self._skin.theme, self._room(self.width())) if narrow else 0
        top = round(_TOP + words + (_APART if narrow else 0))
        right = left + _VALUE
        for button in (self._reset, self._agree):
            if button is not None and not button.isHidden():
                size = button.sizeHint()
                right -= size.width()
                middle = top + (high - size.height()) // 2
                button.setGeometry(right, middle, size.width(), size.height())
                right -= _APART
        wide = self.editor.sizeHint().width()
        if self.row.control is Control.TEXT:
            wide = right - left  # A text takes all the room that it may have.
        elif self.row.control is Control.SWITCH:
            left -= SWITCH_EDGE  # Drawn where fields begin; its ring needs the room before that.
        wide = min(max(wide, self.editor.minimumWidth()), self.editor.maximumWidth())
        self.editor.setGeometry(left, top, wide, high)

    def _offer(self, button: WordButton, *, is_of_use: bool) -> None:
        if button.hasFocus() and not is_of_use:
            self.editor.setFocus()  # Hidden, it would hand the keyboard to another line.
        button.setVisible(is_of_use)

    def _button(self, word: str, kind: ButtonKind, name: str, asked: object) -> WordButton:
        button = WordButton(word, kind, self._skin, self)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: asked.emit(self.row.name))  # type: ignore[attr-defined]
        return button

    def _choose(self, value: SettingValue) -> None:
        self._mistake = ""
        self._say_fault()
        if value != self.row.value:
            self.chose.emit(self.row.name, value)

    def _take_text(self, text: str) -> None:
        try:
            self._choose(parsed(self.row, text))
        except InvalidError as error:
            self._mistake = error.sentence
            self._say_fault()
            announce(self, error.sentence)

    def _say_fault(self) -> None:
        self._words.fault = self._mistake or self.row.fault
        self._lay_out()

    def _dress(self) -> None:
        self._heights.clear()
        self.update()
