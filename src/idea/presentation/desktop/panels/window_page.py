"""What pages of the window have in common: a head with a title, a box to search in, and rows."""

from typing import override

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import IconButton
from idea.presentation.desktop.widgets.drawing import draw_edge
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import plain_label

_WIDTH = 860
_EDGE = 16


class WindowPage(QWidget):
    """Stands in place of the grid until it is closed; Escape closes it. Main thread only."""

    closed = Signal()
    """The person wants the grid back."""

    def __init__(self, title: str, hint: str, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.skin = skin
        self.title = title
        self._title = plain_label(title, self)
        self.box = QLineEdit(self)
        self.box.setPlaceholderText(hint)
        self.box.setAccessibleName(hint)
        self.box.installEventFilter(self)
        self._close = IconButton(Icon.CLOSE, f"Close {title.lower()}", skin, self)
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self.closed)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.verticalScrollBar().setAccessibleName(f"Scroll {title.lower()}")
        body = QWidget()
        body.setAutoFillBackground(False)
        self.rows = QVBoxLayout()
        self.rows.setContentsMargins(0, 4, 0, 24)
        self.rows.setSpacing(0)
        column = QWidget(body)
        column.setMaximumWidth(_WIDTH)
        column.setLayout(self.rows)
        middle = QHBoxLayout(body)
        middle.setContentsMargins(_EDGE, 0, _EDGE, 0)
        middle.addWidget(column, 1)
        middle.addStretch(0)
        self.area.setWidget(body)
        self._head = QWidget(self)
        self.heading = QHBoxLayout()
        """What stands beside the title."""
        self.heading.setSpacing(10)
        self.bar = QHBoxLayout()
        """What stands beside the box."""
        self.bar.setSpacing(10)
        self.bar.addWidget(self.box, 1)
        self.second_bar = QHBoxLayout()
        """What stands below the box."""
        self.second_bar.setSpacing(8)
        self._put_together()
        self._dress_page()
        skin.changed.connect(self._dress_page)

    def take_keyboard(self) -> None:
        """Let the person go on here; where they were, if they were here."""
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            self.begin()

    def begin(self) -> None:
        """Let the person search."""
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.selectAll()

    def first_row(self) -> QWidget | None:
        """Return what Down leads to from the box."""
        return None

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.box
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        ):
            first = self.first_row()
            if first is not None:
                first.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self.skin.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.bg1)
        head = QRectF(self._head.geometry())
        draw_edge(painter, head, Qt.Edge.BottomEdge, colors.line)
        painter.end()

    def _put_together(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(10)
        heading.addWidget(self._title)
        heading.addStretch(1)
        heading.addLayout(self.heading)
        heading.addWidget(self._close)
        head = QVBoxLayout(self._head)
        head.setContentsMargins(2 * _EDGE, 14, _EDGE, 12)
        head.setSpacing(10)
        head.addLayout(heading)
        lower = QHBoxLayout()
        lower.addLayout(self.bar, 1)
        head.addLayout(lower)
        head.addLayout(self.second_bar)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._head)
        whole.addWidget(self.area, 1)

    def _dress_page(self) -> None:
        theme = self.skin.theme
        t, fonts = theme.tokens, theme.fonts
        self._title.setFont(fonts.semibold(15))
        self._title.setStyleSheet(f"color: {t.text}")
        self.box.setFont(fonts.ui())
        self.update()
