"""The bar that finds text in one terminal: a box, what counts as the same, and where to go.

It floats over the terminal, which never changes its size for it. Enter goes up to the next older
hit, because the newest output is where one comes from; Shift+Enter goes down.
"""

from typing import override

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from idea.domain.search import LONGEST_QUERY, SearchQuery
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import IconButton
from idea.presentation.desktop.widgets.drawing import draw_text, text_width
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.spoken import SpokenWidget, announce

HEIGHT = 36
_WIDTH = 440
_LEAST_BOX = 60
_EDGE = 8
_GAP = 2


class _Toggle(QAbstractButton):
    """A small switch with letters on it."""

    def __init__(self, text: str, says: str, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setText(text)
        self.setCheckable(True)
        explain(self, says)
        self.setAccessibleName(says)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        font = self._skin.theme.fonts.mono(metrics.CAPTION_TEXT)
        return QSize(QFontMetrics(font).horizontalAdvance(self.text()) + 10, 22)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked() or self.underMouse() or self.hasFocus():
            painter.setBrush(colors.accent_soft if self.isChecked() else colors.bg3)
            edge = colors.accent if self.hasFocus() or self.isChecked() else colors.bg3
            painter.setPen(edge)
            painter.drawRoundedRect(box, 5, 5)
        painter.setFont(theme.fonts.mono(metrics.CAPTION_TEXT))
        painter.setPen(colors.accent if self.isChecked() else colors.text2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class FindBar(SpokenWidget):
    """Lets the person say what to look for in its parent, and go from hit to hit."""

    ROLE = QAccessible.Role.ToolBar

    asked = Signal(object)
    """Carries the `SearchQuery`, or None when there is nothing to look for."""
    stepped = Signal(bool)
    """Carries whether to go down to a newer hit."""
    closed = Signal()

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._host = parent
        self._sentence = ""
        self._is_wrong = False
        self._room_for_words = 0
        self.box = QLineEdit(self)
        self.box.setFrame(False)
        self.box.setMaxLength(LONGEST_QUERY)
        self.box.setPlaceholderText("Find")
        self.setAccessibleName("Find")
        self.box.setAccessibleName("Find in this cell")
        self.box.textChanged.connect(self._ask)
        self.box.installEventFilter(self)
        self.case = _Toggle("Aa", "Capitals count (Alt+C)", skin, self)
        self.word = _Toggle("W", "Whole words only (Alt+W)", skin, self)
        self.expression = _Toggle(".*", "Regular expression (Alt+R)", skin, self)
        self._toggles = (self.case, self.word, self.expression)
        for toggle in self._toggles:
            toggle.toggled.connect(self._ask)
        self.up = IconButton(Icon.UP, "Older hit (Enter)", skin, self)
        self.down = IconButton(Icon.DOWN, "Newer hit (Shift+Enter)", skin, self)
        self.close_button = IconButton(Icon.CLOSE, "Close (Escape)", skin, self)
        self.up.clicked.connect(lambda: self.stepped.emit(False))  # noqa: FBT003 - a signal.
        self.down.clicked.connect(lambda: self.stepped.emit(True))  # noqa: FBT003 - a signal.
        self.close_button.clicked.connect(self.close_bar)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def sentence(self) -> str:
        """What is said of the search."""
        return self._sentence

    def open(self, text: str = "") -> None:
        """Look for what is there from before, or for `text`."""
        theme = self._skin.theme
        self.box.setFont(theme.fonts.ui())
        self.show()
        self.raise_()
        self.arrange()
        if text:
            self.box.setText(text)
        self.box.selectAll()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ask()

    def close_bar(self) -> None:
        """Go away; what is shown stays where it is."""
        if not self.isHidden():
            self.asked.emit(None)
            # Whoever listens takes the keyboard first: hiding would hand it to any widget.
            self.closed.emit()
            self.hide()

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        """Tell what was found, or what is wrong with what is looked for."""
        if (sentence, wrong) != (self._sentence, self._is_wrong):
            self._sentence, self._is_wrong = sentence, wrong
            self.setAccessibleDescription(sentence)
            announce(self, sentence)
            self.arrange()
            self.update()

    def arrange(self) -> None:
        """Lie in the upper right corner of the parent."""
        width = min(_WIDTH, self._host.width() - 2 * _EDGE)
        self.setGeometry(self._host.width() - width - _EDGE, _EDGE, width, HEIGHT)
        right = width - _EDGE
        for button in (self.close_button, self.down, self.up, *reversed(self._toggles)):
            size = button.sizeHint() if isinstance(button, _Toggle) else button.size()
            right -= size.width()
            fits = right > _LEAST_BOX
            button.setVisible(fits)
            if fits:
                button.setGeometry(QRect(QPoint(right, (HEIGHT - size.height()) // 2), size))
                right -= _GAP
            else:
                right += size.width()
        self._room_for_words = max(right - _EDGE - _LEAST_BOX, 0)
        words = min(self._words_width(), self._room_for_words)
        self.box.setGeometry(_EDGE, 5, max(right - words - _EDGE, _LEAST_BOX), HEIGHT - 10)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._key(event)
        event.accept()  # What is ignored here would reach the program below.

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # Not a click into the terminal below.

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colors.line_strong)
        painter.setBrush(colors.bg2)
        radius = metrics.CONTROL_RADIUS
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        draw_text(
            painter,
            self._sentence,
            theme.fonts.ui(metrics.SECONDARY_TEXT),
            colors.error if self._is_wrong else colors.text2,
            left=self.box.geometry().right() + 6,
            middle=HEIGHT / 2,
            room=min(self._words_width(), self._room_for_words) - 6,
        )
        painter.end()

    def _words_width(self) -> int:
        font = self._skin.theme.fonts.ui(metrics.SECONDARY_TEXT)
        return round(text_width(self._sentence, font)) + 14 if self._sentence else 0

    def _key(self, event: QKeyEvent) -> bool:
        """Act on a key of the bar; returns whether it was one."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.stepped.emit(bool(held & Qt.KeyboardModifier.ShiftModifier))
        elif key == Qt.Key.Key_Escape:
            self.close_bar()
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and not held:
            self.stepped.emit(key == Qt.Key.Key_Down)
        elif held == Qt.KeyboardModifier.AltModifier and key in self._toggle_keys:
            self._toggle_keys[key].toggle()
        else:
            return False
        return True

    @property
    def _toggle_keys(self) -> dict[Qt.Key, _Toggle]:
        return {
            Qt.Key.Key_C: self.case,
            Qt.Key.Key_W: self.word,
            Qt.Key.Key_R: self.expression,
        }

    def _ask(self) -> None:
        text = self.box.text()
        if not text:
            self.say("")
            self.asked.emit(None)
            return
        self.asked.emit(
            SearchQuery(
                text=text,
                case=self.case.isChecked(),
                word=self.word.isChecked(),
                expression=self.expression.isChecked(),
            )
        )
