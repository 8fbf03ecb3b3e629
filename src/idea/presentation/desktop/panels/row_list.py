"""A column of rows as high as its first few, with a bar beside it for more."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import WordButton

_MOST_ROWS_SEEN = 6
_GAP = 8
"""Between two buttons of a row."""


class RowList(QScrollArea):
    """Keeps a row's widgets for as long as it is shown, so that the keyboard stays where it is."""

    def __init__(self, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row_height = row_height
        self._shown: tuple[QWidget, ...] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.inside = QWidget()
        """What every row is a child of."""
        self._column = QVBoxLayout(self.inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self.setWidget(self.inside)

    def arrange(self, rows: Sequence[QWidget]) -> None:
        """Show exactly these rows, from top to bottom; those shown before and not named go."""
        for gone in self._shown:
            if gone not in rows:
                self._column.removeWidget(gone)
                gone.hide()
                gone.deleteLater()
        for place, row in enumerate(rows):
            if self._column.indexOf(row) != place:
                self._column.insertWidget(place, row)
                row.show()
        self._shown = tuple(rows)
        self.setFixedHeight(self._row_height * min(max(len(rows), 1), _MOST_ROWS_SEEN))
        self.setVisible(bool(rows))


class ButtonRow(QWidget):
    """A row of such a list: as high as all others, with buttons in a line at its right end."""

    def __init__(self, skin: Skin, parent: QWidget, *, size: QSize) -> None:
        """`size` is what it would like; its height is the row's."""
        super().__init__(parent)
        self._skin = skin
        self._size = size
        self.setFixedHeight(size.height())
        skin.changed.connect(self.update)

    @property
    def buttons(self) -> Sequence[WordButton]:
        """From left to right; a hidden one keeps its room."""
        return ()

    @override
    def sizeHint(self) -> QSize:
        return self._size

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_buttons()

    def place_buttons(self) -> None:
        """Put each where its words leave it."""
        right = self.width()
        for button in reversed(self.buttons):
            hint = button.sizeHint().expandedTo(button.minimumSize())
            right -= hint.width()
            top = (self.height() - hint.height()) // 2
            button.setGeometry(right, top, hint.width(), hint.height())
            right -= _GAP
        self.update()
