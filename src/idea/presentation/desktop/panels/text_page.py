"""A page in place of the grid on which one text is read and edited: a skill, a template, a context.

Main thread only.
"""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, IconButton, WordButton
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.elided_label import ElidedLabel
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor
from idea.presentation.desktop.widgets.spoken import call_it

_MARGIN = 24
_HEAD = 64
_NAME_TEXT = 18


class TextPage(QWidget):
    """A head with a name, what is known about the text, and buttons; the editor below."""

    left = Signal()
    """The person goes back to the grid."""

    def __init__(self, names: str, skin: Skin, parent: QWidget | None = None) -> None:
        """`names` says what the text is, for those who do not see it."""
        super().__init__(parent)
        self._skin = skin
        self.editor = MarkdownEditor(names, skin)
        self.close_button = IconButton(Icon.CLOSE, "Back to the grid", skin, self)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.buttons: dict[str, WordButton] = {}
        """By their words."""
        self._name = ElidedLabel("", self)
        self._about = ElidedLabel("", self)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(_MARGIN, 0, 14, 0)
        self._head.setSpacing(8)
        self._head.addWidget(self._name)
        self._head.addSpacing(4)
        self._head.addWidget(self._about, 1)
        self._head.addWidget(self.close_button)
        bar = QWidget(self)
        bar.setLayout(self._head)
        bar.setFixedHeight(_HEAD)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.editor, 1)
        self.close_button.clicked.connect(self.left)
        self.editor.left.connect(self.left)
        skin.changed.connect(self._dress)
        self._dress()

    @property
    def has_unsaved(self) -> bool:
        """Whether something was typed that is not saved."""
        return self.editor.is_changed

    def show_head(self, name: str, about: str) -> None:
        """Show what the text is called, and what is known about it."""
        call_it(self, f"{name}, {about}")
        self._name.say(name)
        self._about.say(about)

    def add_button(self, words: str, pressed: Callable[[], object]) -> None:
        """Add a button to the head, left of the cross."""
        button = WordButton(words, ButtonKind.SECONDARY, self._skin, self)
        button.clicked.connect(pressed)
        self.buttons[words] = button
        self._head.insertWidget(self._head.count() - 1, button)

    def take_keyboard(self) -> None:
        """Give the keyboard to the text."""
        self.editor.take_keyboard()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        draw_edge(painter, QRectF(0, 0, self.width(), _HEAD), Qt.Edge.BottomEdge, colors.line)
        painter.end()

    def _dress(self) -> None:
        theme = self._skin.theme
        self._name.wear(theme.fonts.semibold(_NAME_TEXT), theme.colors.text)
        self._about.wear(theme.fonts.ui(metrics.INTERFACE_TEXT), theme.colors.text2)
        self.update()
