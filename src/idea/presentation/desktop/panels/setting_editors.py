"""The editors of a setting's value: a switch, a choice, a number, a text. Main thread only."""

from collections.abc import Callable, Sequence
from typing import override

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from idea.domain.setting import SettingValue
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.settings_page import Control, SettingRow, stepped, written
from idea.presentation.desktop.widgets.drawing import draw_text
from idea.presentation.desktop.widgets.switch import Switch

type Chose = Callable[[SettingValue], None]
type Typed = Callable[[str], None]

_NUMBER, _CHOICE, _LEAST_TEXT, _TEXT = 96, 200, 140, 240
_HIGH = 28


class SettingEditor:
    """One editor and how it is read and written."""

    def __init__(self, widget: QWidget, show: Callable[[SettingRow], None]) -> None:
        self.widget = widget
        self.show = show
        """Shows a row's value, unless somebody is typing there."""


class _Choice(QComboBox):
    """Drawn as the other editors are; scrolling the page past it changes nothing.

    It gets its choices when somebody comes to choose: with them Qt makes a list of ten widgets.
    """

    def __init__(self, choices: Sequence[str], skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._choices = choices
        self._value = ""
        if QAccessible.isActive():
            self._fill()

    def show_value(self, value: str) -> None:
        """Show which one is chosen."""
        self._value = value
        if self.count():
            self.setCurrentText(value)
        self.update()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._fill()
        super().focusInEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._fill()
        super().mousePressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if self.count() or event.type() not in {QEvent.Type.StyleChange, QEvent.Type.FontChange}:
            super().changeEvent(event)
        else:  # Qt would make the list now, to give it the new look.
            QWidget.changeEvent(self, event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_CHOICE, _HIGH)  # Asked itself, it would make the list to measure it.

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _fill(self) -> None:
        if not self.count():
            self.addItems(self._choices)
            self.setCurrentText(self._value)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors, radius = theme.colors, metrics.CONTROL_RADIUS
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colors.accent if self.hasFocus() else colors.line_strong)
        painter.setBrush(colors.bg2)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, radius, radius)
        middle = box.center().y()
        room = box.width() - 40
        words = self.currentText() or self._value
        draw_text(painter, words, theme.fonts.ui(), colors.text, left=9, middle=middle, room=room)
        tip = QPointF(box.right() - 14, middle + 2)
        painter.setPen(QPen(colors.text2, 1.5))
        painter.drawPolyline([tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)])
        painter.end()


class _Number(QLineEdit):
    """Up and Down go a step."""

    def __init__(self, step: Callable[[int], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._step = step

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Up:
                self._step(1)
            case Qt.Key.Key_Down:
                self._step(-1)
            case _:
                super().keyPressEvent(event)


def setting_editor(
    row: SettingRow, skin: Skin, parent: QWidget, chose: Chose, typed: Typed
) -> SettingEditor:
    """Return the editor that fits a setting; `typed` hears texts that were not checked yet."""
    match row.control:
        case Control.SWITCH:
            return _switch(row, skin, parent, chose)
        case Control.CHOICE:
            return _choice(row, skin, parent, chose)
        case Control.NUMBER:
            return _number(row, parent, chose, typed)
        case Control.TEXT:
            line = QLineEdit(parent)
            line.setMinimumWidth(_LEAST_TEXT)
            line.setMaximumWidth(_TEXT)
            line.setPlaceholderText("empty")
            return _line(line, typed)


def _switch(row: SettingRow, skin: Skin, parent: QWidget, chose: Chose) -> SettingEditor:
    switch = Switch(row.title, skin, parent)
    switch.clicked.connect(lambda: chose(switch.isChecked()))
    return SettingEditor(switch, lambda now: switch.setChecked(bool(now.value)))


def _choice(row: SettingRow, skin: Skin, parent: QWidget, chose: Chose) -> SettingEditor:
    box = _Choice(row.choices, skin, parent)
    box.setFixedWidth(_CHOICE)
    box.activated.connect(lambda place: chose(row.choices[place]))
    return SettingEditor(box, lambda now: box.show_value(str(now.value)))


def _number(row: SettingRow, parent: QWidget, chose: Chose, typed: Typed) -> SettingEditor:
    shown = [row]
    line = _Number(lambda steps: chose(stepped(shown[0], steps)), parent)
    line.setFixedWidth(_NUMBER)
    line.setAlignment(Qt.AlignmentFlag.AlignRight)
    editor = _line(line, typed)
    show_text = editor.show

    def show(now: SettingRow) -> None:
        if now.value != shown[0].value:
            line.setModified(False)  # A step, or a change from elsewhere, takes its place.
        shown[0] = now
        show_text(now)

    return SettingEditor(line, show)


def _line(line: QLineEdit, typed: Typed) -> SettingEditor:
    def done() -> None:
        if line.isModified():
            line.setModified(False)
            typed(line.text())

    def show(now: SettingRow) -> None:
        text = written(now.value)
        if not line.isModified() and not (now.fault and line.hasFocus()) and line.text() != text:
            line.setText(text)

    line.editingFinished.connect(done)
    return SettingEditor(line, show)
