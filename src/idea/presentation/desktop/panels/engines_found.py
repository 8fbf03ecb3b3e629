"""What a person without any project sees of the AI programs of this machine."""

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.panels.choice_list import Choice, ChoiceList
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.first_run import EnginesFoundView
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.spoken import SpokenWidget

_WORDS = 44
_GAP = 8
_BUTTON = 26


class EnginesFound(SpokenWidget):
    """A list and what can be done with the row it is at; nothing has to be done."""

    asked = Signal(str, str)
    """Carries an action of the catalogue, and the engine it is meant for; empty for none."""
    skipped = Signal()
    """The person does not want to see this again."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view = EnginesFoundView()
        self.setAccessibleName("AI programs of this machine")
        self.list = ChoiceList("AI programs of this machine", skin, self)
        self.list.chosen.connect(lambda _at: self._follow_row())
        self.use = self._button("Use for new agents", ButtonKind.SOFT, "profile.choose")
        self.edit = self._button("Edit…", ButtonKind.SECONDARY, "profile.edit")
        self.add = self._button("Add a command…", ButtonKind.SECONDARY, "profile.create")
        self.again = self._button("Look again", ButtonKind.SECONDARY, "profile.look_again")
        self.skip = WordButton("Skip", ButtonKind.PLAIN, skin, self)
        self.skip.clicked.connect(self.skipped)
        skin.changed.connect(self.update)

    @property
    def buttons(self) -> Sequence[WordButton]:
        """From left to right."""
        return self.use, self.edit, self.add, self.again, self.skip

    def show_view(self, view: EnginesFoundView) -> None:
        """Show what was found so far."""
        if view == self._view:
            return
        self._view = view
        self.setAccessibleDescription(view.words)
        self.list.show_choices(
            [
                Choice(
                    title=row.name,
                    detail=row.detail,
                    right=row.right,
                    about=row.about,
                    shape=row.shape,
                )
                for row in view.rows
            ]
        )
        self.list.setVisible(bool(view.rows))
        self._follow_row()
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    @override
    def sizeHint(self) -> QSize:
        rows = self.list.height() if self._view.rows else 0
        return QSize(560, _WORDS + rows + 2 * _GAP + _BUTTON)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        painter = QPainter(self)
        painter.setFont(theme.fonts.ui(metrics.SECONDARY_TEXT))
        painter.setPen(theme.colors.text2)
        where = QRectF(0, 0, self.width(), _WORDS - 6)
        flags = Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
        painter.drawText(where, flags, self._view.words)
        painter.end()

    def _button(self, words: str, kind: ButtonKind, action: str) -> WordButton:
        button = WordButton(words, kind, self._skin, self)
        button.clicked.connect(lambda: self.asked.emit(action, self._chosen))
        return button

    @property
    def _chosen(self) -> str:
        rows = self._view.rows
        return rows[self.list.at].id if self.list.at < len(rows) else ""

    def _follow_row(self) -> None:
        rows = self._view.rows
        row = rows[self.list.at] if self.list.at < len(rows) else None
        self.use.setEnabled(row is not None and row.is_usable and not row.is_chosen)
        self.edit.setEnabled(row is not None)
        self._place()

    def _place(self) -> None:
        self.list.setGeometry(0, _WORDS, self.width(), self.list.height())
        top = _WORDS + (self.list.height() if self._view.rows else 0) + 2 * _GAP
        left = 0
        for button in self.buttons:
            size = button.sizeHint()
            if button is self.skip:
                left = max(left, self.width() - size.width())
            button.setGeometry(left, top, size.width(), _BUTTON)
            left += size.width() + _GAP
